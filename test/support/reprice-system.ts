import type { CrewSystem } from './crew-system';
import { freshCode } from './project-system';
import type { Answer } from './system';
import { until } from './until';

type Body = Answer['body'];

export const texas = {
  country: 'US',
  region: 'Gulf Coast',
  province: 'Texas',
  year: 2025,
  quarter: 'Q2',
  projectType: 'petrochemical',
};

/** Short ways to reprice the crews of services in Alberta, whose trades have cards in Texas, too: 50 and 40 an hour. */
export function repricing(system: CrewSystem) {
  const newTradeOf = async (wages: { alberta?: number; texas?: number }) => {
    const trade = await system.newTrade();
    if (wages.alberta !== undefined) await system.newCard(trade, { baseWage: wages.alberta });
    if (wages.texas !== undefined)
      await system.newCard(trade, { ...texas, currency: 'CAD', baseWage: wages.texas });
    return trade;
  };
  const reprice = ({ project, service }: Body, json: object = {}, headers: Record<string, string> = {}) =>
    system.request('POST', `/v1/projects/${project.id}/services/${service.id}/reprice`, { json, headers });
  return {
    newTradeOf,
    reprice,
    /** Stores a reprice. */
    repriced: async (target: Body, json: object): Promise<Body> => {
      const { status, body } = await reprice(target, { ...json, dryRun: false });
      if (status !== 200) throw new Error(`the reprice answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    /** A service with a crew of two, and a line of 20 man-hours that carries its code. */
    async arrange(wages: { alberta?: number; texas?: number } = { alberta: 50, texas: 40 }) {
      const project = await system.newProject();
      const service = await system.newService(project.id);
      const trade = await newTradeOf(wages);
      const crewCode = freshCode('Crew');
      const crew = await system.newServiceCrew(project.id, service.id, {
        crewCode,
        labourMembers: [system.persons(trade, 2)],
      });
      const newLine = (more: Body = {}) =>
        system.newLine(project.id, service.id, { crewCode, quantity: 10, unitManHours: 2, ...more });
      return { project, service, trade, crewCode, crew, newLine, line: await newLine() };
    },
    crew: async ({ id }: Body): Promise<Body> =>
      (await system.request('GET', `/api/v1/service-crews/${id}`)).body,
    putCrew: async ({ id }: Body, json: object): Promise<Body> =>
      (await system.request('PUT', `/api/v1/service-crews/${id}`, { json })).body,
    line: async ({ id }: Body): Promise<Body> => (await system.askLines('GET', `/api/v1/mto/${id}`)).body,
    undo: (operationId: string, json: object = {}) =>
      system.askLines('POST', `/api/v1/history/takeoff-lines/${operationId}/undo`, { json }),
    /** Operations on the lines or crews of a service, the newest first. */
    operations: async (recordType: 'takeoff-lines' | 'service-crews', serviceId: string): Promise<Body[]> => {
      const ask = recordType === 'takeoff-lines' ? system.askLines : system.request;
      return (await ask('GET', `/api/v1/history/${recordType}?serviceId=${serviceId}&limit=100`)).body.data;
    },
    approve: ({ service }: Body) =>
      system.askProjects('PUT', `/api/v1/services/${service.id}`, { json: { status: 'approved' } }),
    /** Waits until every event of the service's crews has been handled. */
    async settled(serviceId: string): Promise<void> {
      await until(async () => {
        const [row] = await system.sql`
          select count(*)::int as open from crews_rates.outbox event
          where payload ->> 'serviceId' = ${serviceId} and subject like '%service-crew.rates-changed'
            and not exists (select from mto.inbox where event_id = event.id)`;
        return row?.open === 0;
      });
    },
  };
}

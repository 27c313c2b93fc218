import { clientsProjects } from '@consulting/clients-projects/service';
import { getProject } from '@consulting/kernel/contracts/clients-projects';
import { countPricedLines, getSubcontractorUsage } from '@consulting/kernel/contracts/mto';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import postgres from 'postgres';
import { inCommon } from './in-common';
import { type Answer, type ServiceUnderTest, startTestSystem } from './system';
import { until } from './until';

export { until };

export const unknownId = '00000000-0000-4000-8000-000000000000';

let counter = 0;
/** A code that no other record of the run has. */
export const freshCode = (prefix: string) => `${prefix}${++counter}`;

/** clients-projects on real Postgres and NATS, with short ways to records that a test needs first. */
export async function startProjectSystem() {
  const system = await startTestSystem([clientsProjects]);
  const service = await system.start(clientsProjects);
  const sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });
  const bus = connectBus({ url: system.natsUrl, name: 'test', log: serviceLog() });
  await until(() =>
    bus.ask(getProject, { projectId: unknownId }).then(
      () => true,
      () => false,
    ),
  );
  return {
    service,
    bus,
    sql,
    natsUrl: system.natsUrl,
    ...records(service),
    /** Payloads of the events that the service wrote about a subject. */
    async events(subject: string): Promise<unknown[]> {
      const rows = await sql`
        select payload from clients_projects.outbox where subject = ${subject} order by position`;
      return rows.map(({ payload }) => payload);
    },
    verify: system.verify,
    async stop() {
      await bus.close();
      await sql.end();
      await system.stop();
    },
  };
}

export type ProjectSystem = Awaited<ReturnType<typeof startProjectSystem>>;

export const commonProjectSystem = inCommon(startProjectSystem);

function records({ request }: ServiceUnderTest) {
  const create = async (path: string, json: object): Promise<Answer['body']> => {
    const { status, body } = await request('POST', path, { json });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const newClient = (more: object = {}) =>
    create('/v1/clients', { code: freshCode('C'), name: 'Borealis', ...more });
  const newProject = async (more: { clientId?: string } & Record<string, unknown> = {}) =>
    create('/v1/projects', { name: 'Expansion', clientId: more.clientId ?? (await newClient()).id, ...more });
  return {
    request,
    newClient,
    newProject,
    newService: (projectId: string, more: object = {}) =>
      create(`/v1/projects/${projectId}/services`, { serviceType: 'estimation', ...more }),
    newSubcontractor: (projectId: string, more: object = {}) =>
      create(`/api/v1/projects/${projectId}/subcontractors`, { name: 'Ironworks', ...more }),
  };
}

/** Answers, over the real bus, what the takeoff service knows of priced lines and subcontractors; silent after `stop`. */
export async function answerForLines(natsUrl: string) {
  const pricedLines = new Map<string, number>();
  const carriers = new Map<string, { id: string; code: string | null; name: string | null }[]>();
  const bus: Bus = connectBus({ url: natsUrl, name: 'takeoff', log: serviceLog() });
  bus.answer(countPricedLines, async ({ projectId }) => ({ count: pricedLines.get(projectId) ?? 0 }));
  bus.answer(getSubcontractorUsage, async ({ subcontractorId }) => {
    const items = carriers.get(subcontractorId) ?? [];
    return { count: items.length, items: items.slice(0, 20) };
  });
  await until(() =>
    bus.ask(countPricedLines, { projectId: '' }).then(
      () => true,
      () => false,
    ),
  );
  return { pricedLines, carriers, stop: () => bus.close() };
}

export const faultsOf = (body: Answer['body']): Record<string, string> =>
  Object.fromEntries(body.errors.map((one: { field: string; code: string }) => [one.field, one.code]));

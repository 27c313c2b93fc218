import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { getProjectPricing } from '@consulting/kernel/contracts/clients-projects';
import { findServiceCrewRates } from '@consulting/kernel/contracts/crews-rates';
import { findEquipment } from '@consulting/kernel/contracts/equipment-wbs';
import { getCrewUsage } from '@consulting/kernel/contracts/mto';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { mto } from '@consulting/mto/service';
import postgres from 'postgres';
import { inCommon } from './in-common';
import { freshCode, unknownId, until } from './project-system';
import { type Answer, type ServiceUnderTest, startTestSystem, type TestSystem } from './system';

export { faultsOf, freshCode, unknownId, until } from './project-system';

type Name = 'clients-projects' | 'crews-rates' | 'equipment-wbs' | 'mto';
type Request = ServiceUnderTest['request'];
type Json = Record<string, unknown>;

/** How each service is started, and a question by which it is known to answer. */
const services: Record<
  Name,
  { start(system: TestSystem): Promise<ServiceUnderTest>; probe(bus: Bus): Promise<unknown> }
> = {
  'clients-projects': {
    start: (system) => system.start(clientsProjects),
    probe: (bus) => bus.ask(getProjectPricing, { projectId: unknownId }),
  },
  'crews-rates': {
    start: (system) => system.start(crewsRates),
    probe: (bus) => bus.ask(findServiceCrewRates, { serviceId: unknownId, crewCodes: [] }),
  },
  'equipment-wbs': {
    start: (system) => system.start(equipmentWbs),
    probe: (bus) => bus.ask(findEquipment, { codes: [], projectId: null }),
  },
  mto: {
    start: (system) => system.start(mto, { MTO_ROLE: 'api' }),
    probe: (bus) => bus.ask(getCrewUsage, { crews: [], itemsMax: 0, includesWriters: false }),
  },
};

/** crews-rates with the three services that it asks, all real, on real Postgres and NATS. */
export async function startCrewSystem() {
  const system = await startTestSystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  const sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });
  const bus = connectBus({ url: system.natsUrl, name: 'test', log: serviceLog() });
  const running = new Map<Name, ServiceUnderTest>();
  const start = async (name: Name) => {
    running.set(name, await services[name].start(system));
    await until(() => services[name].probe(bus).then(Boolean, () => false));
  };
  for (const name of Object.keys(services) as Name[]) await start(name);
  const to =
    (name: Name): Request =>
    (...sent) =>
      (running.get(name) as ServiceUnderTest).request(...sent);
  return {
    sql,
    bus,
    request: to('crews-rates'),
    askProjects: to('clients-projects'),
    askEquipment: to('equipment-wbs'),
    askLines: to('mto'),
    ...records(to),
    /** Runs `act` while the service does not answer. */
    async without<T>(name: Name, act: () => Promise<T>): Promise<T> {
      await running.get(name)?.stop();
      return act().finally(() => start(name));
    },
    /** Payloads of the events that crews-rates wrote about a subject. */
    async events(subject: string): Promise<unknown[]> {
      const rows =
        await sql`select payload from crews_rates.outbox where subject = ${subject} order by position`;
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

export type CrewSystem = Awaited<ReturnType<typeof startCrewSystem>>;

export const commonCrewSystem = inCommon(startCrewSystem);

/** The least that a rate card needs beside its trade, for the place of `newProject`. */
export const cardTerms = {
  country: 'CA',
  region: 'Western Canada',
  province: 'Alberta',
  year: 2025,
  quarter: 'Q3',
  projectType: 'petrochemical',
  currency: 'CAD',
  baseWage: 50,
};

const place = {
  country: 'CA',
  region: 'Western Canada',
  province: 'Alberta',
  year: 2025,
  quarter: 'Q3',
  projectType: 'petrochemical',
  currency: 'CAD',
};

function records(to: (name: Name) => Request) {
  const create = async (name: Name, path: string, json: Json): Promise<Answer['body']> => {
    const { status, body } = await to(name)('POST', path, { json });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const newTrade = (more: Json = {}) =>
    create('crews-rates', '/v1/crew-trades', {
      tradeCode: freshCode('T'),
      laborDesignation: 'Journeyman',
      ...more,
    });
  const newProject = async (more: Json = {}) => {
    const client = await create('clients-projects', '/v1/clients', {
      code: freshCode('CL'),
      name: 'Borealis',
    });
    return create('clients-projects', '/v1/projects', {
      name: 'Expansion',
      clientId: client.id,
      ...place,
      ...more,
    });
  };
  return {
    newTrade,
    newProject,
    newCard: ({ tradeCode, laborDesignation }: Json, more: Json = {}) =>
      create('crews-rates', '/v1/crew-members', { tradeCode, laborDesignation, ...cardTerms, ...more }),
    newEquipment: (more: Json = {}) =>
      create('equipment-wbs', '/api/v1/equipment', {
        equipmentCode: freshCode('E'),
        name: 'Crane',
        currency: 'CAD',
        monthlyRate: 1760,
        ...more,
      }),
    newTag: (projectId: string, equipmentCode: string, more: Json = {}) =>
      create('equipment-wbs', '/api/v1/equipment-tags', { projectId, equipmentCode, ...more }),
    newService: (projectId: string, more: Json = {}) =>
      create('clients-projects', `/v1/projects/${projectId}/services`, {
        serviceType: 'estimation',
        ...more,
      }),
    newCrew: (more: Json = {}) =>
      create('crews-rates', '/v1/crews', { code: freshCode('C'), name: 'Pipe crew', ...more }),
    newServiceCrew: (projectId: string, serviceId: string, more: Json = {}) =>
      create('crews-rates', '/api/v1/service-crews', { projectId, serviceId, ...more }),
    newLine: (projectId: string, serviceId: string, more: Json = {}) =>
      create('mto', '/api/v1/mto', { projectId, serviceId, discipline: 'piping', quantity: 1, ...more }),
    async setIndirectCosts(projectId: string, json: Json): Promise<Answer['body']> {
      const path = `/v1/projects/${projectId}/indirect-costs`;
      const { status, body } = await to('clients-projects')('PUT', path, { json });
      if (status !== 200) throw new Error(`PUT ${path} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    /** A member of a crew: persons of the trade. */
    persons: ({ tradeCode, laborDesignation }: Json, quantity = 1, more: Json = {}) => ({
      tradeCode,
      laborDesignation,
      quantity,
      ...more,
    }),
  };
}

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type OutageSystem, type ServiceName, startOutageSystem } from '../support/outage-system';
import { until } from '../support/project-system';

let system: OutageSystem;
let ground: Awaited<ReturnType<typeof layGround>>;

beforeAll(async () => {
  system = await startOutageSystem();
  ground = await layGround();
}, 60_000);
afterAll(() => system.stop());

/** One record of each kind, referring to each other. */
async function layGround() {
  const client = await system.create('clients-projects', '/v1/clients', {
    code: system.code('C'),
    name: 'C',
  });
  const project = await system.create('clients-projects', '/v1/projects', { clientId: client.id, name: 'P' });
  const of = `/v1/projects/${project.id}`;
  const service = await system.create('clients-projects', `${of}/services`, { serviceType: 'estimation' });
  const subcontractor = await system.create('clients-projects', `/api${of}/subcontractors`, { name: 'S' });
  const trade = await system.create('crews-rates', '/v1/crew-trades', trade1());
  const crew = await system.create('crews-rates', '/v1/crews', { code: system.code('C'), name: 'Crew' });
  const equipment = await system.create('equipment-wbs', '/api/v1/equipment', equipment1());
  const { equipmentCode } = equipment;
  const own = { projectId: project.id, serviceId: service.id };
  const tag = await system.create('equipment-wbs', '/api/v1/equipment-tags', {
    projectId: project.id,
    equipmentCode,
  });
  const serviceCrew = await system.create('crews-rates', '/api/v1/service-crews', own);
  const line = await system.create('mto', '/api/v1/mto', { ...own, discipline: 'civil', quantity: 1 });
  const free = await system.create('equipment-wbs', '/api/v1/equipment', equipment1());
  return {
    client,
    project,
    service,
    subcontractor,
    trade,
    crew,
    equipment,
    tag,
    serviceCrew,
    line,
    own,
    free,
  };
}

const trade1 = () => ({ tradeCode: system.code('T'), laborDesignation: 'Journeyman' });
const equipment1 = () => ({ equipmentCode: system.code('E'), name: 'Crane' });

type Call = [service: ServiceName, method: string, path: string, json?: object];

/** Sends all calls at once; the answers by call. */
async function statusesOf(calls: readonly Call[]): Promise<Record<string, string>> {
  const reported = calls.map(async ([service, method, path, json]) => {
    const { status, headers, body } = await system.request(service, method, path, json && { json });
    const code = status < 400 ? '' : ` ${body.code}`;
    return [`${method} ${path}`, status + code + (headers.has('retry-after') ? ' with Retry-After' : '')];
  });
  return Object.fromEntries(await Promise.all(reported));
}

const all = (calls: readonly Call[], answer: string) =>
  Object.fromEntries(calls.map(([, method, path]) => [`${method} ${path}`, answer]));

const reads = (): Call[] => [
  ['clients-projects', 'GET', '/v1/clients'],
  ['clients-projects', 'GET', `/v1/clients/${ground.client.id}`],
  ['clients-projects', 'GET', `/v1/projects/${ground.project.id}`],
  ['clients-projects', 'GET', `/v1/projects/${ground.project.id}/services`],
  ['clients-projects', 'GET', `/api/v1/services/${ground.service.id}?projectId=${ground.project.id}`],
  ['crews-rates', 'GET', '/v1/crew-trades'],
  ['crews-rates', 'GET', `/v1/crews/${ground.crew.id}`],
  ['crews-rates', 'GET', `/api/v1/service-crews/${ground.serviceCrew.id}`],
  ['crews-rates', 'GET', `/api/v1/crews/trades/${ground.trade.tradeCode}/dependencies`],
  ['equipment-wbs', 'GET', '/api/v1/equipment'],
  ['equipment-wbs', 'GET', `/api/v1/equipment-tags?projectId=${ground.project.id}`],
  ['equipment-wbs', 'GET', `/api/v1/equipment-tags/${ground.tag.id}`],
  ['equipment-wbs', 'GET', '/api/v1/wbs'],
  ['mto', 'GET', `/api/v1/mto?projectId=${ground.project.id}`],
  ['mto', 'GET', `/api/v1/mto/${ground.line.id}`],
];

const writesAlone = (): Call[] => [
  ['clients-projects', 'POST', '/v1/clients', { code: system.code('C'), name: 'C' }],
  ['clients-projects', 'POST', '/v1/projects', { clientId: ground.client.id, name: 'P' }],
  ['crews-rates', 'POST', '/v1/crew-trades', trade1()],
  ['crews-rates', 'POST', '/v1/crews', { code: system.code('C'), name: 'Crew' }],
  ['equipment-wbs', 'POST', '/api/v1/equipment', equipment1()],
];

const writesTogether = (): Call[] => [
  ['mto', 'POST', '/api/v1/mto', { ...ground.own, discipline: 'civil', quantity: 1 }],
  ['mto', 'DELETE', `/api/v1/mto/${ground.line.id}`],
  ['crews-rates', 'POST', '/api/v1/service-crews', ground.own],
  ['crews-rates', 'DELETE', `/v1/crews/${ground.crew.id}`],
  ['crews-rates', 'DELETE', `/v1/crew-trades/${ground.trade.id}`],
  [
    'equipment-wbs',
    'POST',
    '/api/v1/equipment-tags',
    { projectId: ground.project.id, equipmentCode: ground.equipment.equipmentCode },
  ],
  ['equipment-wbs', 'DELETE', `/api/v1/equipment/${ground.free.equipmentCode}`],
  [
    'clients-projects',
    'DELETE',
    `/api/v1/projects/${ground.project.id}/subcontractors/${ground.subcontractor.id}`,
  ],
];

const refused = '503 DEPENDENCY_UNAVAILABLE with Retry-After';

async function goesOnAlone() {
  expect(await statusesOf(reads())).toEqual(all(reads(), '200'));
  const alone = writesAlone();
  expect(await statusesOf(alone)).toEqual(all(alone, '201'));
  expect(await statusesOf(writesTogether())).toEqual(all(writesTogether(), refused));
}

/** What was refused before succeeds, and nothing of it had been done. */
async function recovers() {
  const { own, project, equipment } = ground;
  await system.create('mto', '/api/v1/mto', { ...own, discipline: 'civil', quantity: 1 });
  await system.create('crews-rates', '/api/v1/service-crews', own);
  const { equipmentCode } = equipment;
  await system.create('equipment-wbs', '/api/v1/equipment-tags', { projectId: project.id, equipmentCode });
  expect(await statusesOf(reads())).toEqual(all(reads(), '200'));
}

const linesOf = async (serviceId: string) => {
  const path = `/api/v1/mto?projectId=${ground.project.id}&serviceId=${serviceId}`;
  return (await system.request('mto', 'GET', path)).body.total;
};

/** A service with a line. */
async function filledService() {
  const { project } = ground;
  const path = `/v1/projects/${project.id}/services`;
  const service = await system.create('clients-projects', path, { serviceType: 'estimation' });
  const own = { projectId: project.id, serviceId: service.id };
  await system.create('mto', '/api/v1/mto', { ...own, discipline: 'civil', quantity: 1 });
  return service;
}

describe('without the server of messages', () => {
  test('killed: reads and writes of one service go on, the others are 503, and all recover on a wiped store', async () => {
    const service = await filledService();
    await system.killNats();
    await goesOnAlone();
    const { status } = await system.request('clients-projects', 'DELETE', `/api/v1/services/${service.id}`);
    expect(status).toBe(204);
    system.wipeNats();
    await system.startNats();
    await recovers();
    await until(async () => (await linesOf(service.id)) === 0);
  }, 60_000);

  test('there but silent: what asks a neighbour is 503 within its time, the rest goes on', async () => {
    const service = await filledService();
    system.freezeNats();
    try {
      expect(await statusesOf(reads())).toEqual(all(reads(), '200'));
      const alone = writesAlone();
      expect(await statusesOf(alone)).toEqual(all(alone, '201'));
      const together = writesTogether();
      expect(await statusesOf(together)).toEqual(all(together, refused));
      const { status } = await system.request('clients-projects', 'DELETE', `/api/v1/services/${service.id}`);
      expect(status).toBe(204);
    } finally {
      system.thawNats();
    }
    await recovers();
    await until(async () => (await linesOf(service.id)) === 0);
  }, 90_000);
});

describe('without a neighbour', () => {
  test('clients-projects: what needs a project is 503, the rest goes on, and all recovers', async () => {
    await system.stopService('clients-projects');
    const isElsewhere = ([service]: Call) => service !== 'clients-projects';
    expect(await statusesOf(reads().filter(isElsewhere))).toEqual(all(reads().filter(isElsewhere), '200'));
    const { project, equipment, own } = ground;
    const needing: Call[] = [
      ['mto', 'POST', '/api/v1/mto', { ...own, discipline: 'civil', quantity: 1 }],
      ['crews-rates', 'POST', '/api/v1/service-crews', own],
      [
        'equipment-wbs',
        'POST',
        '/api/v1/equipment-tags',
        { projectId: project.id, equipmentCode: equipment.equipmentCode },
      ],
    ];
    expect(await statusesOf(needing)).toEqual(all(needing, refused));
    const alone = writesAlone().filter(isElsewhere);
    expect(await statusesOf(alone)).toEqual(all(alone, '201'));
    await system.startService('clients-projects');
    await recovers();
  }, 60_000);

  test('mto: deletes that it must agree to are 503; a service goes, and its lines when mto is back', async () => {
    const service = await filledService();
    await system.stopService('mto');
    const { project, subcontractor, crew } = ground;
    const needing: Call[] = [
      ['crews-rates', 'DELETE', `/v1/crews/${crew.id}`],
      ['clients-projects', 'DELETE', `/api/v1/projects/${project.id}/subcontractors/${subcontractor.id}`],
    ];
    expect(await statusesOf(needing)).toEqual(all(needing, refused));
    const { status } = await system.request('clients-projects', 'DELETE', `/api/v1/services/${service.id}`);
    expect(status).toBe(204);
    await system.startService('mto');
    await recovers();
    await until(async () => (await linesOf(service.id)) === 0);
  }, 60_000);
});

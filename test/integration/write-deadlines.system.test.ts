import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeMsHeader } from '@consulting/kernel/http';
import { type CrewSystem, freshCode, startCrewSystem } from '../support/crew-system';
import { csvFile } from '../support/import-file';
import { repricing, texas } from '../support/reprice-system';
import type { Answer, RequestOptions } from '../support/system';

type Body = Answer['body'];
type Ways = ReturnType<typeof repricing>;

let system: CrewSystem;
let ways: Ways;

beforeAll(async () => {
  system = await startCrewSystem();
  ways = repricing(system);
});
afterAll(() => system.stop());

const deadlineMs = 1500;
const within = (milliseconds: number) => ({ [writeMsHeader]: String(milliseconds) });

/** What a table holds, as one text that any change of it changes. */
async function contents(table: string): Promise<string> {
  const [row] = await system.sql.unsafe(
    `select md5(coalesce(string_agg(item::text, ',' order by item::text), '')) as contents from ${table} as item`,
  );
  return row?.contents;
}

/** Runs `act` while nobody can write to the table. */
async function whileLocked<T>(table: string, act: () => Promise<T>): Promise<T> {
  const session = await system.sql.reserve();
  try {
    await session.unsafe(`begin; lock table ${table} in exclusive mode`);
    return await act();
  } finally {
    await session.unsafe('rollback');
    session.release();
  }
}

// The sweep of totals may come at any time, and is nobody's write.
const waiting = () => system.sql`
  select query from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query not like '%/* of every project */'`;

interface Write {
  ask: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
  method: string;
  path: string;
  options?: RequestOptions;
}

type Case = [name: string, table: string, arrange: () => Promise<Write>];

const lines = async () => {
  const { project, service, line, newLine } = await ways.arrange();
  await ways.settled(service.id);
  return { project, service, line, selection: { mode: 'ids', ids: [line.id, (await newLine()).id] } };
};

const toLines =
  (method: string, path: (given: Body) => string, json?: (given: Body) => object) =>
  async (): Promise<Write> => {
    const given = await lines();
    const options = json ? { json: json(given) } : {};
    return { ask: system.askLines, method, path: `/api/v1${path(given)}`, options };
  };

const newLineOf = ({ project, service }: Body) => ({
  projectId: project.id,
  serviceId: service.id,
  discipline: 'piping',
  quantity: 3,
});

async function edited(): Promise<Body> {
  const given = await lines();
  const json = { projectId: given.project.id, selection: given.selection, updates: { quantity: 7 } };
  const { status } = await system.askLines('POST', '/api/v1/mto/bulk-edit', { json });
  expect(status).toBe(200);
  const [operation] = await ways.operations('takeoff-lines', given.service.id);
  return { ...given, operation };
}

const cardFile = async () => {
  const trade = await system.newTrade();
  const form = new FormData();
  const head =
    'tradeCode,laborDesignation,country,region,province,year,quarter,projectType,currency,baseWage';
  const row = `${trade.tradeCode},Journeyman,CA,Western Canada,Alberta,2025,Q3,petrochemical,CAD,50`;
  form.append('file', csvFile(`${head}\n${row}\n`));
  return form;
};

const cases: Case[] = [
  ['POST /api/v1/mto', 'mto.takeoff_line', toLines('POST', () => '/mto', newLineOf)],
  [
    'PUT /api/v1/mto/{mtoId}',
    'mto.takeoff_line',
    toLines(
      'PUT',
      ({ line, project }) => `/mto/${line.id}?projectId=${project.id}`,
      () => ({ quantity: 4 }),
    ),
  ],
  ['DELETE /api/v1/mto/{mtoId}', 'mto.takeoff_line', toLines('DELETE', ({ line }) => `/mto/${line.id}`)],
  [
    'POST /api/v1/mto/bulk',
    'mto.takeoff_line',
    toLines(
      'POST',
      () => '/mto/bulk',
      (given) => ({
        projectId: given.project.id,
        serviceId: given.service.id,
        items: [newLineOf(given), newLineOf(given)],
      }),
    ),
  ],
  [
    'PATCH /api/v1/mto/bulk',
    'mto.takeoff_line',
    toLines(
      'PATCH',
      () => '/mto/bulk',
      ({ project, line }) => ({
        projectId: project.id,
        items: [{ mtoId: line.id, quantity: 5 }],
      }),
    ),
  ],
  [
    'POST /api/v1/mto/bulk-edit that multiplies',
    'mto.takeoff_line',
    toLines(
      'POST',
      () => '/mto/bulk-edit',
      ({ project, selection }) => ({
        projectId: project.id,
        selection,
        updates: { quantity: { multiply: 1.1 } },
      }),
    ),
  ],
  [
    'POST /api/v1/mto/bulk-delete',
    'mto.takeoff_line',
    toLines(
      'POST',
      () => '/mto/bulk-delete',
      ({ project, selection }) => ({
        projectId: project.id,
        selection,
        confirm: true,
      }),
    ),
  ],
  [
    'POST /api/v1/history/takeoff-lines/{operationId}/undo',
    'mto.takeoff_line',
    async () => {
      const { operation } = await edited();
      const path = `/api/v1/history/takeoff-lines/${operation.operationId}/undo`;
      return { ask: system.askLines, method: 'POST', path, options: { json: {} } };
    },
  ],
  [
    'POST /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/restore',
    'mto.takeoff_line',
    async () => {
      const { project, service, line } = await lines();
      const versions = `/v1/projects/${project.id}/services/${service.id}/estimations`;
      const json = { status: 'in-review' };
      const { body } = await system.askProjects('POST', versions, { json });
      const path = `/api/v1/mto/${line.id}?projectId=${project.id}`;
      await system.askLines('PUT', path, { json: { quantity: 12 } });
      return { ask: system.askLines, method: 'POST', path: `${versions}/${body.id}/restore` };
    },
  ],
  [
    'POST /api/v1/mto/import/async',
    'mto.import_task',
    async () => {
      const { project, service } = await lines();
      const form = new FormData();
      form.append('file', csvFile('Item No.,Description,Quantity,UOM\n1,Pipe,2,m\n'));
      for (const [key, value] of Object.entries({ projectId: project.id, serviceId: service.id }))
        form.append(key, value);
      form.append('discipline', 'piping');
      return { ask: system.askLines, method: 'POST', path: '/api/v1/mto/import/async', options: { form } };
    },
  ],
  [
    'POST /v1/projects/{projectId}/services/{serviceId}/reprice',
    'crews_rates.service_crew',
    async () => {
      const { project, service } = await ways.arrange();
      const path = `/v1/projects/${project.id}/services/${service.id}/reprice`;
      const json = { place: texas, dryRun: false };
      return { ask: system.request, method: 'POST', path, options: { json } };
    },
  ],
  [
    'POST /api/v1/crews/members/import, a file that is read while the request waits',
    'crews_rates.rate_card',
    async () => {
      const path = '/api/v1/crews/members/import';
      return { ask: system.request, method: 'POST', path, options: { form: await cardFile() } };
    },
  ],
  [
    'DELETE /v1/crew-trades/{tradeId}',
    'crews_rates.trade',
    async () => {
      const trade = await system.newTrade();
      return { ask: system.request, method: 'DELETE', path: `/v1/crew-trades/${trade.id}` };
    },
  ],
  [
    'POST /v1/clients',
    'clients_projects.client',
    async () => {
      const json = { code: freshCode('CL'), name: 'Borealis' };
      return { ask: system.askProjects, method: 'POST', path: '/v1/clients', options: { json } };
    },
  ],
  [
    'POST /api/v1/equipment',
    'equipment_wbs.equipment',
    async () => {
      const json = { equipmentCode: freshCode('EQ'), name: 'Crane', currency: 'CAD', monthlyRate: 1760 };
      return { ask: system.askEquipment, method: 'POST', path: '/api/v1/equipment', options: { json } };
    },
  ],
];

describe('a write that is held up until its deadline', () => {
  test.each(cases)(
    '%s answers 504, and has not happened; a repeat with its Idempotency-Key happens',
    async (_, table, arrange) => {
      const { ask, method, path, options = {} } = await arrange();
      const key: Record<string, string> =
        method === 'POST' || path.endsWith('/bulk') ? { 'idempotency-key': freshCode('K') } : {};
      const before = await contents(table);
      const answer = await whileLocked(table, async () => {
        const given = await ask(method, path, { ...options, headers: { ...key, ...within(deadlineMs) } });
        expect([...(await waiting())]).toEqual([]);
        return given;
      });
      expect([answer.status, answer.body?.code]).toEqual([504, 'DEADLINE_EXCEEDED']);
      expect(await contents(table)).toBe(before);
      const again = await ask(method, path, { ...options, headers: key });
      expect({
        status: again.status,
        ok: again.status < 300,
        body: again.status < 300 ? null : again.body,
      }).toEqual({ status: again.status, ok: true, body: null });
      expect(await contents(table)).not.toBe(before);
    },
    300_000,
  );
});

const createClient = (headers: Record<string, string>, code = freshCode('CL')) =>
  system.askProjects('POST', '/v1/clients', { json: { code, name: 'Borealis' }, headers });

const isStored = async (code: string) =>
  (await system.sql`select from clients_projects.client where code = ${code}`).length === 1;

/** Lets every new client wait for `action` until its transaction commits. */
async function whileCommitting<T>(action: string, act: () => Promise<T>): Promise<T> {
  await system.sql.unsafe(`
    create function clients_projects.before_commit() returns trigger language plpgsql security definer as
      'begin perform ${action}; return null; end';
    create constraint trigger before_commit after insert on clients_projects.client
      deferrable initially deferred for each row when (new.name = 'Late') execute function clients_projects.before_commit()`);
  return act().finally(() => system.sql.unsafe('drop function clients_projects.before_commit cascade'));
}

describe('the moment of the commit', () => {
  test('POST /v1/clients answers 502 when the deadline passes during the commit: it does not say what became of it', async () => {
    const json = { code: freshCode('CL'), name: 'Late' };
    const answer = await whileCommitting('pg_sleep(30)', () =>
      system.askProjects('POST', '/v1/clients', { json, headers: within(deadlineMs) }),
    );
    expect([answer.status, answer.body.code]).toEqual([502, 'UPSTREAM_FAILED']);
    expect(await isStored(json.code)).toBe(false);
  }, 300_000);

  test('POST /v1/clients answers 502 when the connection to the database breaks during the commit: nobody knows', async () => {
    const json = { code: freshCode('CL'), name: 'Late' };
    const answer = await whileCommitting('pg_terminate_backend(pg_backend_pid())', () =>
      system.askProjects('POST', '/v1/clients', { json }),
    );
    expect([answer.status, answer.body.code]).toEqual([502, 'UPSTREAM_FAILED']);
    expect(answer.body.detail).toContain('Whether it was carried out is not known');
  });

  test('POST /v1/clients, whenever its deadline passes: 504 when it has not happened, 201 when it has', async () => {
    const outcomes = new Set<number>();
    // On a busy machine the first rounds are too short for any client to be stored.
    for (let round = 0; round < 20 || (!outcomes.has(201) && round < 200); round += 1) {
      const writes = Array.from({ length: 6 }, async (_, at) => {
        const code = freshCode('CL');
        const { status } = await createClient(within(1 + round * 10 + at * 20), code);
        return { code, status };
      });
      for (const { code, status } of await Promise.all(writes)) {
        outcomes.add(status);
        if (status !== 502)
          expect({ status, stored: await isStored(code) }).toEqual({ status, stored: status === 201 });
      }
    }
    expect(outcomes).toContain(201);
    expect(outcomes).toContain(504);
    expect(outcomes.isSubsetOf(new Set([201, 502, 504]))).toBe(true);
  }, 300_000);
});

test('POST reprice answers 502 when its deadline passes after the crews are stored: it does not say that nothing is', async () => {
  const { project, service } = await ways.arrange();
  const before = await contents('crews_rates.service_crew');
  const headers = { 'idempotency-key': freshCode('K'), ...within(deadlineMs) };
  const answer = await whileLocked('crews_rates.idempotency_key', () =>
    ways.reprice({ project, service }, { place: texas, dryRun: false }, headers),
  );
  expect([answer.status, answer.body.code]).toEqual([502, 'UPSTREAM_FAILED']);
  expect(await contents('crews_rates.service_crew')).not.toBe(before);
}, 300_000);

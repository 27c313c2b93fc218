import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import postgres, { type Sql } from 'postgres';
import { callerSecret } from '../support/system';
import { startTakeoffSystem, type TakeoffSystem, until } from '../support/takeoff-system';

const searchesAtOnce = 20;
const perCallerMax = 2;

let system: TakeoffSystem;
let sql: Sql;
let projectId: string;

beforeAll(async () => {
  system = await startTakeoffSystem();
  sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });
  projectId = system.records.addProject();
  await sql`insert into mto.takeoff_line (id, created_by, updated_by, project_id, service_id, discipline, item_number, quantity)
    select gen_random_uuid(), 'test', 'test', ${projectId}, ${crypto.randomUUID()}, 'piping', n, n
    from generate_series(1, 50) n`;
});

afterAll(async () => {
  await sql.end();
  await system.stop();
});

const texts = fieldsOf('piping').filter(({ type, key }) => type === 'text' && !key.endsWith('Id'));
const conditions = Array.from({ length: 50 }, (_, at) => ({
  field: texts[at % texts.length]?.key,
  operator: 'contains',
  value: `part ${at}`,
}));
const search = (headers = {}) =>
  system.mto.request('POST', '/api/v1/mto/search', {
    json: { projectId, filters: { logicalOperator: 'OR', conditions } },
    headers,
  });
const list = () => system.mto.request('GET', `/api/v1/mto?projectId=${projectId}`);

// What the service does by itself waits for the table, too, and is neither of these.
const [ofSearch, ofList] = ['with found as materialized .*takeoff_line', 'takeoff_discipline_total'];
const waiting = async (pattern = ofSearch) =>
  (
    await sql`select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ ${pattern}`
  ).length;

/** Acts while nobody can read the table; it can be read again when the act fails, too. */
async function whileLocked<T>(act: () => Promise<T>): Promise<T> {
  const locking = await sql.reserve();
  try {
    await locking`begin`;
    await locking`lock table mto.takeoff_line in access exclusive mode`;
    return await act();
  } finally {
    await locking`rollback`;
    locking.release();
  }
}

const sign = createCallerSigner(callerSecret);
const searchAs = async (id: string, countsAs = id) =>
  search({ [callerHeader]: await sign({ type: 'api_key', id, name: id, role: 'Reader', countsAs }) });

describe('expensive reads', () => {
  test('of keys that count as one caller are two at once together, and another caller has its turn beside them', async () => {
    const searches = await whileLocked(async () => {
      const children = Array.from({ length: 8 }, (_, at) => searchAs(`key:child ${at}`, 'key:root'));
      await until(async () => (await waiting()) === perCallerMax);
      const calm = searchAs('key:calm');
      await until(async () => (await waiting()) > perCallerMax);
      expect(await waiting()).toBe(perCallerMax + 1);
      return [calm, ...children];
    });
    for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
  });

  test('are few at once however many are asked for; a list beside them is answered, and so are all of them', async () => {
    const { searches, listing } = await whileLocked(async () => {
      const searches = Array.from({ length: searchesAtOnce }, () => search());
      await until(async () => (await waiting()) === perCallerMax);
      const listing = list();
      await until(async () => (await waiting(ofList)) > 0);
      return { searches, listing };
    });
    expect((await listing).body.total).toBe(50);
    for (const { status, body } of await Promise.all(searches))
      expect({ status, total: body.total }).toEqual({ status: 200, total: 0 });
  });
});

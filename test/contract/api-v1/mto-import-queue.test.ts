import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { mto } from '@consulting/mto/service';
import postgres, { type Sql } from 'postgres';
import { csvFile, endOf, upload } from '../../support/import-file';
import { type ImportSystem, startImportSystem } from '../../support/import-system';
import { callerSecret } from '../../support/system';

const perCallerMax = 20;
const queuedBytesMax = 2 * 1024 ** 3;
const sign = createCallerSigner(callerSecret);
let system: ImportSystem;
let sql: Sql;

beforeAll(async () => {
  system = await startImportSystem();
  await system.mto.stop();
  system.mto = await system.start(mto, { MTO_ROLE: 'api' });
  sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
});

beforeEach(async () => {
  await sql`delete from mto.import_task`;
});

afterAll(async () => {
  await sql.end();
  await system.stop();
});

let counter = 0;
/** A file of its own for a service of its own. */
const send = async (caller: string, { name = caller, countsAs = caller } = {}) => {
  const signed = await sign({ type: 'api_key', id: caller, name, role: 'Contributor', countsAs });
  const file = csvFile(`Item No.,Description,Qty,UOM\n${++counter},Pipe,1,m\n`, 'piping.csv');
  return upload(system, system.newTarget(), file, {}, { [callerHeader]: signed });
};

const statuses = async (answers: ReturnType<typeof send>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort();

describe('POST /api/v1/mto/import/async to a long queue', () => {
  test('429 for more than 20 imports of a caller that wait or run, however they arrive; others go on', async () => {
    const count = perCallerMax + 10;
    const all = await statuses(Array.from({ length: count }, () => send('one')));
    expect(all).toEqual([...Array(perCallerMax).fill(200), ...Array(count - perCallerMax).fill(429)]);
    expect((await send('another')).status).toBe(200);
    const { headers, body } = await send('one');
    expect([headers.get('retry-after'), body.code]).toEqual(['30', 'RATE_LIMITED']);
    expect(body.detail).toContain('20 imports of this caller');
    await sql`update mto.import_task set status = 'completed', finished_at = now()
      where id = (select id from mto.import_task where created_by = 'one' limit 1)`;
    expect(await statuses([send('one'), send('one')])).toEqual([200, 429]);
  });

  test('429 for more than 20 imports of keys that count as one caller; people of one name are counted each', async () => {
    const children = Array.from({ length: 10 }, (_, at) => `key:child ${at}`);
    for (let round = 0; round < 2; round += 1)
      for (const child of children) expect((await send(child, { countsAs: 'key:root' })).status).toBe(200);
    expect((await send('key:grandchild', { countsAs: 'key:root' })).status).toBe(429);
    expect((await send('key:root')).status).toBe(429);
    const makers = await sql`select distinct created_by from mto.import_task order by 1`;
    expect(makers.map(({ created_by: name }) => name)).toEqual(children);
    await sql`update mto.import_task set created_by = 'Ann'`;
    expect((await send('user:1', { name: 'Ann' })).status).toBe(200);
  });

  test('429 when the files that wait have 2 GiB together; those of running imports do not count', async () => {
    expect((await send('large')).status).toBe(200);
    await sql`update mto.import_task set file_size = ${queuedBytesMax - 10}`;
    const { status, body } = await send('another');
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(body.detail).toContain(String(queuedBytesMax));
    await sql`update mto.import_task set status = 'running'`;
    expect((await send('another')).status).toBe(200);
  });

  test('429 keeps nothing of the file', async () => {
    expect((await send('large')).status).toBe(200);
    await sql`update mto.import_task set file_size = ${queuedBytesMax}`;
    await sql`delete from mto.import_file_chunk`;
    expect((await send('another')).status).toBe(429);
    expect(await sql`select from mto.import_file_chunk`).toHaveLength(0);
  });
});

describe('POST /api/v1/mto/import/async: sourceTaskId of a file that is gone', () => {
  test('409 UPLOAD_EXPIRED, and nothing is queued', async () => {
    const target = system.newTarget();
    const file = csvFile('Description,Qty,UOM\nPipe,1,m\n');
    const { body: first } = await upload(system, target, file);
    await sql`delete from mto.import_file_chunk`;
    const again = { sourceTaskId: first.taskId, force: true };
    const { status, body } = await upload(system, target, null, again);
    expect([status, body.code]).toEqual([409, 'UPLOAD_EXPIRED']);
    expect(await sql`select from mto.import_task`).toHaveLength(1);
  });
});

describe('an import from before the clock of the database was put back by an hour', () => {
  test('runs at once, and is taken over from a worker that has stopped since', async () => {
    const [waiting, running] = [(await send('one')).body.taskId, (await send('another')).body.taskId];
    await sql`update mto.import_task set next_run_at = now() + interval '1 hour' where id = ${waiting}`;
    await sql`update mto.import_task set status = 'running', session_id = pg_backend_pid(),
      heartbeat_at = now() + interval '1 hour' where id = ${running}`;
    const worker = await system.start(mto, { MTO_ROLE: 'worker' });
    for (const taskId of [waiting, running])
      expect(await endOf(system, taskId)).toMatchObject({ status: 'completed', error: null });
    await worker.stop();
  });
});

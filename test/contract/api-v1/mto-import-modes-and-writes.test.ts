import { afterAll, describe, expect, test } from 'bun:test';
import { mto } from '@consulting/mto/service';
import postgres from 'postgres';
import {
  endOf,
  type ImportTarget,
  importFile,
  linesOf,
  upload,
  workbookFile,
} from '../../support/import-file';
import { counts, startTakeoffImports, valuesOf } from '../../support/takeoff-import';
import { until } from '../../support/takeoff-system';

const imports = await startTakeoffImports();
const { system, sheet, target } = imports;
const sql = postgres(system.databaseUrl, { max: 4, onnotice: () => {} });
const upsert = { mode: 'upsert' };
const header = ['Item No.', 'Description', 'Quantity', 'UOM'];

afterAll(async () => {
  await sql.end();
  await imports.stop();
});

const book = (rows: unknown[][]) => workbookFile({ Piping: [header, ...rows] });
const pipes = (count: number, quantity: number) =>
  Array.from({ length: count }, (_, at) => [at + 1, 'Pipe', quantity, 'm']);

async function queue(into: ImportTarget, rows: unknown[][], parts: object): Promise<string> {
  const { status, body } = await upload(system, into, book(rows), { ...parts });
  expect(status).toBe(200);
  return body.taskId;
}

/** Resolves when a worker waits for a lock that somebody else has. */
const isWaiting = () =>
  until(async () => {
    const waiting = await sql`select from pg_stat_activity where datname = current_database()
      and application_name = 'mto-import' and wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });

describe('POST /api/v1/mto/import/async: beside other writers', () => {
  test('200 an upsert runs again where a line was changed meanwhile, and loses neither change', async () => {
    const { target: into } = await sheet([header, ...pipes(3, 10)]);
    const [first] = await linesOf(system, into);
    let taskId = '';
    await sql.begin(async (tx) => {
      await tx`update mto.takeoff_line set remarks = 'theirs', version = version + 1 where id = ${String(first?.id)}`;
      taskId = await queue(into, pipes(4, 50), upsert);
      await isWaiting();
    });
    expect(counts(await endOf(system, taskId))).toEqual([1, 3, 0, 0, 0]);
    expect(valuesOf(await linesOf(system, into), 'quantity', 'remarks', 'version')).toEqual([
      [50, 'theirs', 3],
      [50, null, 2],
      [50, null, 2],
      [50, null, 1],
    ]);
  });

  test('200 an upsert inserts anew what was deleted meanwhile', async () => {
    const { target: into } = await sheet([header, ...pipes(2, 10)]);
    const [first] = await linesOf(system, into);
    let taskId = '';
    await sql.begin(async (tx) => {
      await tx`delete from mto.takeoff_line where id = ${String(first?.id)}`;
      taskId = await queue(into, pipes(2, 50), upsert);
      await isWaiting();
    });
    expect(counts(await endOf(system, taskId))).toEqual([1, 1, 0, 0, 0]);
    expect(valuesOf(await linesOf(system, into), 'itemNumber', 'version')).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test.each(['upsert', 'replace'])(
    '200 two files at once with mode %s are as one after the other',
    async (mode) => {
      const into = target();
      const send = (quantity: number) => importFile(system, into, book(pipes(600, quantity)), { mode });
      const tasks = await Promise.all([send(1), send(2)]);
      expect(tasks.map(({ status }) => status)).toEqual(['completed', 'completed']);
      const lines = await sql`select count(*)::int as lines, count(distinct quantity)::int as kinds
      from mto.takeoff_line where service_id = ${into.serviceId}`;
      expect(lines[0]).toEqual({ lines: 600, kinds: 1 });
    },
  );

  test('200 an upsert that others came in the way of again and again keeps them waiting', async () => {
    const { target: into } = await sheet([header, ...pipes(2, 10)]);
    await system.mto.stop();
    system.mto = await system.start(mto, { MTO_ROLE: 'api' });
    const taskId = await queue(into, [...pipes(2, 50), [1, 'Pipe', 1, 'm']], upsert);
    await sql`update mto.import_task set run = 7 where id = ${taskId}`;
    await system.start(mto);
    expect(counts(await endOf(system, taskId))).toEqual([0, 1, 0, 2, 0]);
    expect(valuesOf(await linesOf(system, into), 'quantity', 'version')).toEqual([
      [10, 1],
      [50, 2],
    ]);
  });
});

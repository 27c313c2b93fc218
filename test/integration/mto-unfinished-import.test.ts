import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import postgres from 'postgres';
import { endOf, type ImportTarget, linesOf, upload, workbookFile } from '../support/import-file';
import { readWorkbook } from '../support/read-workbook';
import { startTakeoffImports } from '../support/takeoff-import';
import { until } from '../support/takeoff-system';

const imports = await startTakeoffImports();
const { system, sheet, target } = imports;
const sql = postgres(system.databaseUrl, { max: 4, onnotice: () => {} });
const header = ['Item No.', 'Description', 'Quantity', 'UOM', 'WBS Code'];

afterAll(async () => {
  await sql.end();
  await imports.stop();
});

/** Two lines that change, a new one, and a row that fails: its storing is the last thing before the end. */
const rows = [
  header,
  [1, 'Elbow', 50, 'EA', '20'],
  [2, 'Tee', 60, 'EA', '20'],
  [3, 'Valve', 70, 'EA', '30'],
  [4, 'Pipe', 'many', 'm', '10'],
];

/** A service with two lines, and a version of it with the same ones. */
async function service() {
  const into = target(system.records.addProject());
  await sheet([header, [1, 'Pipe', 10, 'm', '10'], [2, 'Pipe', 20, 'm', '10']], {}, into);
  const estimationId = system.records.addEstimation(into.projectId, into.serviceId, 'approved');
  await system.bus.ask(keepVersionLines, { estimationId, ...into });
  return { into, estimationId };
}

async function answer(method: string, path: string, json?: unknown) {
  const { status, body } = await system.mto.request(method, `/api/v1/mto${path}`, json ? { json } : {});
  expect({ path, status, errors: body.errors }).toEqual({ path, status: 200, errors: undefined });
  return body;
}

/** What everybody who reads lines is told. */
async function everyAnswer({ into, estimationId }: Awaited<ReturnType<typeof service>>) {
  const { projectId } = into;
  const all = { logicalOperator: 'AND', conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] };
  const { generatedAt, ...summary } = await answer('GET', `/project/${projectId}/summary`);
  const workbook = await answer('GET', `/export?projectId=${projectId}`);
  return {
    list: await linesOf(system, into),
    pages: await answer('GET', `?projectId=${projectId}&skip=1&limit=1`),
    search: await answer('POST', '/search', { projectId, filters: all }),
    disciplines: await answer('GET', `/project/${projectId}/disciplines`),
    distinctValues: await answer('GET', `/project/${projectId}/distinct-values/wbsCode`),
    compared: await answer('GET', `/project/${projectId}/compare?from=${estimationId}&to=current`),
    summary,
    exported: (await readWorkbook(workbook)).filter(({ name }) => name !== 'Summary'),
  };
}

async function queue(into: ImportTarget, mode: string): Promise<string> {
  const { status, body } = await upload(system, into, workbookFile({ Piping: rows }), { mode });
  expect(status).toBe(200);
  return body.taskId;
}

/** Resolves when the import has stored its lines and waits for the table of failed rows. */
const isAtItsEnd = () =>
  until(async () => {
    const waiting = await sql`select from pg_locks join pg_class on pg_class.oid = relation
      where relname = 'import_failed_row' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    return waiting.length > 0;
  });

const hasGivenUp = () =>
  until(async () => {
    const busy = await sql`select from pg_stat_activity where application_name = 'mto-import'
      and datname = current_database() and xact_start is not null`;
    return busy.length === 0;
  });

describe.each(['append', 'replace', 'upsert'])('lines of an import with mode %s', (mode) => {
  test('are seen by nobody while it runs, and by all once it has ended', async () => {
    const reported = await service();
    const before = await everyAnswer(reported);
    let taskId = '';
    await sql.begin(async (tx) => {
      await tx`lock table mto.import_failed_row in share mode`;
      taskId = await queue(reported.into, mode);
      await isAtItsEnd();
      expect(await everyAnswer(reported)).toEqual(before);
      const compared = `/api/v1/mto/project/${reported.into.projectId}/compare?taskId=${taskId}`;
      expect((await system.mto.request('GET', compared)).body.code).toBe('IMPORT_RUNNING');
    });
    expect((await endOf(system, taskId)).status).toBe('completed-with-errors');
    const after = await everyAnswer(reported);
    for (const [name, value] of Object.entries(after))
      expect({ name, value }).not.toEqual({ name, value: before[name as never] });
  });

  test('are seen by nobody when it was cancelled at its end', async () => {
    const reported = await service();
    const before = await everyAnswer(reported);
    await sql.begin(async (tx) => {
      await tx`lock table mto.import_failed_row in share mode`;
      const taskId = await queue(reported.into, mode);
      await isAtItsEnd();
      await sql`update mto.import_task set status = 'cancelled', finished_at = now() where id = ${taskId}`;
    });
    await hasGivenUp();
    expect(await everyAnswer(reported)).toEqual(before);
  });
});

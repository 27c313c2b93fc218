import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mto } from '@consulting/mto/service';
import postgres from 'postgres';
import { endOf, type ImportTarget, linesOf, upload, workbookFile } from '../../support/import-file';
import { counts, startTakeoffImports, valuesOf } from '../../support/takeoff-import';
import { until } from '../../support/takeoff-system';

const imports = await startTakeoffImports();
const { system, sheet } = imports;
const sql = postgres(system.databaseUrl, { max: 4, onnotice: () => {} });

beforeAll(async () => {
  await system.start(mto, { MTO_ROLE: 'api' });
});

afterAll(async () => {
  await sql.end();
  await imports.stop();
});

/** The service as a process of its own, which can be killed. */
const startProcess = () =>
  Bun.spawn([process.execPath, `${import.meta.dir}/../../../services/mto/index.ts`], {
    env: {
      ...process.env,
      DATABASE_URL: system.databaseUrl,
      NATS_URL: system.natsUrlFor('mto'),
      CALLER_SECRET: 'a secret that only this test knows about',
      HOST: '127.0.0.1',
      PORT: '0',
      MTO_ROLE: 'worker',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const header = ['Item No.', 'Description', 'Quantity', 'UOM'];
const rows = [
  [1, 'Pipe', 50, 'm'],
  [2, 'Pipe', 10, 'm'],
  [3, 'Pipe', 50, 'm'],
  [4, 'Pipe', 'many', 'm'],
];
const twoLines = () => sheet([header, [1, 'Pipe', 10, 'm'], [2, 'Pipe', 10, 'm']]);

/** Everything that an import can leave behind, as another session sees it. */
const visible = async ({ serviceId }: ImportTarget, taskId: string) => {
  const [found] = await sql`select
    (select json_agg(json_build_array(id, version, quantity) order by id) from mto.takeoff_line where service_id = ${serviceId}) as lines,
    (select count(*)::int from mto.import_failed_row where task_id = ${taskId}) as failed,
    (select status from mto.import_task where id = ${taskId}) as status`;
  return found;
};

/** Resolves when the worker has stored its rows and waits for the lock on the table of failed rows. */
const isAtItsEnd = () =>
  until(async () => {
    const waiting = await sql`select from pg_locks join pg_class on pg_class.oid = relation
      where relname = 'import_failed_row' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    return waiting.length > 0;
  });

describe('POST /api/v1/mto/import/async: a worker that is killed', () => {
  test.each([
    ['append', [3, 0, 0, 1, 0], [10, 10, 50, 10, 50]],
    ['replace', [3, 0, 0, 1, 2], [50, 10, 50]],
    ['upsert', [1, 1, 1, 1, 0], [50, 10, 50]],
  ])(
    '200 %s leaves nothing behind and is done once by the next worker',
    async (mode, expected, quantities) => {
      const { target: into } = await twoLines();
      await system.mto.stop();
      system.mto = await system.start(mto, { MTO_ROLE: 'api' });
      const { body } = await upload(system, into, workbookFile({ Piping: [header, ...rows] }), { mode });
      const before = await visible(into, body.taskId);
      const first = startProcess();
      await sql.begin(async (tx) => {
        await tx`lock table mto.import_failed_row in share mode`;
        await isAtItsEnd();
        first.kill('SIGKILL');
        await first.exited;
        expect(await visible(into, body.taskId)).toEqual({ ...before, status: 'running' });
      });
      system.mto = await system.start(mto);
      const task = await endOf(system, body.taskId);
      expect([task.status, counts(task), task.errorCount]).toEqual(['completed-with-errors', expected, 1]);
      const lines = await linesOf(system, into);
      expect(valuesOf(lines, 'quantity').flat().sort()).toEqual(quantities.sort());
      expect((await visible(into, body.taskId))?.failed).toBe(1);
    },
    120_000,
  );
});

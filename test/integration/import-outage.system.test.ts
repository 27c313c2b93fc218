import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mto } from '@consulting/mto/service';
import postgres from 'postgres';
import { DatabaseServer } from '../support/database-server';
import { csvFile, endOf, linesOf, upload } from '../support/import-file';
import { type ImportSystem, startImportSystem } from '../support/import-system';
import { until } from '../support/until';

let server: DatabaseServer;
let system: ImportSystem;

beforeAll(async () => {
  [server, system] = await Promise.all([DatabaseServer.start(), startImportSystem()]);
  await system.mto.stop();
  system.mto = await system.start(mto, { DATABASE_URL: server.url });
}, 60_000);
afterAll(async () => {
  await system.stop();
  await server.remove();
});

const file = csvFile(
  ['Item No.,Description,Quantity,UOM', '1,Pipe,2,m', '2,Pipe,many,m', '3,Pipe,4,m'].join('\n'),
  'piping.csv',
);

/** Resolves when the worker has stored its rows and waits for the table of failed rows. */
async function isAtItsEnd(sql: postgres.Sql): Promise<boolean> {
  const waiting = await sql`select from pg_locks join pg_class on pg_class.oid = relation
    where relname = 'import_failed_row' and not granted`;
  return waiting.length > 0;
}

test.each(['killed', 'frozen for a while'])(
  'an import whose database is %s is done once when it is back, and uploads meanwhile are 503',
  async (how) => {
    const target = system.newTarget();
    const locking = postgres(server.url, { max: 1, onnotice: () => {} });
    const watching = postgres(server.url, { max: 1, onnotice: () => {} });
    const holder = await locking.reserve();
    await holder`begin`;
    await holder`lock table mto.import_failed_row in share mode`;
    const { body } = await upload(system, target, file);
    await until(() => isAtItsEnd(watching));
    if (how === 'killed') await server.kill();
    else server.freeze();
    expect((await upload(system, system.newTarget(), file)).status).toBe(503);
    if (how === 'killed') await server.start();
    else {
      server.thaw();
      await holder`rollback`;
    }
    await Promise.all([locking.end({ timeout: 0 }), watching.end({ timeout: 0 })]);
    const task = await endOf(system, body.taskId);
    expect([task.status, task.result?.imported, task.errorCount]).toEqual(['completed-with-errors', 2, 1]);
    expect(await linesOf(system, target)).toHaveLength(2);
  },
  60_000,
);

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { removeUnusedFiles } from '@consulting/imports/store/file';
import { connectorOf, openDatabase } from '@consulting/kernel/postgres';
import { csvFile, importFile } from '../support/import-file';
import { type ImportSystem, startImportSystem } from '../support/import-system';

let system: ImportSystem;
let store: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  system = await startImportSystem();
  store = openDatabase(connectorOf(system.databaseUrl, 'mto', 'import-files-kept', {}), { max: 1 });
});

afterAll(async () => {
  await store.end(1000);
  await system.stop();
});

const storedDays = 30;
const chunksOf = async (taskId: string) =>
  Number(
    (
      await store.db.execute<{ count: string }>(`
        select count(*) from import_file_chunk join import_task using (file_id) where import_task.id = '${taskId}'`)
    )[0]?.count,
  );
const endedBefore = (taskId: string, days: number) =>
  store.db.execute(
    `update import_task set finished_at = now() - make_interval(days => ${days}) where id = '${taskId}'`,
  );

test('a file is kept for the days after the end of the last of its imports, and then removed', async () => {
  const target = system.newTarget();
  const parts = { discipline: 'piping' };
  const first = await importFile(system, target, csvFile('Description,Qty,UOM\nPipe,1,m\n'), parts);
  const again = await importFile(system, target, null, {
    ...parts,
    sourceTaskId: first.taskId,
    survey: true,
  });
  await endedBefore(first.taskId, storedDays + 1);
  await removeUnusedFiles(store.db, storedDays);
  expect(await chunksOf(again.taskId)).toBe(1);
  await endedBefore(again.taskId, storedDays + 1);
  await removeUnusedFiles(store.db, storedDays);
  expect(await chunksOf(again.taskId)).toBe(0);
});

test('with 0 days a file goes with the end of its import, and not before', async () => {
  const target = system.newTarget();
  const { taskId } = await importFile(system, target, csvFile('Description,Qty,UOM\nPipe,2,m\n'), {
    discipline: 'piping',
  });
  await store.db.execute(`update import_task set finished_at = null where id = '${taskId}'`);
  await removeUnusedFiles(store.db, 0);
  expect(await chunksOf(taskId)).toBe(1);
  await endedBefore(taskId, 0);
  await removeUnusedFiles(store.db, 0);
  expect(await chunksOf(taskId)).toBe(0);
});

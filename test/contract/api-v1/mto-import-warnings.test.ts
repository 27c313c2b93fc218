import { afterAll, describe, expect, test } from 'bun:test';
import { upload, workbookFile } from '../../support/import-file';
import { commonTakeoffImports, places, valuesOf } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { system, sheet } = imports;
const header = ['Description', 'Quantity', 'UOM', 'Area'];

afterAll(() => imports.stop());

describe('POST /api/v1/mto/import/async: what an import says and fills', () => {
  test('200 a default fills a column without any value, and says by itself what it did not fill', async () => {
    const rows = [header, ['Pipe', 1, null, 'A1'], ['Elbow', 2, null, null]];
    const { lines, task } = await sheet(rows, { defaults: { unitOfMeasure: 'EA', area: 'B2' } });
    expect(valuesOf(lines, 'unitOfMeasure', 'area')).toEqual([
      ['EA', 'A1'],
      ['EA', null],
    ]);
    expect(task.warnings).toMatchObject([{ code: 'DEFAULT_NOT_USED', column: 'D', field: 'area', count: 1 }]);
  });

  test('200 upsert without any identity warns first of all and says what would serve', async () => {
    const rows = [
      [...header, 'Tag'],
      ['Pipe', 1, 'm', 'A1', 'T-1'],
      [null, 2, 'm', 'A1', 'T-2'],
    ];
    const { task } = await sheet(rows, { mode: 'upsert', dryRun: true });
    expect(task.warnings.map(({ code }) => code)).toEqual(['NO_IDENTITY', 'REQUIRED']);
    expect(task.warnings[0]?.message).toContain('The mode revise finds lines by Tag No.');
  });

  test('200 crew rates of a crew that the service does not have are left out, which is said', async () => {
    const columns = ['Description', 'Quantity', 'UOM', 'Crew Code', 'Labour Rate', 'Labour Rate Source'];
    const { task, lines } = await sheet([columns, ['Pipe', 1, 'm', 'GONE', 80, 'crew']]);
    expect(valuesOf(lines, 'labourRate')).toEqual([[null]]);
    expect(places(task.warnings)).toEqual(['Piping!D2 crewCode NO_CREW_RATE']);
  });

  test('200 a dry run of a file that was imported is no duplicate; an undone import names its undo', async () => {
    const rows = [header, ['Pipe', 1, 'm', 'A1']];
    const { target: into, task } = await sheet(rows);
    const file = workbookFile({ Piping: rows });
    expect((await upload(system, into, file, { dryRun: true })).status).toBe(200);
    expect((await upload(system, into, file)).status).toBe(409);
    const { projectId, serviceId } = into;
    const history = `/api/v1/history/takeoff-lines?projectId=${projectId}&limit=1`;
    const { body } = await system.mto.request('GET', history);
    const undo = `/api/v1/history/takeoff-lines/${body.data[0].operationId}/undo`;
    const { body: undone } = await system.mto.request('POST', undo, { json: {} });
    const list = `/api/v1/mto/imports?projectId=${projectId}&serviceId=${serviceId}`;
    const { body: found } = await system.mto.request('GET', list);
    const named = found.data.map(({ taskId, undoneBy }: Record<string, unknown>) => [taskId, undoneBy]);
    expect(named).toContainEqual([task.taskId, undone.operationId]);
  });
});

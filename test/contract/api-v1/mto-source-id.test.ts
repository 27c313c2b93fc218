import { afterAll, describe, expect, test } from 'bun:test';
import { linesOf } from '../../support/import-file';
import { commonTakeoffImports, counts, places, valuesOf } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { system, sheet, projectId } = imports;
const header = ['Source ID', 'Item No.', 'Description', 'Quantity', 'UOM'];

afterAll(() => imports.stop());

const twoLines = () =>
  sheet([header, ['A', 1, 'Pipe', 10, 'm'], ['B', 2, 'Elbow', 4, 'EA'], [null, 3, 'Tee', 1, 'EA']]);

const asked = (method: string, path: string, json: object) =>
  system.mto.request(method, `/api/v1/mto${path}`, { json });

describe('sourceId of a takeoff line', () => {
  test('409 CODE_EXISTS when another line of the service and discipline has it, in every write', async () => {
    const { target: into, lines } = await twoLines();
    const line = { ...into, discipline: 'piping', quantity: 1, sourceId: 'A' };
    const of = `?projectId=${projectId}`;
    const answers = [
      await asked('POST', '', line),
      await asked('PUT', `/${lines[1]?.mtoId}${of}`, { sourceId: 'A' }),
      await asked('POST', '/bulk', { ...into, items: [line] }),
      await asked('PATCH', '/bulk', { projectId, items: [{ mtoId: lines[1]?.mtoId, sourceId: 'A' }] }),
      await asked('POST', '/bulk-edit', {
        projectId,
        selection: { mode: 'ids', ids: [lines[1]?.mtoId] },
        updates: { sourceId: 'A' },
      }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code, body.field])).toEqual(
      answers.map(() => [409, 'CODE_EXISTS', 'sourceId']),
    );
    expect(valuesOf(await linesOf(system, into), 'sourceId')).toEqual([['A'], ['B'], [null]]);
  });

  test('201 the same of another discipline or service; it is found, sorted by and exported', async () => {
    const { target: into } = await twoLines();
    const civil = await asked('POST', '', { ...into, discipline: 'civil', quantity: 1, sourceId: 'A' });
    const other = { ...imports.target(), discipline: 'piping', quantity: 1, sourceId: 'A' };
    expect([civil.status, (await asked('POST', '', other)).status]).toEqual([201, 201]);
    const filters = { conditions: [{ field: 'sourceId', operator: 'isNotEmpty' }] };
    const sort = [{ field: 'sourceId', direction: 'desc' }];
    const { body } = await asked('POST', '/search', { ...into, filters, sort });
    expect(body.data.map(({ sourceId }: { sourceId: string }) => sourceId)).toEqual(['B', 'A', 'A']);
  });

  test('200 an import refuses rows whose sourceId another row or line has', async () => {
    const { target: into } = await twoLines();
    const { task, lines } = await sheet(
      [
        header,
        ['A', 4, 'Pipe', 1, 'm'],
        ['C', 5, 'Pipe', 1, 'm'],
        ['D', 6, 'Pipe', 1, 'm'],
        ['C', 7, 'Pipe', 1, 'm'],
      ],
      {},
      into,
    );
    expect([counts(task), lines.length]).toEqual([[1, 0, 0, 3, 0], 4]);
    expect(places(task.errors)).toEqual([2, 3, 5].map((row) => `Piping!A${row} sourceId DUPLICATE`));
  });

  test('200 upsert may leave a sourceId with its line, and not move it to another', async () => {
    const { target: into } = await twoLines();
    const rows = [header, ['A', 1, 'Pipe', 11, 'm'], ['A', 3, 'Tee', 1, 'EA'], ['B', 2, 'Elbow', 5, 'EA']];
    const { task } = await sheet(rows, { mode: 'upsert' }, into);
    expect(counts(task)).toEqual([0, 1, 0, 2, 0]);
    expect(places(task.errors)).toEqual([2, 3].map((row) => `Piping!A${row} sourceId DUPLICATE`));
  });

  test('200 replace takes the sourceIds of the lines that it replaces', async () => {
    const { target: into } = await twoLines();
    const rows = [header, ['B', 1, 'Pipe', 7, 'm'], ['A', 2, 'Pipe', 8, 'm']];
    const { task, lines } = await sheet(rows, { mode: 'replace' }, into);
    expect(counts(task)).toEqual([2, 0, 0, 0, 3]);
    expect(valuesOf(lines, 'sourceId', 'quantity')).toEqual([
      ['B', 7],
      ['A', 8],
    ]);
  });

  test('409 the undo of a deletion whose sourceId another line has now', async () => {
    const { target: into, lines } = await twoLines();
    const gone = await system.mto.request('DELETE', `/api/v1/mto/${lines[0]?.mtoId}?projectId=${projectId}`);
    expect(gone.status).toBe(204);
    const { body } = await system.mto.request(
      'GET',
      `/api/v1/history/takeoff-lines?projectId=${projectId}&limit=1`,
    );
    await asked('POST', '', { ...into, discipline: 'piping', quantity: 1, sourceId: 'A' });
    const undo = `/api/v1/history/takeoff-lines/${body.data[0].operationId}/undo`;
    const { status, body: problem } = await system.mto.request('POST', undo, { json: {} });
    expect([status, problem.code]).toEqual([409, 'CODE_EXISTS']);
  });
});

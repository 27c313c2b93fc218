import { afterAll, describe, expect, test } from 'bun:test';
import { importFile } from '../../support/import-file';
import { readWorkbook } from '../../support/read-workbook';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

const lines = await commonTakeoffLines();
const { call, system, projectWith } = lines;

afterAll(() => system.stop());

type Json = Record<string, unknown>;

const { own, service } = await projectWith(
  {
    discipline: 'piping',
    itemNumber: 1,
    description: 'Pipe',
    quantity: 10,
    materialUnitPrice: 5,
    nominalPipeSize: 8,
  },
  {
    discipline: 'piping',
    itemNumber: 2,
    description: 'Spool 100%',
    quantity: 20,
    materialUnitPrice: 5,
    nominalPipeSize: 4,
  },
  {
    discipline: 'civil',
    itemNumber: 3,
    description: 'Ditch',
    quantity: 30,
    materialUnitPrice: 5,
    surfaceArea: 7,
  },
  { discipline: 'civil', itemNumber: 4, description: 'Fence', quantity: 40 },
);

const order = (json: Json, headers?: Record<string, string>) =>
  call('POST', '/mto/export', { json: { projectId: own, ...json }, ...(headers && { headers }) });

async function sheetsOf(json: Json) {
  const { status, body } = await order(json);
  expect({ status, errors: body?.errors }).toEqual({ status: 200, errors: undefined });
  return readWorkbook(body);
}

const where = (...conditions: Json[]) => ({ filters: { conditions } });
const descriptions = async (json: Json) =>
  (await sheetsOf(json)).flatMap(({ rows }) => rows).map(({ Description }) => Description);

describe('POST /api/v1/mto/export', () => {
  test.each([
    ['no criteria', {}, ['Pipe', 'Spool 100%', 'Ditch', 'Fence']],
    [
      'a comparison',
      where({ field: 'quantity', operator: 'greaterThan', value: 15 }),
      ['Spool 100%', 'Ditch', 'Fence'],
    ],
    ['literal text', where({ field: 'description', operator: 'endsWith', value: '0%' }), ['Spool 100%']],
    [
      'a field of a discipline',
      { discipline: 'piping', ...where({ field: 'nominalPipeSize', operator: 'in', value: [8, 10] }) },
      ['Pipe'],
    ],
    ['nothing that meets them', where({ field: 'quantity', operator: 'lessThan', value: 0 }), []],
    [
      'nested groups',
      {
        filters: {
          logicalOperator: 'OR',
          conditions: [
            { field: 'description', operator: 'equals', value: 'pipe' },
            {
              conditions: [
                { field: 'surfaceArea', operator: 'isEmpty' },
                { field: 'quantity', operator: 'between', value: [35, 45] },
              ],
            },
          ],
        },
      },
      ['Pipe', 'Fence'],
    ],
  ] as [string, Json, string[]][])('200 %s: the lines that a search finds', async (_, json, expected) => {
    expect(await descriptions(json)).toEqual(expected);
    const { body } = await call('POST', '/mto/search', { json: { projectId: own, ...json } });
    expect(body.data.map(({ description }: Json) => description)).toEqual(expected);
  });

  test('200 multi-sheet: summary and sheets are of the lines that meet the criteria', async () => {
    const cheap = where({ field: 'totalCost', operator: 'between', value: [1, 120] });
    const [summary, ...sheets] = await sheetsOf({ format: 'multi-sheet', ...cheap });
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([['Piping', 2]]);
    expect(summary?.rows.map((row) => [row.Discipline, row.Lines, row['Total Cost (CAD)']])).toEqual([
      ['Piping', 2, 150],
      ['Total', 2, 150],
    ]);
  });

  test('200 single-sheet has the discipline columns that these lines fill', async () => {
    const [sheet] = await sheetsOf(where({ field: 'description', operator: 'equals', value: 'Ditch' }));
    expect(sheet?.headers).toContain('Work Area (m2)');
    expect(sheet?.headers).not.toContain('NPS (in)');
  });

  test('200 a part of the takeoff comes back without touching the rest', async () => {
    const { body } = await order(where({ field: 'discipline', operator: 'equals', value: 'civil' }));
    const target = { projectId: own, serviceId: service };
    const { result } = await importFile(system, target, new File([body], 'part.xlsx'), { mode: 'upsert' });
    expect(result).toEqual({ imported: 0, updated: 0, skipped: 2, failed: 0, deleted: 0 });
  });

  test('200 twice with one Idempotency-Key: a workbook each time', async () => {
    for (const _ of ['once', 'twice']) {
      const { status, body } = await order({}, { 'idempotency-key': 'export-1' });
      expect(status).toBe(200);
      expect((await readWorkbook(body))[0]?.rows).toHaveLength(4);
    }
  });

  test('404 for an unknown project', async () => {
    const { status, body } = await order({ projectId: unknownId });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test.each([
    [{ projectId: null }, ['projectId REQUIRED']],
    [{ format: 'pdf', taste: [], sort: [7] }, ['format ENUM', 'sort[0] TYPE', 'taste UNKNOWN_FIELD']],
    [
      where({ field: 'description', operator: 'greaterThan', value: 1 }),
      ['filters.conditions[0].operator ENUM'],
    ],
    [
      { discipline: 'civil', ...where({ field: 'nominalPipeSize', operator: 'equals', value: 1 }) },
      ['filters.conditions[0].field UNKNOWN_FIELD'],
    ],
  ] as [Json, string[]][])('422 for %j', async (json, faults) => {
    const answer = await order(json);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(faults);
  });
});

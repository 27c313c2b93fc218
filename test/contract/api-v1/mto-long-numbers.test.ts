import { afterAll, describe, expect, test } from 'bun:test';
import { csvFile, importFile, linesOf, workbookFile } from '../../support/import-file';
import { commonTakeoffLines } from '../../support/takeoff-lines';

const { call, system, projectId, stored, pipe } = await commonTakeoffLines();

afterAll(() => system.stop());

const long = '12345678901.654321';
const longest = 99_999_999_999.9999;

/** JSON as a client writes it: `LONG` stands for a number that a double would alter. */
const sendLong = (method: string, path: string, body: unknown) =>
  call(method, path, {
    text: JSON.stringify(body).replaceAll('"LONG"', long),
    headers: { 'content-type': 'application/json' },
  });

type Faults = { index?: number; field: string; code: string; message: string; params: unknown }[];

const refused = (field: string) => ({
  field,
  code: 'FORMAT',
  message: 'must have at most 15 significant digits',
  params: { significantDigits: 15 },
});

describe('a number of more than 15 significant digits', () => {
  test('422 in every body, named as it was sent', async () => {
    const line = await stored();
    const selection = {
      filters: { conditions: [{ field: 'quantity', operator: 'lessThan', value: 'LONG' }] },
    };
    const requests: [string, string, unknown, string][] = [
      ['POST', '/mto', pipe({ quantity: 'LONG' }), 'quantity'],
      ['POST', '/mto', pipe({ totalCost: 'LONG' }), 'totalCost'],
      [
        'PUT',
        `/mto/${line.mtoId}?projectId=${projectId}`,
        { materialUnitPrice: 'LONG' },
        'materialUnitPrice',
      ],
      ['POST', '/mto/bulk', { projectId, items: [pipe(), pipe({ quantity: 'LONG' })] }, '1 quantity'],
      ['PATCH', '/mto/bulk', { projectId, items: [{ mtoId: line.mtoId, quantity: 'LONG' }] }, '0 quantity'],
      [
        'POST',
        '/mto/bulk-edit',
        { projectId, selection: { mode: 'ids', ids: [line.mtoId] }, updates: { quantity: { add: 'LONG' } } },
        'updates.quantity.add',
      ],
      ['POST', '/mto/search', { projectId, ...selection }, 'filters.conditions[0].value'],
      [
        'POST',
        '/mto/what-if',
        { projectId, changes: [{ updates: { quantity: 'LONG' } }] },
        'changes[0].updates.quantity',
      ],
    ];
    for (const [method, path, body, field] of requests) {
      const answer = await sendLong(method, path, body);
      const faults = ((answer.body.errors ?? []) as Faults).map(
        ({ index, field, code, message, params }) => ({
          field: index === undefined ? field : `${index} ${field}`,
          code,
          message,
          params,
        }),
      );
      expect([path, answer.status, faults]).toEqual([path, 422, [refused(field)]]);
    }
  });

  test('201 and 200 where it is ignored, and of 15 digits it is kept', async () => {
    const ignored = await sendLong('POST', '/mto', pipe({ totalCost: 'LONG', materialUnitPrice: longest }));
    expect([ignored.status, ignored.body.materialUnitPrice]).toEqual([201, longest]);
  });
});

describe('POST /api/v1/mto/import/async with numbers of more than 15 significant digits', () => {
  const rows = [
    ['Item No.', 'Quantity', 'UOM', 'Material Unit Price'],
    ['1', '2', 'm', long],
    ['2', '2', 'm', '99999999999.9999'],
    ['3', '2', 'm', '0.30000000000000004'],
    ['4', '2', 'm', '66.95999999999998'],
    ['5', `${long} m`, '', '1'],
  ];
  const files: [string, File][] = [
    ['CSV', csvFile(rows.map((row) => row.join()).join('\n'))],
    ['text cells of a workbook', workbookFile({ Piping: rows })],
  ];

  test.each(files)('200 of %s: a row error where it would be altered, else the figure', async (_, file) => {
    const service = system.records.addService(projectId);
    const target = { projectId, serviceId: service };
    const task = await importFile(system, target, file, { discipline: 'piping' });
    expect(task.errors.map(({ row, field, code }) => [row, field, code])).toEqual([
      [2, 'materialUnitPrice', 'FORMAT'],
      [6, 'quantity', 'FORMAT'],
    ]);
    const lines = await linesOf(system, target);
    expect(lines.map(({ materialUnitPrice }) => materialUnitPrice)).toEqual([longest, 0.3, 66.96]);
  });

  test('200 of number cells: what Excel shows, 15 digits', async () => {
    const target = { projectId, serviceId: system.records.addService(projectId) };
    const cells = [rows[0] ?? [], [1, 2, 'm', 0.1 + 0.2], [2, 2, 'm', Number(long)]];
    const task = await importFile(system, target, workbookFile({ Piping: cells }));
    expect(task.errors).toEqual([]);
    const lines = await linesOf(system, target);
    expect(lines.map(({ materialUnitPrice }) => materialUnitPrice)).toEqual([0.3, 12345678901.6543]);
  });
});

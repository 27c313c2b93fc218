import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { priceBook } from '@consulting/example';
import { samplesFolder } from '@consulting/local/sample-workbooks';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import type { Field } from '@consulting/takeoff-fields/field';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import fc from 'fast-check';
import { cellsOf, csvFile, listFiles, sheetFile } from '../../support/list-files';
import {
  commonPriceBookSystem,
  hoursPerInch,
  type PriceBookSystem,
  unknownId,
} from '../../support/price-book-system';
import { rounds } from '../../support/rounds';

let system: PriceBookSystem;

beforeAll(async () => {
  system = await commonPriceBookSystem();
});
afterAll(() => system.stop());

const filesOf = ({ id }: { id: string }) => listFiles(system.request, `/api/v1/price-books/${id}/rows`);
const update = { updateExisting: 'true' };
const counts = ({ imported, updated, skipped, errorCount }: Record<string, number>) => [
  imported,
  updated,
  skipped,
  errorCount,
];
type Row = Record<string, unknown>;
const plain = (rows: Row[]) =>
  rows.map(
    ({
      id,
      priceRowId,
      priceBookId,
      version,
      createdAt,
      updatedAt,
      createdBy,
      updatedBy,
      conditions,
      ...row
    }) => ({
      ...row,
      conditions: (conditions as object[]).map((one) => JSON.stringify(one)).sort(),
    }),
  );

describe('GET /api/v1/price-books/{priceBookId}/rows/template', () => {
  test('200: columns of conditions, and an example that the import leaves out', async () => {
    const book = await system.newBook();
    const files = filesOf(book);
    const template = await files.template();
    const { 'Price Rows': [header] = [], Fields: explained = [] } = await cellsOf(template);
    expect(header).toContain('nominalPipeSize from');
    expect(explained.find((row) => row[1] === 'driver')?.[6]).toContain('multiplied');
    expect(counts(await files.imported(template))).toEqual([0, 0, 0, 0]);
  });
});

describe('GET /api/v1/price-books/{priceBookId}/rows/export', () => {
  const figure = fc.integer({ min: -99_999, max: 9_999_999 }).map((value) => value / 1000);
  const words = fc.constantFrom(
    'A; B',
    '"quoted"',
    '=1+1',
    "-x'",
    '40',
    '1.234',
    ' Über 2"',
    'a\nb',
    'Yes',
    ';',
  );
  const operandOf = (field: Field): fc.Arbitrary<unknown> => {
    if (field.type === 'enum') return fc.constantFrom(...(field.enum ?? []));
    if (field.type === 'boolean') return fc.boolean();
    if (field.type === 'date') return fc.constantFrom('2025-01-31', '1999-12-01');
    return field.type === 'text' ? words : figure;
  };
  const conditionOf = (field: Field): fc.Arbitrary<object> => {
    const { key, type } = field;
    const one = operandOf(field);
    const ordered = fc.tuple(figure, figure).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
    const kinds: fc.Arbitrary<object>[] = [
      one.map((equals) => ({ field: key, equals })),
      fc.array(one, { minLength: 1, maxLength: 3 }).map((values) => ({ field: key, in: values })),
      fc.constant({ field: key, isEmpty: true }),
    ];
    if (type === 'text')
      kinds.push(
        words.map((contains) => ({ field: key, contains })),
        words.map((startsWith) => ({ field: key, startsWith })),
      );
    if (type === 'number')
      kinds.push(
        ordered.map(([from, to]) => ({ field: key, from, to })),
        figure.map((to) => ({ field: key, to })),
      );
    if (type === 'date') kinds.push(fc.constant({ field: key, from: '2025-02-01' }));
    return fc.oneof(...kinds);
  };
  const valueOf = fc.oneof(
    figure.map((value) => ({ ...{ target: 'totalCostOverride', driver: 'quantity' }, value })),
    words.map((value) => ({ target: 'remarks', value })),
    fc.uniqueArray(figure, { minLength: 2, maxLength: 5 }).map((xs) => ({
      ...{ target: 'materialUnitPrice', unitOfMeasure: 'm' },
      points: {
        field: 'quantity',
        between: 'linear',
        points: xs.sort((a, b) => a - b).map((x) => [x, x / 2].map((one) => Math.round(one * 1e6) / 1e6)),
      },
    })),
  );
  const rowOf = (discipline: Discipline) =>
    fc
      .tuple(
        valueOf,
        fc.array(
          fc
            .constantFrom(...fieldsOf(discipline).filter(({ key }) => key !== 'unitOfMeasure'))
            .chain(conditionOf),
          { maxLength: 6 },
        ),
        fc.option(words, { nil: null }),
        fc.option(fc.integer({ min: -5, max: 5 }), { nil: null }),
      )
      .map(
        ([value, conditions, remarks, sortOrder]): Row => ({
          discipline,
          ...value,
          conditions,
          remarks,
          sortOrder,
        }),
      );
  const book = fc.array(fc.constantFrom(...disciplines).chain(rowOf), { minLength: 1, maxLength: 8 });

  test('200: random rows, exported and imported, change nothing, and make the same book elsewhere', () =>
    fc.assert(
      fc.asyncProperty(book, fc.constantFrom('xlsx', 'csv'), async (rows, format) => {
        const own = await system.newBook({ currency: 'CAD' });
        for (const row of rows) await system.newRow(own, { driver: null, value: null, ...row });
        const file = await filesOf(own).exported(`format=${format}`);
        const before = await system.rowsOf(own);
        expect(counts(await filesOf(own).imported(file, update))).toEqual([0, 0, rows.length, 0]);
        expect(await system.rowsOf(own)).toEqual(before);
        const other = await system.newBook({ currency: 'CAD' });
        expect(counts(await filesOf(other).imported(file))).toEqual([rows.length, 0, 0, 0]);
        expect(plain(await system.rowsOf(other))).toEqual(plain(before));
      }),
      {
        numRuns: rounds(20),
        examples: [
          [
            [
              {
                discipline: 'piping',
                target: 'remarks',
                value: 'x',
                conditions: [
                  { field: 'description', equals: 'A' },
                  { field: 'description', contains: 'A' },
                  { field: 'description', contains: 'B; C' },
                  { field: 'nominalPipeSize', in: [2] },
                  { field: 'nominalPipeSize', equals: 2 },
                  { field: 'unitOfMeasure', equals: 'm' },
                ],
              },
            ],
            'csv',
          ],
        ],
      },
    ));

  test('404: an unknown book', async () => {
    const { status } = await system.request('GET', `/api/v1/price-books/${unknownId}/rows/export`);
    expect(status).toBe(404);
  });
});

describe('POST /api/v1/price-books/{priceBookId}/rows/import', () => {
  test('200: every row of docs/samples/price-book.csv, once', async () => {
    const book = await system.newBook(priceBook);
    const sample = new File([await Bun.file(join(samplesFolder, 'price-book.csv')).text()], 'price-book.csv');
    expect(counts(await filesOf(book).imported(sample))).toEqual([471, 0, 0, 0]);
    expect(counts(await filesOf(book).imported(sample))).toEqual([0, 0, 471, 0]);
    const { body } = await system.request(
      'GET',
      `/api/v1/price-books/${book.id}/rows?rowCode=PIPE-CS-80-2-P`,
    );
    expect(body.data).toMatchObject([
      {
        target: 'materialUnitPrice',
        value: 28.08,
        conditions: [
          { field: 'description', startsWith: 'Pipe,' },
          { field: 'pipeSchedule', in: ['80', 'Sch 80'] },
          { field: 'materialGroup', equals: 'carbon-steel' },
          { field: 'nominalPipeSize', equals: 2 },
        ],
      },
    ]);
  });

  test('200: conditions in columns; faults name them, and the other rows are stored', async () => {
    const book = await system.newBook({ discipline: 'piping', currency: 'CAD' });
    const result = await filesOf(book).imported(
      sheetFile([
        [
          'Row',
          'Target',
          'Driver',
          'Material Group',
          'NPS',
          'Nominal Pipe Size From',
          'nominalPipeSize to',
          'Description contains',
          'tag is empty',
          'Value',
          'Points',
          'Points Field',
          'Points Between',
        ],
        [
          'A',
          'hoursPipeErection',
          'fieldDiaInch',
          'Carbon Steel; duplex',
          null,
          2,
          12,
          'elbow',
          'Yes',
          0.55,
          null,
          null,
          null,
        ],
        [
          'B',
          'hoursPipeErection',
          'fieldDiaInch',
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          '2:0.55; 4:0,92',
          'nominalPipeSize',
          'Linear',
        ],
        ['C', 'hoursPipeErection', null, 'wood', null, 4, 2, null, null, 'much', null, null, null],
        ['A', 'crewCode', null, null, null, null, null, null, null, 'PF', null, null, null],
      ]),
      { mapping: JSON.stringify({ NPS: null }) },
    );
    expect(counts(result)).toEqual([2, 0, 0, 2]);
    expect(result.errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringMatching(/^driver: .*; value: .*; materialGroup: .*; nominalPipeSize to: /),
      expect.stringContaining('rowCode: row 5 has the same code as row 2'),
    ]);
    const [a, b] = await system.rowsOf(book);
    expect(a).toMatchObject({ rowCode: 'A', value: 0.55, discipline: 'piping' });
    expect(a.conditions).toEqual([
      { field: 'materialGroup', in: ['carbon-steel', 'duplex'] },
      { field: 'nominalPipeSize', from: 2, to: 12 },
      { field: 'description', contains: 'elbow' },
      { field: 'tag', isEmpty: true },
    ]);
    expect(b.points).toEqual({
      field: 'nominalPipeSize',
      between: 'linear',
      points: [
        [2, 0.55],
        [4, 0.92],
      ],
    });
  });

  test('200: rows without code get the next numbers; updateExisting changes rows and reports them', async () => {
    const book = await system.newBook({ discipline: 'piping' });
    const files = filesOf(book);
    await files.imported(
      csvFile([
        'target,driver,value',
        'hoursPipeErection,fieldDiaInch,1',
        'hoursPipeErection,fieldDiaInch,2',
      ]),
    );
    const file = csvFile([
      'rowCode,target,value,nominalPipeSize',
      '1,hoursPipeErection,3,2',
      '2,hoursPipeErection,2,',
    ]);
    expect(counts(await files.imported(file))).toEqual([0, 0, 2, 0]);
    expect(await system.reported(book)).toEqual([]);
    expect(counts(await files.imported(file, { ...update, dryRun: 'true' }))).toEqual([0, 1, 1, 0]);
    expect(counts(await files.imported(file, update))).toEqual([0, 1, 1, 0]);
    expect(await system.reported(book)).toEqual(['1']);
    expect(await system.rowsOf(book)).toMatchObject([
      { value: 3, driver: 'fieldDiaInch', conditions: [{ field: 'nominalPipeSize', equals: 2 }] },
      { value: 2 },
    ]);
    const { body } = await system.request('GET', `/api/v1/price-books/${book.id}`);
    expect(body).toMatchObject({ rowCount: 2, updatedAt: await system.reportedAt(book) });
  });

  test('200: a table of sizes; imported again, it changes its own rows', async () => {
    const book = await system.newBook({ discipline: 'piping' });
    const files = filesOf(book);
    const matrix = JSON.stringify({
      down: 'nominalPipeSize',
      across: 'pipeSchedule',
      ...{ target: 'hoursPipeErection', driver: 'fieldDiaInch' },
    });
    const rows: (string | number | null)[][] = [
      ['Hours per dia-inch', null, null],
      ['NPS', 'STD', 80],
      [2, 0.5, 0.6],
      [4, 0.7, null],
    ];
    expect(counts(await files.imported(sheetFile(rows), { matrix }))).toEqual([3, 0, 0, 0]);
    expect(await system.rowsOf(book)).toMatchObject([
      {
        value: 0.5,
        conditions: [
          { field: 'nominalPipeSize', equals: 2 },
          { field: 'pipeSchedule', equals: 'STD' },
        ],
      },
      {
        value: 0.6,
        conditions: [
          { field: 'nominalPipeSize', equals: 2 },
          { field: 'pipeSchedule', equals: '80' },
        ],
        ...{ target: 'hoursPipeErection', driver: 'fieldDiaInch' },
      },
      { value: 0.7 },
    ]);
    rows[2] = [2, 0.55, 0.6];
    expect(counts(await files.imported(sheetFile(rows), { matrix, ...update }))).toEqual([0, 1, 2, 0]);
  });

  test('422: a matrix without its parts, a mapping to no field; 404: an unknown book', async () => {
    const book = await system.newBook();
    const parts = { matrix: '{"down":"nominalPipeSize"}', mapping: '{"A":"mood from"}' };
    const { status, body } = await filesOf(book).upload(csvFile(['target,value', 'a,1']), parts);
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'matrix.across',
      'matrix.target',
      'mapping.A',
    ]);
    const lost = filesOf({ id: unknownId });
    expect((await lost.upload(csvFile(['target,value', 'a,1']))).status).toBe(404);
  });
});

describe('POST /api/v1/price-books/{priceBookId}/rows/import/async', () => {
  test('200: a task stores the rows of its book', async () => {
    const book = await system.newBook({ discipline: 'piping' });
    const lines = Array.from({ length: 1500 }, (_, at) => `R${at},hoursPipeErection,fieldDiaInch,0.5,${at}`);
    const file = csvFile(['rowCode,target,driver,value,nominalPipeSize to', ...lines, 'X,colour,,1,']);
    const { status, body } = await filesOf(book).upload(file, {}, 'import/async');
    expect([status, body.status]).toEqual([200, 'queued']);
    const state = await system.ended(body.taskId);
    expect(state).toMatchObject({ status: 'completed-with-errors' });
    expect((await system.request('GET', `/api/v1/price-books/${book.id}`)).body.rowCount).toBe(1500);
    expect(hoursPerInch.target).toBe('hoursPipeErection');
  });

  test('404: an unknown book', async () => {
    const { status } = await filesOf({ id: unknownId }).upload(csvFile(['target,value']), {}, 'import/async');
    expect(status).toBe(404);
  });
});

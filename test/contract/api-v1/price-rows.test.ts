import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  commonPriceBookSystem,
  faultsOf,
  freshCode,
  hoursPerInch,
  type PriceBookSystem,
  unknownId,
} from '../../support/price-book-system';

let system: PriceBookSystem;
let book: { id: string; code: string };
const send: PriceBookSystem['request'] = (...sent) => system.request(...sent);
const rows = (of = book) => `/api/v1/price-books/${of.id}/rows`;
const add = (json: object) => send('POST', rows(), { json });
const faultsOfRow = async (json: object) => {
  const { status, body } = await add({ ...hoursPerInch, ...json });
  return [status, faultsOf(body)];
};

beforeAll(async () => {
  system = await commonPriceBookSystem();
  book = await system.newBook({ currency: 'CAD' });
});
afterAll(() => system.stop());

const carbon = { field: 'materialGroup', equals: 'carbon-steel' };
const price = { discipline: 'piping', target: 'materialUnitPrice', unitOfMeasure: 'm', value: 12.5 };

describe('GET /api/v1/price-books/{priceBookId}/rows', () => {
  test('200: by sortOrder, empty last; by target, field and code', async () => {
    const own = await system.newBook({ currency: 'CAD' });
    await system.newRow(own, { rowCode: 'A' });
    await system.newRow(own, { rowCode: 'B', sortOrder: 5, conditions: [carbon] });
    await system.newRow(own, { ...price, driver: null, rowCode: 'C', sortOrder: -1 });
    const codes = async (query: string) =>
      (await system.rowsOf(own, query)).map(({ rowCode }: { rowCode: string }) => rowCode);
    expect(await codes('')).toEqual(['C', 'B', 'A']);
    expect(await codes('target=materialUnitPrice')).toEqual(['C']);
    expect(await codes('field=materialGroup')).toEqual(['B']);
    expect(await codes('rowCode=a')).toEqual(['A']);
    expect(await codes('sort=-rowCode&limit=2')).toEqual(['C', 'B']);
  });

  test('404: an unknown book', async () => {
    expect((await send('GET', rows({ id: unknownId, code: '' }))).status).toBe(404);
  });
});

describe('POST /api/v1/price-books/{priceBookId}/rows', () => {
  test('201: the next number as its code, words as lines have them', async () => {
    const own = await system.newBook({ discipline: 'piping' });
    await system.newRow(own, { rowCode: '41' });
    const conditions = [
      { field: 'materialGroup', in: ['Carbon Steel', 'duplex'] },
      { field: 'nominalPipeSize', from: 2, to: 12 },
      { field: 'description', contains: ' Elbow ' },
      { field: 'unitOfMeasure', equals: 'Mtr' },
      { field: 'tag', isEmpty: true },
      { field: 'takeoffDate', from: '2025-01-31' },
    ];
    const json = { target: 'hoursPipeErection', driver: 'fieldDiaInch', value: 0.55, conditions };
    const { status, headers, body } = await send('POST', rows(own), { json });
    expect([status, headers.get('location')]).toEqual([201, `${rows(own)}/${body.id}`]);
    expect(body).toMatchObject({ priceBookId: own.id, rowCode: '42', discipline: 'piping', points: null });
    expect(body.conditions).toEqual([
      { field: 'materialGroup', in: ['carbon-steel', 'duplex'] },
      { field: 'nominalPipeSize', from: 2, to: 12 },
      { field: 'description', contains: 'Elbow' },
      { field: 'unitOfMeasure', equals: 'm' },
      { field: 'tag', isEmpty: true },
      { field: 'takeoffDate', from: '2025-01-31' },
    ]);
  });

  test('201: points, text and choices as values', async () => {
    const points = {
      field: 'nominalPipeSize',
      between: 'next',
      points: [
        [2, 0.5],
        [4, 0.9],
      ],
    };
    expect((await add({ ...hoursPerInch, value: null, points })).body.points).toEqual(points);
    const text = { discipline: 'piping', target: 'wbsCode', value: '1.2' };
    expect((await add(text)).body.value).toBe('1.2');
    const choice = { discipline: 'piping', target: 'confidence', value: 'HIGH' };
    expect((await add(choice)).body.value).toBe('high');
  });

  test.each([
    ['a field of another discipline', { target: 'concreteGrade' }, { target: 'UNKNOWN_FIELD' }],
    ['a computed field', { target: 'totalCost', driver: null }, { target: 'READ_ONLY' }],
    ['a field that no book fills', { target: 'status', driver: null }, { target: 'READ_ONLY' }],
    ['a date', { target: 'takeoffDate', driver: null }, { target: 'READ_ONLY' }],
    ['hours of an activity without driver', { driver: null }, { driver: 'REQUIRED' }],
    ['a driver that is no number', { driver: 'tag' }, { driver: 'TYPE' }],
    ['a driver that no line has', { driver: 'colour' }, { driver: 'UNKNOWN_FIELD' }],
    [
      'a figure per unit with a driver and no unit',
      { target: 'materialUnitPrice' },
      { driver: 'FORMAT', unitOfMeasure: 'REQUIRED' },
    ],
    ['no value', { value: null }, { value: 'REQUIRED' }],
    [
      'value and points',
      {
        points: {
          field: 'nominalPipeSize',
          between: 'linear',
          points: [
            [1, 1],
            [2, 2],
          ],
        },
      },
      { value: 'CONFLICTING_NAMES' },
    ],
    ['text for a number', { value: 'many' }, { value: 'TYPE' }],
    ['seven decimals', { value: 0.1234567 }, { value: 'FORMAT' }],
    [
      'a word that the field has not',
      { target: 'confidence', driver: null, value: 'perhaps' },
      { value: 'ENUM' },
    ],
    [
      'below the least of the field',
      { target: 'productivityFactor', driver: null, value: 0.01 },
      { value: 'MIN' },
    ],
    [
      'one point',
      { value: null, points: { field: 'nominalPipeSize', between: 'linear', points: [[1, 1]] } },
      { 'points.points': 'REQUIRED' },
    ],
    [
      'points that do not ascend',
      {
        value: null,
        points: {
          field: 'nominalPipeSize',
          between: 'linear',
          points: [
            [2, 1],
            [2, 2],
          ],
        },
      },
      { 'points.points[1][0]': 'MIN' },
    ],
    [
      'points of a text',
      {
        value: null,
        points: {
          field: 'tag',
          between: 'next',
          points: [
            [1, 1],
            [2, 2],
          ],
        },
      },
      { 'points.field': 'TYPE' },
    ],
  ])('422: %s', async (_, json, faults) => {
    expect(await faultsOfRow(json)).toEqual([422, faults]);
  });

  test('422: every fault of the conditions by its place', async () => {
    const conditions = [
      carbon,
      { field: 'colour', equals: 'red' },
      { field: 'nominalPipeSize', from: 4, to: 2 },
      { field: 'tag', from: 1 },
      { field: 'nominalPipeSize', contains: '2' },
      { field: 'materialGroup', equals: 'wood' },
      { field: 'nominalPipeSize', in: [2, 'three'] },
      { field: 'takeoffDate', equals: '31.1.2025' },
      { field: 'tag' },
      { field: 'tag', equals: 'A', contains: 'B' },
    ];
    expect(await faultsOfRow({ conditions })).toEqual([
      422,
      {
        'conditions[1].field': 'UNKNOWN_FIELD',
        'conditions[2].to': 'MIN',
        'conditions[3].from': 'TYPE',
        'conditions[4].contains': 'TYPE',
        'conditions[5].equals': 'ENUM',
        'conditions[6].in[1]': 'TYPE',
        'conditions[7].equals': 'FORMAT',
        'conditions[8]': 'REQUIRED',
        'conditions[9]': 'CONFLICTING_NAMES',
      },
    ]);
    expect(await faultsOfRow({ conditions: Array(13).fill(carbon) })).toEqual([
      422,
      { conditions: 'MAX_LENGTH' },
    ]);
  });

  test('422: money in a book without currency, another discipline than that of the book, none at all', async () => {
    const civil = await system.newBook({ discipline: 'civil' });
    const json = { ...price, value: 3 };
    expect(faultsOf((await send('POST', rows(civil), { json })).body)).toEqual({
      discipline: 'REFERENCE',
      target: 'REFERENCE',
    });
    expect(await faultsOfRow({ discipline: null })).toEqual([422, { discipline: 'REQUIRED' }]);
  });

  test('409: the code of another row, case ignored', async () => {
    const rowCode = freshCode('R');
    await add({ ...hoursPerInch, rowCode });
    const { status, body } = await add({ ...hoursPerInch, rowCode: rowCode.toLowerCase() });
    expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'rowCode']);
  });

  test('404: an unknown book', async () => {
    expect((await send('POST', rows({ id: unknownId, code: '' }), { json: hoursPerInch })).status).toBe(404);
  });
});

describe('GET /api/v1/price-books/{priceBookId}/rows/{priceRowId}', () => {
  test('200, and 404 in another book', async () => {
    const row = await system.newRow(book);
    expect((await send('GET', `${rows()}/${row.id}`)).body).toEqual(row);
    const other = await system.newBook();
    expect((await send('GET', `${rows(other)}/${row.id}`)).status).toBe(404);
    expect((await send('GET', `${rows()}/nothing`)).status).toBe(404);
  });
});

describe('PATCH /api/v1/price-books/{priceBookId}/rows/{priceRowId}', () => {
  test('200: reports the row by its former code; the same values change nothing', async () => {
    const own = await system.newBook();
    const row = await system.newRow(own, { rowCode: 'A', conditions: [carbon] });
    const { status, body } = await send('PATCH', `${rows(own)}/${row.id}`, {
      json: { rowCode: 'B', value: 0.6 },
    });
    expect([status, body.value, body.conditions, body.version]).toEqual([200, 0.6, [carbon], 2]);
    expect(await system.reported(own)).toEqual(['A']);
    const again = await send('PATCH', `${rows(own)}/${row.id}`, {
      json: { value: 0.6, conditions: [carbon] },
    });
    expect(again.body.version).toBe(2);
    expect(await system.reported(own)).toEqual(['A']);
  });

  test('422: what the whole row may not be; 412: another version; 404: unknown', async () => {
    const row = await system.newRow(book);
    const at = `${rows()}/${row.id}`;
    const { status, body } = await send('PATCH', at, { json: { target: 'materialUnitPrice' } });
    expect([status, faultsOf(body)]).toEqual([422, { driver: 'FORMAT', unitOfMeasure: 'REQUIRED' }]);
    const sent = { json: { value: 1 }, headers: { 'if-match': '"9"' } };
    expect((await send('PATCH', at, sent)).status).toBe(412);
    expect((await send('PATCH', `${rows()}/${unknownId}`, { json: { value: 1 } })).status).toBe(404);
  });
});

describe('DELETE /api/v1/price-books/{priceBookId}/rows/{priceRowId}', () => {
  test('204: reported; then 404', async () => {
    const own = await system.newBook();
    const row = await system.newRow(own, { rowCode: 'A' });
    expect((await send('DELETE', `${rows(own)}/${row.id}`)).status).toBe(204);
    expect(await system.reported(own)).toEqual(['A']);
    expect((await send('GET', `/api/v1/price-books/${own.id}`)).body.rowCount).toBe(0);
    expect((await send('DELETE', `${rows(own)}/${row.id}`)).status).toBe(404);
  });
});

describe('PATCH /api/v1/price-books/{priceBookId}/rows/bulk', () => {
  const bulk = (own: { id: string }, items: object[]) =>
    send('PATCH', `/api/v1/price-books/${own.id}/rows/bulk`, { json: { items } });

  test('200: each in its own way; what changes nothing is counted and not reported', async () => {
    const own = await system.newBook();
    const [a, b] = [await system.newRow(own, { rowCode: 'A' }), await system.newRow(own, { rowCode: 'B' })];
    const { status, body } = await bulk(own, [
      { priceRowId: b.id, version: 1, conditions: [carbon], value: 0.7 },
      { priceRowId: a.id, value: 0.55 },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ updated: 1, unchanged: 1, ids: [b.id] });
    expect(body.items).toMatchObject([
      { id: b.id, value: 0.7, conditions: [carbon], version: 2 },
      { id: a.id, version: 1 },
    ]);
    expect(await system.reported(own)).toEqual(['B']);
  });

  test('422: faults by their index, and nothing is changed', async () => {
    const own = await system.newBook();
    const row = await system.newRow(own);
    const { status, body } = await bulk(own, [
      { priceRowId: row.id, value: 0.9 },
      { priceRowId: row.id, value: 1 },
      { priceRowId: 'x' },
    ]);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { index: 1, field: 'priceRowId', code: 'DUPLICATE' },
      { index: 2, field: 'priceRowId', code: 'FORMAT' },
    ]);
    const wrong = await bulk(own, [{ priceRowId: row.id, value: 'much' }]);
    expect(wrong.body.errors).toMatchObject([{ index: 0, field: 'value', code: 'TYPE' }]);
    expect((await system.rowsOf(own))[0].value).toBe(0.55);
  });

  test('412: ids of all that moved; 404: a row of another book; 409: a code twice', async () => {
    const own = await system.newBook();
    const [a, b] = [await system.newRow(own, { rowCode: 'A' }), await system.newRow(own, { rowCode: 'B' })];
    const moved = await bulk(own, [{ priceRowId: a.id, version: 7, value: 1 }]);
    expect([moved.status, moved.body.ids]).toEqual([412, [a.id]]);
    expect((await bulk(book, [{ priceRowId: a.id, value: 1 }])).status).toBe(404);
    expect((await bulk(own, [{ priceRowId: a.id, rowCode: 'b' }])).status).toBe(409);
    expect(b.version).toBe(1);
  });
});

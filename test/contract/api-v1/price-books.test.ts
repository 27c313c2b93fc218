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
const send: PriceBookSystem['request'] = (...sent) => system.request(...sent);

beforeAll(async () => {
  system = await commonPriceBookSystem();
});
afterAll(() => system.stop());

const path = '/api/v1/price-books';
const price = { target: 'materialUnitPrice', driver: null, unitOfMeasure: 'm', value: 12.5 };

describe('GET /api/v1/price-books', () => {
  test('200: newest first, by code, words and discipline', async () => {
    const first = await system.newBook({ description: 'stainless', discipline: 'piping' });
    const second = await system.newBook({ description: 'stainless', isActive: false });
    const { body } = await send('GET', `${path}?words=stainless`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(body).toMatchObject({ total: 2, hasMore: false });
    expect((await send('GET', `${path}?words=stainless&discipline=piping`)).body.total).toBe(1);
    expect((await send('GET', `${path}?code=${second.code.toLowerCase()}`)).body.total).toBe(1);
    expect((await send('GET', `${path}?words=stainless&isActive=true`)).body.total).toBe(1);
  });

  test('422: an unknown filter', async () => {
    expect(faultsOf((await send('GET', `${path}?currency=CAD`)).body)).toEqual({ currency: 'UNKNOWN_FIELD' });
  });
});

describe('POST /api/v1/price-books', () => {
  test('201: with defaults, and where it is', async () => {
    const code = freshCode('B');
    const { status, headers, body } = await send('POST', path, { json: { code, name: ' Norms ' } });
    expect([status, headers.get('location')]).toEqual([201, `${path}/${body.id}`]);
    expect(body).toMatchObject({
      ...{ priceBookId: body.id, code, name: 'Norms', discipline: null, currency: null, isActive: true },
      ...{ priceSource: 'published-database', rowCount: 0, statistics: null, version: 1 },
    });
  });

  test('422: every fault at once', async () => {
    const json = { code: 'a b', currency: 'dollar', priceSource: 'guess', year: 1800, colour: 'red' };
    const { status, body } = await send('POST', path, { json });
    expect([status, faultsOf(body)]).toEqual([
      422,
      {
        ...{ code: 'FORMAT', name: 'REQUIRED', currency: 'MAX_LENGTH', priceSource: 'ENUM', year: 'MIN' },
        colour: 'UNKNOWN_FIELD',
      },
    ]);
  });

  test('409: the code of another book, case ignored', async () => {
    const { code } = await system.newBook();
    const { status, body } = await send('POST', path, { json: { code: code.toLowerCase(), name: 'B' } });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
  });
});

describe('GET /api/v1/price-books/{priceBookId}', () => {
  test('200: with the number of its rows', async () => {
    const book = await system.newBook();
    await system.newRow(book);
    const { status, body } = await send('GET', `${path}/${book.id}`);
    expect([status, body.rowCount, body.version]).toEqual([200, 1, 2]);
  });

  test.each([unknownId, 'nothing'])('404: %s', async (id) => {
    expect((await send('GET', `${path}/${id}`)).status).toBe(404);
  });
});

describe('PATCH /api/v1/price-books/{priceBookId}', () => {
  test('200: changes only what is named, and reports no row', async () => {
    const book = await system.newBook({ currency: 'CAD', description: 'old' });
    await system.newRow(book);
    const { status, body } = await send('PATCH', `${path}/${book.id}`, { json: { description: null } });
    expect([status, body.description, body.currency, body.version]).toEqual([200, null, 'CAD', 3]);
    expect(await system.reported(book)).toEqual([]);
  });

  test.each([{ code: 'NEW' }, { currency: 'USD' }])(
    '200: %j reports all rows by the old code',
    async (json) => {
      const book = await system.newBook({ currency: 'CAD' });
      for (const rowCode of ['A', 'B']) await system.newRow(book, { rowCode });
      const { status, body } = await send('PATCH', `${path}/${book.id}`, { json });
      expect([status, await system.reported(book)]).toEqual([200, ['A', 'B']]);
      expect(await system.reportedAt(book)).toBe(body.updatedAt);
      await send('DELETE', `${path}/${book.id}`);
    },
  );

  test('422: a discipline that rows do not have, no currency for rows that are money', async () => {
    const book = await system.newBook({ currency: 'CAD' });
    await system.newRow(book, price);
    const json = { discipline: 'civil', currency: null };
    const { status, body } = await send('PATCH', `${path}/${book.id}`, { json });
    expect([status, faultsOf(body)]).toEqual([422, { discipline: 'REFERENCE', currency: 'REQUIRED' }]);
  });

  test('412: another version', async () => {
    const book = await system.newBook();
    const sent = { json: { name: 'X' }, headers: { 'if-match': '"7"' } };
    expect((await send('PATCH', `${path}/${book.id}`, sent)).status).toBe(412);
  });
});

describe('DELETE /api/v1/price-books/{priceBookId}', () => {
  test('204: its rows go too and are reported', async () => {
    const book = await system.newBook();
    await system.newRow(book, { rowCode: 'A' });
    expect((await send('DELETE', `${path}/${book.id}`)).status).toBe(204);
    expect((await send('GET', `${path}/${book.id}/rows`)).status).toBe(404);
    expect(await system.reported(book)).toEqual(['A']);
    const [left] =
      await system.sql`select count(*)::int as rows from crews_rates.price_row where book_id = ${book.id}`;
    expect(left?.rows).toBe(0);
  });

  test('404: an unknown book', async () => {
    expect((await send('DELETE', `${path}/${unknownId}`)).status).toBe(404);
  });
});

describe('POST /api/v1/price-books/{priceBookId}/duplicate', () => {
  test('201: a copy with all rows in their order', async () => {
    const book = await system.newBook({ currency: 'CAD', description: 'norms' });
    await system.newRow(book, { rowCode: 'A', conditions: [{ field: 'nominalPipeSize', from: 2 }] });
    await system.newRow(book, { rowCode: 'B', target: 'crewCode', driver: null, value: 'PF-01' });
    const json = { newCode: freshCode('C') };
    const { status, body } = await send('POST', `${path}/${book.id}/duplicate`, { json });
    expect(status).toBe(201);
    expect(body).toMatchObject({ code: json.newCode, name: book.name, description: 'norms', rowCount: 2 });
    const plain = (rows: Record<string, unknown>[]) =>
      rows.map(({ rowCode, conditions, value, target, driver }) => ({
        rowCode,
        conditions,
        value,
        target,
        driver,
      }));
    expect(plain(await system.rowsOf(body))).toEqual(plain(await system.rowsOf(book)));
  });

  test('409: the code of another book', async () => {
    const book = await system.newBook();
    const { status, body } = await send('POST', `${path}/${book.id}/duplicate`, {
      json: { code: book.code },
    });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
  });

  test('422: no code', async () => {
    const book = await system.newBook();
    const { status, body } = await send('POST', `${path}/${book.id}/duplicate`, { json: { name: 'B' } });
    expect([status, faultsOf(body)]).toEqual([422, { code: 'REQUIRED' }]);
  });
});

describe('POST /api/v1/price-books/{priceBookId}/roll-forward', () => {
  const to = { year: 2026, quarter: 'Q2' };

  test('201: an inactive book whose values and points of the target have risen', async () => {
    const book = await system.newBook({ currency: 'CAD', year: 2025, quarter: 'Q3' });
    await system.newRow(book, price);
    const points = {
      field: 'nominalPipeSize',
      between: 'linear',
      points: [
        [2, 10],
        [4, 0.333333],
      ],
    };
    await system.newRow(book, { ...price, value: null, points });
    await system.newRow(book, { value: 0.55 });
    const json = { code: freshCode('C'), name: 'Next', to, escalationPercent: { materialUnitPrice: 3.5 } };
    const { status, body } = await send('POST', `${path}/${book.id}/roll-forward`, { json });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...to, name: 'Next', isActive: false, rowCount: 3, currency: 'CAD' });
    const rows = await system.rowsOf(body);
    expect(rows.map(({ value }: { value: unknown }) => value)).toEqual([12.9375, null, 0.55]);
    expect(rows[1].points.points).toEqual([
      [2, 10.35],
      [4, 0.345],
    ]);
  });

  test('422: a target that no row has, one that is no number, no quarter', async () => {
    const book = await system.newBook();
    await system.newRow(book, { target: 'crewCode', driver: null, value: 'PF-01' });
    const escalationPercent = { crewCode: 1, materialUnitPrice: 1 };
    const json = { code: freshCode('C'), to: { ...to, quarter: 'Q1' }, escalationPercent };
    const { status, body } = await send('POST', `${path}/${book.id}/roll-forward`, { json });
    expect([status, faultsOf(body)]).toEqual([
      422,
      { 'escalationPercent.crewCode': 'TYPE', 'escalationPercent.materialUnitPrice': 'REFERENCE' },
    ]);
    const absent = await send('POST', `${path}/${book.id}/roll-forward`, {
      json: { code: 'X', to: { year: 2026 } },
    });
    expect(faultsOf(absent.body)).toEqual({ 'to.quarter': 'REQUIRED' });
  });
});

describe('rpc.crews-rates.price-book.rows', () => {
  test('answers books, unknown codes, and rows in pages', async () => {
    const book = await system.newBook({ currency: 'CAD' });
    for (const rowCode of ['A', 'B', 'C']) await system.newRow(book, { rowCode });
    const first = await system.ask([book.code.toLowerCase(), 'no-such'], null, 2);
    expect(first.unknown).toEqual(['no-such']);
    expect(first.books).toMatchObject([{ code: book.code, currency: 'CAD', isActive: true, version: 4 }]);
    expect(first.rows).toMatchObject([
      { ...hoursPerInch, priceBook: book.code, rowCode: 'A', conditions: [], points: null },
      { rowCode: 'B' },
    ]);
    const second = await system.ask([book.code], first.after, 2);
    expect(second.rows.map(({ rowCode }) => rowCode)).toEqual(['C']);
    expect(second.after).toBeNull();
    expect((await system.ask([book.code], null, 0)).rows).toEqual([]);
    const codes = [second.rows[0]?.rowCode.toLowerCase() ?? '', 'no-such'];
    expect((await system.ask([book.code], null, 2, codes)).rows).toEqual(second.rows);
  });

  test('pages of the longest rows stay below the size of a message', async () => {
    const book = await system.newBook();
    const words = Array.from({ length: 190 }, (_, at) => `${at} ${'漢'.repeat(90)}`);
    for (let at = 0; at < 14; at++)
      await system.newRow(book, { conditions: [{ field: 'description', in: words }] });
    const found: string[] = [];
    let after: string | null = null;
    do {
      const page = await system.ask([book.code], after);
      expect(JSON.stringify(page).length).toBeLessThan(1_000_000);
      found.push(...page.rows.map(({ rowCode }) => rowCode));
      after = page.after;
    } while (after !== null);
    expect(found).toEqual(Array.from({ length: 14 }, (_, at) => String(at + 1)));
  });
});

import { afterAll, describe, expect, test } from 'bun:test';
import { priceRowsChanged } from '@consulting/kernel/contracts/crews-rates';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import postgres from 'postgres';
import { bookOf, type RowGiven } from '../../support/price-books';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';
import { until } from '../../support/until';

type Json = Record<string, unknown>;

const { system, projectWith, call } = await commonTakeoffLines();
const { records } = system;

afterAll(() => system.stop());

let books = 0;
const addBook = (rows: readonly RowGiven[], facts: Parameters<typeof bookOf>[2] = {}): string => {
  const code = `BOOK-${++books}`;
  records.priceBooks.set(code, bookOf(code, rows, facts));
  return code;
};
const price = (projectId: string, codes: string[], more: Json = {}) =>
  call('POST', '/mto/price', { json: { projectId, books: codes, ...more } });
const linesOf = async (own: string): Promise<Json[]> =>
  (await call('GET', `/mto?projectId=${own}&limit=100&sort=itemNumber`)).body.data;

const ofSize = (size: number) => [{ field: 'nominalPipeSize', equals: size }];
const hours = (rowCode: string, value: number, more: Partial<RowGiven> = {}): RowGiven => ({
  ...{ rowCode, value, target: 'unitManHours', unitOfMeasure: 'm' },
  ...more,
});

describe('POST /api/v1/mto/price', () => {
  test('200 fills empty targets, calculates the lines, and says what became of each', async () => {
    const code = addBook([
      hours('P-2', 0.5, { conditions: ofSize(2) }),
      hours('P-4', 0.75, { conditions: ofSize(4) }),
      hours('P-4B', 0.8, { conditions: ofSize(4) }),
      { rowCode: 'E', target: 'hoursPipeErection', driver: 'spoolCount', value: 1.5 },
    ]);
    const { own } = await projectWith(
      { itemNumber: 1, nominalPipeSize: 2, unitOfMeasure: 'm', spoolCount: 3 },
      { itemNumber: 2, nominalPipeSize: 4, unitOfMeasure: 'm' },
      { itemNumber: 3, nominalPipeSize: 6, unitOfMeasure: 'm' },
      { itemNumber: 4, nominalPipeSize: 2, unitOfMeasure: 'm', unitManHours: 9 },
    );
    const { status, body } = await price(own, [code.toLowerCase()]);
    expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
    expect(body).toMatchObject({ matched: 4, updated: 1, unchanged: 3 });
    expect(body.operationId).toBeString();
    expect(body.coverage).toEqual([
      { target: 'unitManHours', priced: 1, kept: 1, unpriced: 1, ambiguous: 1 },
      { target: 'hoursPipeErection', priced: 1, kept: 0, unpriced: 3, ambiguous: 0 },
    ]);
    const quantity = [{ unitOfMeasure: 'm', quantity: 10 }];
    expect(body.rows).toEqual([
      { priceBook: code, rowCode: 'P-2', target: 'unitManHours', lines: 1, quantity },
      { priceBook: code, rowCode: 'E', target: 'hoursPipeErection', lines: 1, quantity },
    ]);
    expect(body.ambiguous).toEqual([
      { priceBook: code, rows: ['P-4', 'P-4B'], target: 'unitManHours', lines: 1 },
    ]);
    expect(body.unpriced).toContainEqual({
      discipline: 'piping',
      target: 'unitManHours',
      key: { nominalPipeSize: 6, unitOfMeasure: 'm' },
      lines: 1,
      quantity,
      nearest: {
        priceBook: code,
        rowCode: 'P-2',
        failing: [{ field: 'nominalPipeSize', wanted: 2, is: 6, reason: 'CONDITION' }],
      },
    });
    expect(body.total.totalManHours).toEqual({ before: 90, after: 94.5, difference: 4.5 });
    const [line, other] = await linesOf(own);
    expect(line).toMatchObject({ unitManHours: 0.5, hoursPipeErection: 4.5, totalManHours: 4.5, version: 2 });
    expect(line?.pricing).toMatchObject({
      unitManHours: { priceBook: code, rowCode: 'P-2', value: 0.5, driver: null },
      hoursPipeErection: { priceBook: code, rowCode: 'E', value: 1.5, driver: 'spoolCount' },
    });
    expect(other).toMatchObject({ unitManHours: null, pricing: null, version: 1 });
  });

  test('200 a dry run says the same, with the first lines, and writes nothing', async () => {
    const code = addBook([hours('P', 0.5)]);
    const { own } = await projectWith({ itemNumber: 1, unitOfMeasure: 'ft' });
    const { body: dry } = await price(own, [code], { dryRun: true, expectedCount: 1 });
    expect(dry).toMatchObject({ matched: 1, updated: 1, operationId: null });
    expect(dry.sample[0].after).toMatchObject({ unitManHours: 0.1524, totalManHours: 1.524 });
    expect((await linesOf(own))[0]).toMatchObject({ version: 1, unitManHours: null });
    const { body: stored } = await price(own, [code]);
    for (const key of ['updated', 'coverage', 'rows', 'unpriced', 'ambiguous', 'total'])
      expect({ [key]: stored[key] }).toEqual({ [key]: dry[key] });
    expect((await linesOf(own))[0]).toMatchObject({ version: 2, unitManHours: 0.1524 });
  });

  test('200 a dry run with an Idempotency-Key, and again', async () => {
    const code = addBook([hours('P', 0.5)]);
    const { own } = await projectWith({ itemNumber: 1, unitOfMeasure: 'm' });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const json = { projectId: own, books: [code], dryRun: true };
    const first = await call('POST', '/mto/price', { json, headers });
    expect([first.status, first.body.updated]).toEqual([200, 1]);
    expect((await call('POST', '/mto/price', { json, headers })).body).toEqual(first.body);
  });

  test('200 converts and escalates amounts once, and takes the first book that has a row', async () => {
    const price2 = { rowCode: 'M', target: 'materialUnitPrice', unitOfMeasure: 'm', value: 10.333333 };
    const dollars = addBook([{ ...price2, conditions: ofSize(2) }], { currency: 'USD' });
    const others = addBook([price2]);
    const { own } = await projectWith(
      { itemNumber: 1, unitOfMeasure: 'm', nominalPipeSize: 2 },
      { itemNumber: 2, unitOfMeasure: 'm', nominalPipeSize: 3 },
    );
    records.exchangeRates.set(own, [{ currency: 'USD', rate: 1.35 }]);
    await price(own, [dollars, others], { escalationPercent: 3 });
    expect((await linesOf(own)).map((line) => [line.materialUnitPrice, line.pricing])).toMatchObject([
      [14.3685, { materialUnitPrice: { priceBook: dollars, value: 10.333333 } }],
      [10.6433, { materialUnitPrice: { priceBook: others } }],
    ]);
  });

  test('200 a crew that is priced gives its rates, a WBS code is matched, and a labour rate is manual', async () => {
    const code = addBook([
      { rowCode: 'C', target: 'crewCode', value: 'PF-01', conditions: ofSize(2) },
      { rowCode: 'W', target: 'wbsCode', value: '01.10', conditions: ofSize(2) },
      { rowCode: 'L', target: 'labourRate', value: 80, conditions: ofSize(3) },
    ]);
    const { own, service } = await projectWith(
      { itemNumber: 1, nominalPipeSize: 2 },
      { itemNumber: 2, nominalPipeSize: 3 },
    );
    records.addCrew(service, { crewCode: 'PF-01' });
    records.addWbsCode(own, '01.10');
    await price(own, [code]);
    expect(await linesOf(own)).toMatchObject([
      { crewCode: 'PF-01', labourRate: 149.9556, labourRateSource: 'crew', wbsMatched: true },
      { labourRate: 80, labourRateSource: 'manual', crewCode: null, wbsMatched: false },
    ]);
  });

  test('200 overwrites what a price book gave, or all, and leaves alone what is the same', async () => {
    const code = addBook([hours('P', 0.5)]);
    const { own } = await projectWith(
      { itemNumber: 1, unitOfMeasure: 'm' },
      { itemNumber: 2, unitOfMeasure: 'm', unitManHours: 9 },
    );
    const counts = async (overwrite: string) => (await price(own, [code], { overwrite })).body.updated;
    expect([await counts('empty'), await counts('priced'), await counts('all'), await counts('all')]).toEqual(
      [1, 0, 1, 0],
    );
    records.priceBooks.set(code, bookOf(code, [hours('P', 0.75)]));
    expect([await counts('empty'), await counts('priced')]).toEqual([0, 2]);
    expect((await linesOf(own)).map(({ unitManHours }) => unitManHours)).toEqual([0.75, 0.75]);
  });

  test('200 is undone as one operation, with the prices', async () => {
    const code = addBook([hours('P', 0.5)]);
    const { own } = await projectWith({ itemNumber: 1, unitOfMeasure: 'm' });
    const { operationId } = (await price(own, [code])).body;
    const { body: operation } = await call('GET', `/history/takeoff-lines/${operationId}`);
    expect(operation).toMatchObject({ kind: 'price', canUndo: true });
    expect(operation.changes[0].fields).toMatchObject({
      unitManHours: { before: null, after: 0.5 },
      pricing: { before: null, after: { unitManHours: { priceBook: code, rowCode: 'P' } } },
    });
    const { status } = await call('POST', `/history/takeoff-lines/${operationId}/undo`, { json: {} });
    expect(status).toBe(200);
    expect((await linesOf(own))[0]).toMatchObject({ unitManHours: null, pricing: null, version: 3 });
  });

  test.each([
    ['bulk edit', { path: '/mto/bulk-edit', key: 'updates' }],
    ['bulk patch', { path: '/mto/bulk', key: 'items' }],
    ['PUT', { path: '', key: '' }],
  ])(
    '200 a later write by %s ends the price of its target alone, and its undo brings it back',
    async (_, { path, key }) => {
      const code = addBook([
        hours('P', 0.5),
        { rowCode: 'M', target: 'materialUnitPrice', unitOfMeasure: 'm', value: 7 },
        { rowCode: 'E', target: 'hoursPipeErection', value: 3, driver: 'quantity' },
      ]);
      const { own } = await projectWith({ itemNumber: 1, unitOfMeasure: 'm' });
      await price(own, [code]);
      const before = (await linesOf(own))[0];
      const changes = { unitManHours: 0.6, hoursPipeErection: 31, remarks: 'by hand' };
      const selection = { mode: 'ids', ids: [before?.mtoId] };
      const answer =
        key === 'updates'
          ? await call('POST', path, { json: { projectId: own, selection, updates: changes } })
          : key === 'items'
            ? await call('PATCH', path, {
                json: { projectId: own, items: [{ mtoId: before?.mtoId, ...changes }] },
              })
            : await call('PUT', `/mto/${before?.mtoId}?projectId=${own}`, { json: changes });
      expect({ status: answer.status, detail: answer.body.detail }).toEqual({
        status: 200,
        detail: undefined,
      });
      const after = (await linesOf(own))[0];
      expect(Object.keys(after?.pricing as Json)).toEqual(['materialUnitPrice']);
      if (key === 'items') expect(answer.body.items[0].pricing).toEqual(after?.pricing);
      const { data } = (await call('GET', `/history/takeoff-lines?projectId=${own}&limit=1`)).body;
      await call('POST', `/history/takeoff-lines/${data[0].operationId}/undo`, { json: {} });
      expect((await linesOf(own))[0]?.pricing).toEqual(before?.pricing);
    },
  );

  test('200 lines are found by book and row, priced or not, and by stale prices', async () => {
    const [first, second] = [
      addBook([hours('P-2', 0.5, { conditions: ofSize(2) })]),
      addBook([hours('P-3', 0.5, { conditions: ofSize(3) })]),
    ];
    const { own } = await projectWith(
      ...[2, 3, 4].map((size) => ({ itemNumber: size, unitOfMeasure: 'm', nominalPipeSize: size })),
    );
    await price(own, [first, second]);
    const found = async (field: string, operator: string, value?: unknown) => {
      const filters = { conditions: [{ field, operator, ...(value === undefined ? {} : { value }) }] };
      const { status, body } = await call('POST', '/mto/search', {
        json: { projectId: own, filters, sort: 'itemNumber' },
      });
      expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
      return body.data.map(({ itemNumber }: Json) => itemNumber);
    };
    expect(await found('priceBook', 'equals', first.toLowerCase())).toEqual([2]);
    expect(await found('priceBook', 'notEquals', first)).toEqual([3, 4]);
    expect(await found('priceBook', 'in', [first, second])).toEqual([2, 3]);
    expect(await found('priceRow', 'startsWith', 'p-')).toEqual([2, 3]);
    expect(await found('priceRow', 'isEmpty')).toEqual([4]);
    expect(await found('isPriced', 'equals', true)).toEqual([2, 3]);
    expect(await found('isPriceStale', 'equals', true)).toEqual([]);
    const book = records.priceBooks.get(first);
    const updatedAt = new Date(Date.parse(book?.updatedAt ?? '') + 5).toISOString();
    await changeRows({ priceBook: first, rowCodes: ['P-2'], at: updatedAt });
    expect(await found('isPriceStale', 'equals', true)).toEqual([2]);
    records.priceBooks.set(first, bookOf(first, [hours('P-2', 0.5)], { updatedAt }));
    expect((await price(own, [first], { overwrite: 'priced' })).body.updated).toBe(3);
    expect(await found('isPriceStale', 'equals', false)).toEqual([2, 3, 4]);
  });

  test('200 versions, comparisons and restores know the prices', async () => {
    const code = addBook([hours('P', 0.5)]);
    const { own, service } = await projectWith({ itemNumber: 1, unitOfMeasure: 'm' });
    await price(own, [code]);
    const [priced] = await linesOf(own);
    const estimationId = records.addEstimation(own, service, 'in-review');
    await system.bus.ask(keepVersionLines, { estimationId, projectId: own, serviceId: service });
    await call('PUT', `/mto/${priced?.mtoId}?projectId=${own}`, { json: { unitManHours: 1 } });
    const ofVersion = await call('GET', `/mto?projectId=${own}&estimationId=${estimationId}&fields=pricing`);
    expect(ofVersion.body.data[0].pricing).toEqual(priced?.pricing);
    const compared = await call('GET', `/mto/project/${own}/compare?from=${estimationId}&to=current`);
    expect(compared.body.changed[0].fields).toMatchObject({
      unitManHours: { before: 0.5, after: 1 },
      pricing: { before: { unitManHours: { priceBook: code } }, after: null },
    });
    const path = `/v1/projects/${own}/services/${service}/estimations/${estimationId}/restore`;
    expect((await system.mto.request('POST', path)).status).toBe(200);
    expect((await linesOf(own))[0]).toMatchObject({ unitManHours: 0.5, pricing: priced?.pricing });
  });

  test('404 an unknown project, and a line of the selection that is none of it', async () => {
    const code = addBook([hours('P', 0.5)]);
    expect((await price(unknownId, [code])).status).toBe(404);
    const { own } = await projectWith({});
    const selection = { mode: 'ids', ids: [unknownId] };
    expect((await price(own, [code], { selection })).status).toBe(404);
  });

  test('409 PRICE_BOOK_INACTIVE, SERVICE_APPROVED and COUNT_MISMATCH leave the lines alone', async () => {
    const [active, inactive] = [addBook([hours('P', 0.5)]), addBook([], { isActive: false })];
    const { own, service } = await projectWith({ unitOfMeasure: 'm' });
    const { status, body } = await price(own, [active, inactive]);
    expect([status, body.code, body.priceBook]).toEqual([409, 'PRICE_BOOK_INACTIVE', inactive]);
    expect((await price(own, [active], { expectedCount: 2 })).body.code).toBe('COUNT_MISMATCH');
    records.setStatus(service, 'approved');
    expect((await price(own, [active])).body.code).toBe('SERVICE_APPROVED');
    expect((await linesOf(own))[0]).toMatchObject({ version: 1, pricing: null });
  });

  test('422 RESULT_INVALID where a value does not fit its field, of all lines none is changed', async () => {
    const code = addBook([
      { rowCode: 'F', target: 'freightPercent', value: -5, conditions: ofSize(2) },
      hours('P', 0.5),
    ]);
    const { own } = await projectWith({ itemNumber: 7, nominalPipeSize: 2 }, { unitOfMeasure: 'm' });
    const { status, body } = await price(own, [code]);
    expect([status, body.code, body.count]).toEqual([422, 'RESULT_INVALID', 1]);
    expect(body.lines[0]).toMatchObject({ itemNumber: 7, field: 'freightPercent', code: 'MIN' });
    expect((await linesOf(own)).map(({ version }) => version)).toEqual([1, 1]);
  });

  test('422 names every fault, unknown books and missing exchange rates', async () => {
    const { own } = await projectWith({});
    const money = addBook([{ rowCode: 'M', target: 'materialUnitPrice', unitOfMeasure: 'm', value: 1 }], {
      currency: 'EUR',
    });
    expect(
      faultsOf(
        await price(own, [money, money], { targets: ['quantity', 'nothing', 'totalCost'], overwrite: 'x' }),
      ),
    ).toEqual([
      'books[1] DUPLICATE',
      'overwrite ENUM',
      'targets[0] READ_ONLY',
      'targets[1] UNKNOWN_FIELD',
      'targets[2] READ_ONLY',
    ]);
    expect(faultsOf(await price(own, []))).toEqual(['books REQUIRED']);
    expect(faultsOf(await price(own, [money, 'nobody']))).toEqual(['books[1] REFERENCE']);
    const foreign = await price(own, [money]);
    expect(faultsOf(foreign)).toEqual(['books[0] REFERENCE']);
    expect(foreign.body.errors[0].message).toContain('exchange rate of EUR');
  });

  test('503 where the owner of price books does not answer', async () => {
    const code = addBook([hours('P', 0.5)]);
    const { own } = await projectWith({});
    const { status, body } = await system.without('crews-rates', () => price(own, [code]));
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
  });
});

async function changeRows(changed: { priceBook: string; rowCodes: string[]; at: string }): Promise<void> {
  await system.bus.publish(priceRowsChanged.subject, changed, crypto.randomUUID());
  const sql = postgres(system.databaseUrl, { max: 1, connection: { search_path: 'mto' } });
  const count = () => sql`select from price_row_change where price_book = ${changed.priceBook.toLowerCase()}`;
  await until(async () => (await count()).length > 0);
  await sql.end();
}

import { afterAll, describe, expect, test } from 'bun:test';
import { bookOf, type RowGiven } from '../../support/price-books';
import { commonTakeoffLines, faultsOf } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectWith, call } = await commonTakeoffLines();
const { records } = system;

afterAll(() => system.stop());

const rowsMax = 100_000;

function addBook(rows: readonly RowGiven[]): string {
  const code = `HOSTILE-${crypto.randomUUID().slice(0, 8)}`;
  records.priceBooks.set(code, bookOf(code, rows));
  return code;
}
const price = (projectId: string, codes: unknown, more: Json = {}) =>
  call('POST', '/mto/price', { json: { projectId, books: codes, ...more } });

const rowsOf = (count: number): RowGiven[] =>
  Array.from({ length: count }, (_, at) => ({
    rowCode: `P-${at}`,
    target: 'fixedManHours',
    driver: 'quantity',
    value: 2,
  }));

describe('POST /api/v1/mto/price with hostile input', () => {
  test('422 names every fault at once: kinds, bounds, duplicate books, unknown targets', async () => {
    const { own } = await projectWith({});
    const targets = ['quantity', '__proto__', 'constructor', 'labourCost'];
    const more = { targets, overwrite: 'some', escalationPercent: 1e9, expectedCount: -1, dryRun: 'perhaps' };
    expect(faultsOf(await price(own, ['A', 'a', 'A '], more)).toSorted()).toEqual([
      'books[1] DUPLICATE',
      'books[2] DUPLICATE',
      'dryRun TYPE',
      'escalationPercent MAX',
      'expectedCount MIN',
      'overwrite ENUM',
      'targets[0] READ_ONLY',
      'targets[1] UNKNOWN_FIELD',
      'targets[2] UNKNOWN_FIELD',
      'targets[3] READ_ONLY',
    ]);
    const many = Array.from({ length: 21 }, (_, at) => `B-${at}`);
    expect(faultsOf(await price(own, many, { targets: Array(101).fill('remarks') })).toSorted()).toEqual([
      'books MAX_LENGTH',
      'targets MAX_LENGTH',
    ]);
    expect(faultsOf(await price(own, 'A', { targets: [7] })).toSorted()).toEqual([
      'books TYPE',
      'targets[0] TYPE',
    ]);
  });

  test('200 a book of as many rows as are taken, all for one target and without conditions, is ambiguous; one more is 422', async () => {
    const { own } = await projectWith({ itemNumber: 1 }, { itemNumber: 2 });
    const full = addBook(rowsOf(rowsMax));
    const { status, body } = await price(own, [full], { dryRun: true });
    expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
    expect(body.coverage).toEqual([
      { target: 'fixedManHours', priced: 0, kept: 0, unpriced: 0, ambiguous: 2 },
    ]);
    expect(body.ambiguous).toMatchObject([{ priceBook: full, target: 'fixedManHours', lines: 2 }]);
    expect(body.ambiguous[0].rows).toHaveLength(100);
    const further = addBook(rowsOf(1));
    const refused = await price(own, [full, further], { dryRun: true });
    expect(faultsOf(refused)).toEqual(['books MAX']);
    const ofOther = await price(own, [full, further], { dryRun: true, targets: ['unitManHours'] });
    expect(ofOther.body).toMatchObject({ matched: 2, updated: 0 });
  });

  test.each([
    ['without a character', ''],
    ['of a symbol', '\u{1F4CF}'],
    ['of a quotient', '1/0'],
    ['of 5,000 characters', 'm'.repeat(5000)],
    ['of a property of every object', '__proto__'],
  ])('200 a unit %s of a row leaves the line unpriced, with the reason', async (_, unitOfMeasure) => {
    const code = addBook([{ rowCode: 'U', target: 'unitManHours', unitOfMeasure, value: 1 }]);
    const { own } = await projectWith({ itemNumber: 1, unitOfMeasure: 'm' });
    const { status, body } = await price(own, [code]);
    expect([status, body.updated]).toEqual([200, 0]);
    expect(body.unpriced[0].nearest.failing).toMatchObject([{ field: 'unitOfMeasure', reason: 'UNIT' }]);
  });
});

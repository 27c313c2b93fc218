import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cellsOf, csvFile, listFiles, sheetFile } from '../../support/list-files';
import {
  commonPriceBookSystem,
  faultsOf,
  freshCode,
  type PriceBookSystem,
} from '../../support/price-book-system';

let system: PriceBookSystem;
let files: ReturnType<typeof listFiles>;

beforeAll(async () => {
  system = await commonPriceBookSystem();
  files = listFiles(system.request, path);
});
afterAll(() => system.stop());

const path = '/api/v1/price-books';
const update = { updateExisting: 'true' };
const price = { target: 'materialUnitPrice', driver: null, unitOfMeasure: 'm', value: 12.5 };
const counts = ({ imported, updated, skipped, errorCount }: Record<string, number>) => [
  imported,
  updated,
  skipped,
  errorCount,
];
const bookOf = async (code: string) => (await system.request('GET', `${path}?code=${code}`)).body.data[0];

describe('GET /api/v1/price-books/template', () => {
  test('200: labels, drop-downs, and an example that the import leaves out', async () => {
    const file = await files.template();
    expect(file.name).toBe('Price Books Template.xlsx');
    const { 'Price Books': [header, example] = [], Fields: explained = [] } = await cellsOf(file);
    expect([header?.slice(0, 2), example?.[0]]).toEqual([['Code', 'Name'], 'Example']);
    expect(explained.find((row) => row[1] === 'quarter')?.[5]).toBe('Q1, Q2, Q3, Q4');
    expect(counts(await files.imported(file))).toEqual([0, 0, 0, 0]);
  });
});

describe('GET /api/v1/price-books/export', () => {
  test.each(['xlsx', 'csv'])('200: %s that is imported again changes nothing', async (format) => {
    const description = `own ${freshCode('X')}`;
    const more = { discipline: 'piping', currency: 'CAD', country: 'CA', year: 2025, quarter: 'Q3' };
    const book = await system.newBook({ ...more, description, name: '=Norms; "1"', isActive: false });
    await system.newRow(book, price);
    await system.newBook({ description, region: 'West', province: 'AB', quoteReference: '007' });
    const list = async () => (await system.request('GET', `${path}?words=${description}`)).body.data;
    const before = await list();
    const file = await files.exported(`words=${encodeURIComponent(description)}&format=${format}`);
    expect(counts(await files.imported(file, update))).toEqual([0, 0, 2, 0]);
    expect([await list(), await system.reported(book)]).toEqual([before, []]);
  });

  test('200: brings back what was deleted, without rows', async () => {
    const book = await system.newBook({ priceSource: 'historical' });
    await system.newRow(book);
    const file = await files.exported(`code=${book.code}&format=csv`);
    await system.request('DELETE', `${path}/${book.id}`);
    expect(counts(await files.imported(file))).toEqual([1, 0, 0, 0]);
    expect(await bookOf(book.code)).toMatchObject({
      ...{ code: book.code, priceSource: 'historical', rowCount: 0, version: 1 },
    });
  });

  test('422: unknown filter, paging', async () => {
    const { status, body } = await system.request('GET', `${path}/export?limit=5&format=pdf`);
    expect([status, faultsOf(body)]).toEqual([422, { limit: 'UNKNOWN_FIELD', format: 'ENUM' }]);
  });
});

describe('POST /api/v1/price-books/import', () => {
  test('200: invalid rows and repeated codes are listed, the others stored with defaults', async () => {
    const code = freshCode('B');
    const result = await files.imported(
      sheetFile([
        ['Book', 'Name', 'Discipline', 'Currency', 'Source'],
        [code, 'Norms', 'Piping', 'cad', null],
        [code.toLowerCase(), 'Norms again', null, null, null],
        ['a b', null, 'plumbing', 'dollar', 'guess'],
      ]),
    );
    expect(counts(result)).toEqual([1, 0, 0, 2]);
    expect(result.errors.map(({ message }: { message: string }) => message)).toEqual([
      'code: row 3 has the same code as row 2',
      expect.stringMatching(/^(?=.*code: )(?=.*name: )(?=.*discipline: )(?=.*currency: )(?=.*priceSource: )/),
    ]);
    expect(await bookOf(code)).toMatchObject({
      ...{ name: 'Norms', discipline: 'piping', currency: 'CAD', isActive: true },
      priceSource: 'published-database',
    });
  });

  test('200: with updateExisting columns of the file change, others stay; a dry run stores nothing', async () => {
    const book = await system.newBook({ description: 'old', year: 2025 });
    const file = csvFile(['code,name,year', `${book.code.toLowerCase()},Other,2026`]);
    expect(counts(await files.imported(file))).toEqual([0, 0, 1, 0]);
    expect(counts(await files.imported(file, { ...update, dryRun: 'true' }))).toEqual([0, 1, 0, 0]);
    expect(await bookOf(book.code)).toEqual(book);
    expect(counts(await files.imported(file, update))).toEqual([0, 1, 0, 0]);
    const after = await bookOf(book.code);
    expect(after).toEqual({ ...book, name: 'Other', year: 2026, version: 2, updatedAt: after.updatedAt });
  });

  test('200: another currency reports the rows of the book; what rows contradict is refused', async () => {
    const revalued = await system.newBook({ currency: 'CAD' });
    const refused = await system.newBook({ currency: 'CAD' });
    for (const book of [revalued, refused]) await system.newRow(book, { ...price, rowCode: 'A' });
    const rows = [`${revalued.code},Norms,USD,piping`, `${refused.code},Norms,,civil`];
    const result = await files.imported(csvFile(['code,name,currency,discipline', ...rows]), update);
    expect(counts(result)).toEqual([0, 1, 0, 1]);
    expect(result.errors).toEqual([
      { row: 3, message: expect.stringMatching(/^discipline: rows .*; currency: is required/) },
    ]);
    const after = await bookOf(revalued.code);
    expect(after).toMatchObject({ currency: 'USD', discipline: 'piping', rowCount: 1, version: 3 });
    expect(await system.reported(revalued)).toEqual(['A']);
    expect(await system.reportedAt(revalued)).toBe(after.updatedAt);
    expect([await bookOf(refused.code), await system.reported(refused)]).toEqual([
      expect.objectContaining({ currency: 'CAD', discipline: null, version: 2 }),
      [],
    ]);
  });

  test('422: faults of the form', async () => {
    const { status, body } = await files.upload(csvFile(['code,name']), { mapping: '{"A":"colour"}' });
    expect([status, faultsOf(body)]).toEqual([422, { 'mapping.A': 'UNKNOWN_FIELD' }]);
  });
});

describe('POST /api/v1/price-books/import/async', () => {
  test('200: a task stores the books; the same file again changes nothing', async () => {
    const prefix = freshCode('B');
    const rows = Array.from({ length: 1500 }, (_, at) => `${prefix}-${at},Norms ${at},2025`);
    const file = csvFile(['code,name,year', ...rows, `${prefix}-X,Norms,1800`]);
    const { status, body } = await files.upload(file, {}, 'import/async');
    expect([status, body.status]).toEqual([200, 'queued']);
    expect(await system.ended(body.taskId)).toMatchObject({ status: 'completed-with-errors' });
    const found = await system.request('GET', `${path}?search=${prefix}&limit=1`);
    expect(found.body.total).toBe(1500);
    const again = await files.upload(csvFile(['code,name,year', ...rows]), update, 'import/async');
    expect(await system.ended(again.body.taskId)).toMatchObject({ status: 'completed' });
    expect((await bookOf(`${prefix}-7`)).version).toBe(1);
  });

  test('400: no table file', async () => {
    const { status, body } = await files.upload(new File(['%PDF-1.4'], 'books.pdf'), {}, 'import/async');
    expect([status, body.code]).toEqual([400, 'UNSUPPORTED_FILE_TYPE']);
  });
});

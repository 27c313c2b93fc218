import { expect, test } from 'bun:test';
import type { CellOutput, ColumnFormat, SheetOutput } from '../output/write-output';
import { writeWorkbook } from '../write-workbook';

type Rows = readonly (readonly CellOutput[])[];

class WatchedRows {
  pulled = 0;
  returned = false;

  async *[Symbol.asyncIterator](): AsyncGenerator<Rows> {
    try {
      for (;;) {
        this.pulled++;
        yield Array.from({ length: 100 }, () => [crypto.randomUUID() + crypto.randomUUID()]);
      }
    } finally {
      this.returned = true;
    }
  }
}

function sheetOf(rows: SheetOutput['rows'], format: ColumnFormat = 'text'): SheetOutput {
  return { name: 'Lines', columns: [{ header: 'Code', format }], rows };
}

async function* batches(...list: Rows[]): AsyncGenerator<Rows> {
  yield* list;
}

async function failure(sheet: SheetOutput): Promise<unknown> {
  return new Response(writeWorkbook([sheet])).bytes().then(
    () => undefined,
    (cause: unknown) => cause,
  );
}

test('writeWorkbook, nobody reads: no row is asked for', async () => {
  const rows = new WatchedRows();
  writeWorkbook([sheetOf(rows)]);
  await Bun.sleep(20);
  expect(rows.pulled).toBe(0);
});

test('writeWorkbook, first read: bytes before any row is asked for', async () => {
  const rows = new WatchedRows();
  const reader = writeWorkbook([sheetOf(rows)]).getReader();
  const first = await reader.read();
  expect(first.value?.subarray(0, 4)).toEqual(Uint8Array.of(0x50, 0x4b, 3, 4));
  expect(rows.pulled).toBe(0);
  await reader.cancel();
});

test('writeWorkbook, reading stops: no further row is asked for; cancelled: the source ends', async () => {
  const rows = new WatchedRows();
  const reader = writeWorkbook([sheetOf(rows)]).getReader();
  while (rows.pulled < 500) await reader.read();
  const pulled = rows.pulled;
  await Bun.sleep(20);
  expect(rows.pulled).toBe(pulled);
  expect(rows.returned).toBe(false);
  await reader.cancel();
  expect(rows.returned).toBe(true);
  expect(rows.pulled).toBe(pulled);
});

test('writeWorkbook, cancelled: sheets that were not begun end too', async () => {
  for (const readsBefore of [0, 1, 20]) {
    const ended: string[] = [];
    const rows = (name: string): SheetOutput['rows'] => ({
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: [[crypto.randomUUID()]] }),
        return: async () => {
          ended.push(name);
          return { done: true, value: undefined };
        },
      }),
    });
    const reader = writeWorkbook([sheetOf(rows('first')), sheetOf(rows('second'))]).getReader();
    for (let reads = 0; reads < readsBefore; reads++) await reader.read();
    await reader.cancel();
    expect(ended.toSorted()).toEqual(['first', 'second']);
  }
});

test('writeWorkbook, cancelled with sheets as a stream: the stream of sheets ends', async () => {
  let ended = false;
  const rows = new WatchedRows();
  async function* sheets() {
    try {
      yield sheetOf(rows);
    } finally {
      ended = true;
    }
  }
  const reader = writeWorkbook(sheets()).getReader();
  while (rows.pulled === 0) await reader.read();
  await reader.cancel();
  expect([ended, rows.returned]).toEqual([true, true]);
});

test('writeWorkbook, source fails: the stream fails with its error and the other sheets end', async () => {
  const broken = new Error('connection lost');
  async function* failing(): AsyncGenerator<Rows> {
    yield [['a']];
    throw broken;
  }
  let ended = false;
  const later: SheetOutput['rows'] = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: true, value: undefined }),
      return: async () => {
        ended = true;
        return { done: true, value: undefined };
      },
    }),
  };
  const bytes = new Response(writeWorkbook([sheetOf(failing()), sheetOf(later)])).bytes();
  expect(bytes).rejects.toBe(broken);
  await bytes.catch(() => undefined);
  expect(ended).toBe(true);
});

test('writeWorkbook, a value that its column cannot hold: UnwritableCell with sheet, row, header and reason', async () => {
  const cases: [ColumnFormat, CellOutput, string][] = [
    ['text', 'x'.repeat(32_768), 'text of 32768 characters, a cell holds 32767'],
    ['number', Number.NaN, 'NaN is not a number that Excel can hold'],
    ['money', '12,5', '"12,5" is not a number'],
    ['general', Infinity, 'Infinity is not a number that Excel can hold'],
    ['rate', true, 'true is not a number'],
    ['date', '2025-02-30', '"2025-02-30" is not a day of the calendar'],
    ['boolean', 'yes', '"yes" is not a boolean'],
  ];
  for (const [format, value, reason] of cases) {
    const cause = await failure(sheetOf(batches([[null], [null], [value]]), format));
    expect(cause).toMatchObject({ name: 'UnwritableCell', sheet: 'Lines', row: 4, header: 'Code', reason });
    expect(String(cause)).toContain(`Sheet "Lines", row 4, column "Code": ${reason}`);
  }
});

test('writeWorkbook, a row wider than the columns: UnwritableCell', async () => {
  expect(await failure(sheetOf(batches([['a', 'b']])))).toMatchObject({ name: 'UnwritableCell', row: 2 });
});

test('writeWorkbook, other than the announced number of rows: RangeError', async () => {
  for (const rowCount of [0, 1, 3])
    expect(await failure({ ...sheetOf(batches([['a'], ['b']])), rowCount })).toBeInstanceOf(RangeError);
  expect(await failure({ ...sheetOf(batches([['a'], ['b']])), rowCount: 2 })).toBeUndefined();
});

test('writeWorkbook, more columns than Excel has: RangeError', async () => {
  const columns = Array.from({ length: 16_385 }, (_, index) => ({
    header: `${index}`,
    format: 'text' as const,
  }));
  expect(await failure({ name: 'Wide', columns, rows: batches() })).toBeInstanceOf(RangeError);
  expect(await failure({ name: 'Wide', columns: columns.slice(1), rows: batches() })).toBeUndefined();
});

test('writeWorkbook, options out of bounds: RangeError at once', () => {
  for (const options of [
    { compressionLevel: 0 },
    { compressionLevel: 10 },
    { sheetRowsMax: 1 },
    { sheetRowsMax: 1_048_577 },
  ])
    expect(() => writeWorkbook([], options)).toThrow(RangeError);
});

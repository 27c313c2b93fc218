import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { CsvRecordPlaces } from './fill-in/csv-records';
import { fillIn, text as textFilling } from './fill-in/fixture';
import type { ColumnOutput } from './output/write-output';
import { guardedText, unguardedText } from './table/csv-text';
import { readAll } from './workbook-fixture';
import { writeCsv } from './write-csv';

const columns: ColumnOutput[] = [
  { header: 'Code', format: 'text' },
  { header: 'Rate, "net"', format: 'rate' },
  { header: 'Active', format: 'boolean' },
];

async function* batches(...rows: (string | number | boolean | null)[][]) {
  for (const row of rows) yield [row];
}

const texts = [
  '=1+1',
  '+1',
  '-x',
  '@a',
  "'=1",
  "''=1",
  "'quoted'",
  '#REF!',
  "'#N/A",
  '007',
  ' x',
  'a\n"b"',
  '\tx',
  'x;=HYPERLINK("http://example.com")',
  "x;'=1",
  'x;"=1"',
  'x\t@1\n- ditto\r+1',
  '- ditto',
  "'- ditto",
  "'' -",
  '＝1',
  '＋1',
  '－1',
  '＠a',
  ' ="a"',
  '12;-5',
  "6' 3;4",
];

const anyText = fc
  .string({
    unit: fc.constantFrom(...'=+-@＝＋－＠\'";,|\t\n\r #x1é😀/\u00a0'),
    minLength: 1,
    maxLength: 12,
  })
  .map((text) => text.replaceAll('\uFEFF', ''));

function cellsSplitAt(delimiter: string, csv: string): string[] {
  const records = new CsvRecordPlaces(delimiter.charCodeAt(0));
  records.feed(Buffer.from(csv));
  records.finish();
  const cells: string[] = [];
  while (records.next()) {
    const { bytes } = records;
    for (const { start, end } of records.cells) {
      const written = bytes.toString('utf8', start, end);
      cells.push(written.startsWith('"') ? written.slice(1).replaceAll('""', '"') : written);
    }
  }
  return cells;
}

const looksLikeFormula = /^[\s"]*[=+\-@＝＋－＠]/;

const csvOf = async (rows: string[][]) => {
  const outputs: ColumnOutput[] = ['One', 'Two', 'Three'].map((header) => ({ header, format: 'text' }));
  const stream = writeCsv(
    outputs,
    (async function* () {
      yield rows;
    })(),
  );
  return new Response(stream).bytes();
};

const anyRows = fc.array(fc.array(anyText, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });

describe('writeCsv', () => {
  test('a byte order mark, CR LF, quotes where needed; numbers are never guarded', async () => {
    const stream = writeCsv(columns, batches(['=A', '-1.50', true], [null, -2, false]));
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(stream).bytes());
    expect(text).toBe('\ufeffCode,"Rate, ""net""",Active\r\n\'=A,-1.50,Yes\r\n,-2,No\r\n');
  });

  test('a number with three decimals has a fourth, so that its point is not taken for a thousands separator', async () => {
    const values = ['7.835', 12.125, '-1.500', '0.125', '1234.125', '7.83', 7];
    const stream = writeCsv([{ header: 'Hours', format: 'number' }], batches(...values.map((one) => [one])));
    const [, ...written] = (await new Response(stream).text()).split('\r\n');
    expect(written).toEqual(['7.8350', '12.1250', '-1.5000', '0.125', '1234.125', '7.83', '7', '']);
  });

  test('texts are read back as they were', async () => {
    const bytes = await csvOf(texts.map((text) => [text, 'x', text]));
    const rows = (await readAll(bytes, { name: 'texts.csv' })).slice(1);
    expect(rows.map(({ cells }) => cells)).toEqual(texts.map((text) => [text, 'x', text]));
  });

  test('every text is read back as it was, also from a semicolon or a tab between cells', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const read = (await readAll(await csvOf(rows), { name: 'texts.csv' })).slice(1);
        expect(read.map(({ cells }) => cells)).toEqual(rows);
        for (const delimiter of [';', '\t', ',']) {
          const blank = `sep=${delimiter}\r\n${rows.map((_, at) => at).join('\r\n')}\r\n`;
          const cells = (row: string[]) => row.map((text, at) => textFilling(at + 1, text));
          const filling = {
            name: 'a.csv',
            rows: rows.map((row, at) => ({ number: at + 1, cells: cells(row) })),
          };
          const filled = await readAll(await fillIn(Buffer.from(blank), filling), { name: 'a.csv' });
          expect(filled.map(({ cells: found }) => found.slice(1))).toEqual(rows);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('no text begins a formula, at whatever character a program splits cells', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const csv = new TextDecoder().decode(await csvOf(rows));
        for (const delimiter of [',', ';', '\t'])
          expect(cellsSplitAt(delimiter, csv).filter((cell) => looksLikeFormula.test(cell))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('a text cannot go on with the negative number that begins its line', async () => {
    const first: ColumnOutput[] = [
      { header: 'Quantity', format: 'number' },
      { header: 'Remarks', format: 'text' },
    ];
    const stream = writeCsv(first, batches([-5, '2+WEBSERVICE(B2)']));
    expect(await new Response(stream).text()).toEndWith('\r\n-5,"2+WEBSERVICE(B2)"\r\n');
  });

  test.each(texts)('%p is guarded so that no program takes it for a formula', (text) => {
    expect(guardedText(text)).not.toMatch(/(^|[;\t\r\n])\s*[=+\-@＝＋－＠]|^[\t\r]/);
    expect(unguardedText(guardedText(text))).toBe(text);
  });

  test('cancelling ends the rows', async () => {
    let hasEnded = false;
    async function* endless() {
      try {
        for (;;) yield Array.from({ length: 10_000 }, () => ['x'.repeat(10)]);
      } finally {
        hasEnded = true;
      }
    }
    const reader = writeCsv([{ header: 'Text', format: 'text' }], endless()).getReader();
    await reader.read();
    await reader.cancel();
    expect(hasEnded).toBe(true);
  });
});

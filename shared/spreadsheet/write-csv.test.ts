import { describe, expect, test } from 'bun:test';
import { guardedText, unguardedText } from './csv-text';
import { defaultTabularLimits } from './limits';
import { openTableFile } from './open-table-file';
import { bytesSource } from './source';
import { writeCsv } from './write-csv';
import type { ColumnOutput } from './write-output';

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
];

describe('writeCsv', () => {
  test('a byte order mark, CR LF, quotes where needed; numbers are never guarded', async () => {
    const stream = writeCsv(columns, batches(['=A', '-1.50', true], [null, -2, false]));
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(stream).bytes());
    expect(text).toBe('\ufeffCode,"Rate, ""net""",Active\r\n\'=A,-1.50,Yes\r\n,-2,No\r\n');
  });

  test('texts are read back as they were', async () => {
    const stream = writeCsv(columns, batches(...texts.map((text) => [text, 1, true])));
    const bytes = await new Response(stream).bytes();
    const file = await openTableFile(bytesSource(bytes), 'texts.csv', defaultTabularLimits);
    const [sheet] = file.sheets;
    if (!sheet) throw new Error('no sheet');
    const rows = (await Array.fromAsync(file.rows(sheet))).flat().slice(1);
    expect(rows.map(({ cells }) => unguardedText(String(cells[0])))).toEqual(texts);
  });

  test.each(texts)('%p is guarded so that no program takes it for a formula', (text) => {
    expect(guardedText(text)).not.toMatch(/^[=+\-@\t\r]/);
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

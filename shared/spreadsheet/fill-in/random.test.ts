import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readAll, workbookFixture } from '../workbook-fixture';
import type { CellFilling } from './filling';
import { fillIn } from './fixture';
import { SheetParts } from './sheet-parts';

const content = fc.constantFrom(
  null,
  '<c{r}/>',
  '<c{r} s="1"/>',
  '<c{r} s="0"><v>12</v></c>',
  '<c{r} t="str"><f>A1</f><v>x</v></c>',
  '<c{r} t="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r></is></c>',
  '<c{r} t="str"><v><![CDATA[</row></c>]]></v></c>',
  '<c{r}><!-- </row> --></c>',
);
const cells = fc.array(content, { maxLength: 8 });
const filling = fc.array(fc.option(fc.integer({ min: -999_999, max: 999_999 }), { nil: null }), {
  maxLength: 12,
});
const row = fc.record({ cells, filling, isReferred: fc.boolean(), prefix: fc.constantFrom('', 'x:') });
const names = (written: string, prefix: string) => written.replaceAll(/<(\/?)([a-z])/g, `<$1${prefix}$2`);
const letters = 'ABCDEFGHIJKLMNOP';

function rowXml(one: { cells: (string | null)[]; isReferred: boolean }, number: number): string {
  // A cell that is left out needs references behind it.
  const isReferred = one.isReferred || one.cells.includes(null);
  const written = one.cells.map((cell, at) => {
    const reference = isReferred ? ` r="${letters[at]}${number}"` : '';
    return cell?.replace('{r}', reference) ?? '';
  });
  return `<row r="${number}" spans="1:8">${written.join('')}</row>`;
}

const stored = (cell: string | null | undefined) => (cell ? /<f>|<v>|<is>/.test(cell) : false);

test('random rows read back as they were, with what was filled into empty cells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const xml = rows.map((one, at) => rowXml(one, at + 1)).join('\n');
      const file = workbookFixture({ sheets: [{ rows: xml }] });
      const fillings = rows.map((one, at) => ({
        number: at + 1,
        cells: one.filling.flatMap((value, column): CellFilling[] =>
          value === null ? [] : [{ column, value: String(value), isNumber: true }],
        ),
      }));
      const before = new Map((await readAll(file)).map(({ number, cells: found }) => [number, found]));
      const after = await readAll(await fillIn(file, { rows: fillings }));
      const wanted = rows.flatMap((one, at) => {
        const found = [...(before.get(at + 1) ?? [])];
        for (const [column, value] of one.filling.entries()) {
          while (found.length <= column) found.push(null);
          if (value !== null && !stored(one.cells[column])) found[column] = value;
        }
        const last = found.findLastIndex((value) => value !== null);
        return last < 0 ? [] : [{ number: at + 1, cells: found.slice(0, last + 1) }];
      });
      expect(after).toEqual(wanted);
    }),
    { numRuns: 300 },
  );
});

test('the parts of a sheet are the same however its bytes arrive', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
      fc.constantFrom('', 'x:'),
      (rows, sizes, prefix) => {
        const body = rows.map((one, at) => rowXml(one, at + 1)).join('<!-- <row> -->');
        const sheet = `<worksheet><!-- <sheetData> --><sheetData>${body}<row/></sheetData><mergeCells/></worksheet>`;
        const bytes = Buffer.from(names(sheet, prefix));
        const whole = partsOf([bytes]);
        expect(whole.bytes).toEqual(bytes);
        expect(whole.rows).toEqual([...rows.map((_, at) => at + 1), rows.length + 1]);
        expect(partsOf(split(bytes, sizes))).toEqual(whole);
      },
    ),
    { numRuns: 300 },
  );
});

function split(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

function partsOf(chunks: readonly Buffer[]) {
  const parts = new SheetParts();
  const found = { rows: [] as number[], heads: 0, bytes: Buffer.alloc(0) };
  const copies: Buffer[] = [];
  for (const chunk of chunks) {
    parts.feed(chunk);
    while (parts.next()) {
      copies.push(Buffer.from(parts.bytes.subarray(parts.start, parts.end)));
      if (parts.kind === 'row') found.rows.push(parts.rowNumber);
      if (parts.kind === 'head') found.heads += 1;
    }
  }
  parts.finish();
  found.bytes = Buffer.concat(copies);
  return found;
}

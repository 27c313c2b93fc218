import { expect, test } from 'bun:test';
import { type CellObject, read, utils, type WorkBook, write } from '@e965/xlsx';
import fc from 'fast-check';
import { type CellValue, columnLetters, DateCell, ErrorCell } from '../table/cell';
import { readAll } from '../workbook-fixture';

const errorCodes: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  42: '#N/A',
};

/** The oracle does not escape characters that XML cannot represent, so none of those is generated. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
  { weight: 2, arbitrary: fc.constantFrom(0x09, 0x0a, 0x22, 0x26, 0x3c, 0x3e, 0x5f, 0x78) },
  { weight: 2, arbitrary: fc.integer({ min: 0xa1, max: 0xd7ff }) },
  { weight: 1, arbitrary: fc.integer({ min: 0x10000, max: 0x1ffff }) },
);
const text = fc
  .array(character, { minLength: 1, maxLength: 40 })
  .map((codes) => String.fromCodePoint(...codes))
  .filter((value) => !/_x[0-9a-f]{4}_/i.test(value));
const cell: fc.Arbitrary<CellObject> = fc.oneof(
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((v): CellObject => ({ t: 'n', v: v === 0 ? 0 : v })),
  fc.integer().map((v): CellObject => ({ t: 'n', v })),
  fc.integer({ min: 61, max: 2_958_465 }).map((v): CellObject => ({ t: 'n', v, z: 'yyyy-mm-dd' })),
  fc.boolean().map((v): CellObject => ({ t: 'b', v })),
  text.map((v): CellObject => ({ t: 's', v })),
  text.map((v): CellObject => ({ t: 's', v, f: 'A1' })),
  fc.constantFrom(...Object.keys(errorCodes)).map((v): CellObject => ({ t: 'e', v: Number(v) })),
);
const address = fc.record({ row: fc.integer({ min: 0, max: 300 }), column: fc.integer({ min: 0, max: 60 }) });
const placed = fc
  .tuple(address, cell)
  .map(([at, value]) => [`${columnLetters(at.column)}${at.row + 1}`, value] as const);
const sheet = fc.array(placed, { minLength: 1, maxLength: 120 }).map((cells) => new Map(cells));

function workbookOf(sheets: Map<string, CellObject>[]): WorkBook {
  const book = utils.book_new();
  for (const [index, cells] of sheets.entries()) {
    const addresses = [...cells.keys()].map((at) => utils.decode_cell(at));
    const end = { r: Math.max(...addresses.map(({ r }) => r)), c: Math.max(...addresses.map(({ c }) => c)) };
    const content = {
      ...Object.fromEntries(cells),
      '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: end }),
    };
    utils.book_append_sheet(book, content, `Sheet ${index}`);
  }
  return book;
}

function expected(found: CellObject): CellValue {
  if (found.t === 'e') return new ErrorCell(errorCodes[Number(found.v)] ?? '');
  if (found.t === 'n' && found.z === 'yyyy-mm-dd') return new DateCell(Number(found.v));
  return typeof found.v === 'string' || typeof found.v === 'number' || typeof found.v === 'boolean'
    ? found.v
    : null;
}

test('random workbooks read as SheetJS reads them', async () => {
  const workbooks = fc.record({
    sheets: fc.array(sheet, { minLength: 1, maxLength: 3 }),
    bookSST: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(workbooks, async ({ sheets, bookSST }) => {
      const bytes: Uint8Array = write(workbookOf(sheets), {
        type: 'buffer',
        bookType: 'xlsx',
        bookSST,
        compression: true,
      });
      const oracle = read(bytes, { cellNF: true });
      for (const [index, name] of oracle.SheetNames.entries()) {
        const rows = await readAll(bytes, { sheet: index });
        const found = new Map<string, CellValue>();
        for (const { number, cells } of rows) {
          for (const [column, value] of cells.entries()) {
            if (value !== null) found.set(`${columnLetters(column)}${number}`, value);
          }
        }
        const wanted = Object.entries(oracle.Sheets[name] ?? {}).filter(([at]) => !at.startsWith('!'));
        expect(found).toEqual(new Map(wanted.map(([at, value]) => [at, expected(value)])));
        expect(found.size).toBe(sheets[index]?.size ?? 0);
      }
    }),
    { numRuns: 60 },
  );
});

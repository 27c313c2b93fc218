import { type Attack, importing } from '../attack';
import { bookOf, cell, headers, line, partsOf, row, sheet, xlsx } from '../workbook';

const known = ['Item No.', 'Description', 'Quantity', 'UOM'];
const wideHeader = (count: number, nameOf = (at: number) => `Heading ${at}`) =>
  row(...Array.from({ length: count }, (_, at) => known[at] ?? nameOf(at)));
const unknownHeader = row(...Array.from({ length: 16_384 }, (_, at) => `Heading ${at}`));
const rows = (unit: string, times: number) => ({ head: headers, unit, times });
const at = (reference: string, value: string | number) => cell(value).replace('<c', `<c r="${reference}"`);
const hundred = Array.from({ length: 100 }, (_, n) =>
  row(n + 1, `Pipe ${(n * 7919) % 10_007}`, n / 4, 'm'),
).join('');
const faulty = Array.from({ length: 100 }, (_, n) => row(n, `x${(n * 7919) % 10_007}`, `ten ${n}`, 'm')).join(
  '',
);

/** What a sheet can hold. */
export const sheets: Attack[] = [
  importing('sheet-headers-16384', '16,384 headers on each of ten sheets', () =>
    xlsx(partsOf({ sheets: Array.from({ length: 10 }, () => sheet(wideHeader(16_384) + line)) })),
  ),
  importing('sheet-headers-unknown', '16,384 unknown headers on each of ten sheets', () =>
    xlsx(partsOf({ sheets: Array.from({ length: 10 }, () => sheet(unknownHeader + line)) })),
  ),
  importing('sheet-200-of-1024', '1,024 headers that mean the same on each of 200 sheets', () =>
    xlsx(
      partsOf({
        sheets: Array.from({ length: 200 }, () => sheet(wideHeader(1024, () => 'Quantity') + line)),
      }),
    ),
  ),
  importing('sheet-known-and-16384', 'known headers, 16,384 more, and 200 rows as wide', () =>
    bookOf({
      head: wideHeader(16_384),
      unit: `<row>${cell(1).repeat(16_384)}</row>`,
      times: 200,
    }),
  ),
  importing('sheet-xfd', '20,000 rows whose last cell is in XFD', () =>
    bookOf(rows(`<row>${cell(1)}${cell('Pipe')}${cell(1)}${cell('m')}${at('XFD1', 1)}</row>`, 20_000)),
  ),
  importing('sheet-only-xfd', '20,000 rows whose only cell is in XFD', () =>
    bookOf(
      headers +
        Array.from({ length: 20_000 }, (_, n) => `<row r="${n + 2}">${at(`XFD${n + 2}`, 1)}</row>`).join(''),
    ),
  ),
  importing('sheet-beyond-xfd', 'cells in ZZZZZZ1', () =>
    bookOf(`${headers}<row r="2">${at('ZZZZZZ2', 1)}</row>`),
  ),
  importing('sheet-rows-beyond', 'a row 99,999,999,999 and one that goes back', () =>
    bookOf(`${headers}<row r="99999999999">${cell(1)}</row><row r="2">${cell(1)}</row>`),
  ),
  importing('sheet-9000', '9,000 sheets', () =>
    xlsx(partsOf({ sheets: Array.from({ length: 9000 }, () => sheet(headers + line)) })),
  ),
  importing('sheet-same-300-times', 'one sheet of 50,000 rows, listed 300 times', () =>
    xlsx(
      partsOf({
        sheets: [sheet({ head: headers, unit: hundred, times: 500 })],
        listed: Array.from({ length: 300 }, () => 0),
      }),
    ),
  ),
  importing('sheet-empty-rows', '20,000,000 empty rows', () => bookOf(rows('<row/>', 20_000_000))),
  importing('sheet-empty-cells', '60,000 rows of 300 empty cells', () =>
    bookOf(rows(`<row>${'<c/>'.repeat(300)}</row>`, 60_000)),
  ),
  importing('sheet-blank-texts', '300,000 rows whose cells are blanks', () =>
    bookOf(rows(row(' ', '  ', ' '), 300_000)),
  ),
  importing('sheet-1000001-rows', '1,000,001 rows', () => bookOf(rows(hundred, 10_001)), {
    expects: /FILE_TOO_LARGE/,
  }),
  importing('sheet-all-wrong', '200,000 rows with a wrong quantity', () => bookOf(rows(faulty, 2000)), {
    expects: /ALL_ROWS_INVALID/,
  }),
  importing('sheet-error-cells', '200,000 rows of error cells', () =>
    bookOf(rows(`<row>${'<c t="e"><v>#REF!</v></c>'.repeat(4)}</row>`, 200_000)),
  ),
  importing('sheet-no-results', '200,000 formulas without a result', () =>
    bookOf(rows(`<row>${cell(1)}${cell('Pipe')}<c><f>A1*2</f></c>${cell('m')}</row>`, 200_000)),
  ),
  importing('sheet-formula-long', '40 formulas of 1 MB', () =>
    bookOf(
      rows(
        `<row>${cell(1)}${cell('Pipe')}<c><f>${'A1+'.repeat(330_000)}1</f><v>1</v></c>${cell('m')}</row>`,
        40,
      ),
    ),
  ),
  importing('sheet-dates', '100,000 dates out of range', () =>
    bookOf(
      {
        head: row('Item No.', 'Description', 'Quantity', 'UOM', 'Required Date'),
        unit: row(1, 'Pipe', 1, 'm', -1) + row(1, 'Pipe', 1, 'm', 1e15),
        times: 50_000,
      },
      { styles: '<cellXfs><xf numFmtId="14"/></cellXfs>' },
    ),
  ),
  importing('sheet-merged', '1,000,000 merged cells', () =>
    xlsx(
      partsOf({
        sheets: [
          {
            head: sheetWith(headers + line),
            unit: '<mergeCell ref="A1:XFD1048576"/>',
            times: 1_000_000,
            tail: '</mergeCells></worksheet>',
          },
        ],
      }),
    ),
  ),
  importing('sheet-rules', '300,000 conditional formats', () =>
    xlsx(
      partsOf({
        sheets: [
          {
            head: sheetWith(headers + line),
            unit: '<conditionalFormatting sqref="A1:XFD1048576"><cfRule type="expression"><formula>1</formula></cfRule></conditionalFormatting>',
            times: 300_000,
            tail: '</mergeCells></worksheet>',
          },
        ],
      }),
    ),
  ),
  importing('sheet-headers-again', '300,000 rows that repeat the header', () =>
    bookOf(rows(headers, 300_000)),
  ),
  importing('sheet-1024-columns', '1,024 columns and 20,000 rows of numbers', () =>
    bookOf({
      head: wideHeader(1024),
      unit: `<row>${cell(1)}${cell('Pipe')}${cell(1)}${cell('m')}${cell(2).repeat(1020)}</row>`,
      times: 20_000,
    }),
  ),
  importing(
    'sheet-two-imports-full',
    'two imports of 200,000 lines at once',
    () => bookOf(rows(hundred, 2000)),
    { times: 2 },
  ),
];

function sheetWith(rowsText: string): string {
  const text = sheet(rowsText) as string;
  return `${text.slice(0, -'</worksheet>'.length)}<mergeCells>`;
}

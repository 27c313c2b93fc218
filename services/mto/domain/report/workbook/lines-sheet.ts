import { type ColumnOutput, ColumnSum, type SheetOutput } from '@consulting/spreadsheet/write-output';
import type { ReportColumn, ReportValue } from '../report';
import { printOf, type ReportDocument } from './document';

const proseCharacters = 44;
const textCharacters = 14;
const figureCharacters = 14;
const headerWordMax = 24;

/** Characters that a landscape page shows in a size that can be read. */
const pageCharacters = 230;

/** All lines with their chosen columns, as they come. */
export function linesSheet(document: ReportDocument): SheetOutput {
  const { report, titles, names } = document;
  const { columns, rows, count } = report.lines;
  const widths = columns.map(widthOf);
  const width = widths.reduce((sum, one) => sum + one, 0);
  const isFirstFree = columns[0]?.total === null;
  return {
    name: names.lines,
    columns: columns.map(
      (column, at): ColumnOutput => ({
        header: column.header,
        format: formatOf(column),
        widthCharacters: widths[at] ?? textCharacters,
      }),
    ),
    rows: withWords(rows, titles.yes, titles.no),
    rowCount: count,
    totals: columns.map(({ total }, at) =>
      total === null ? (at === 0 && isFirstFree ? titles.total : null) : new ColumnSum(total),
    ),
    look: 'report',
    print: { ...printOf(document, 'landscape'), pagesWide: Math.ceil(width / pageCharacters) || 1 },
  };
}

const formatOf = ({ format, isProse }: ReportColumn) =>
  format === 'boolean' ? 'text' : isProse ? 'prose' : format;

function widthOf({ header, format, isProse }: ReportColumn): number {
  if (isProse) return proseCharacters;
  const word = Math.max(...header.split(/[ /-]/).map(({ length }) => length + 2));
  const usual =
    format === 'text' || format === 'boolean' || format === 'date' ? textCharacters : figureCharacters;
  return Math.min(Math.max(word, usual), headerWordMax);
}

/** Booleans as the words of the language. */
async function* withWords(
  batches: AsyncIterable<readonly (readonly ReportValue[])[]>,
  yes: string,
  no: string,
): AsyncGenerator<ReportValue[][]> {
  const wordOf = (value: ReportValue) => (typeof value === 'boolean' ? (value ? yes : no) : value);
  for await (const rows of batches) yield rows.map((row) => row.map(wordOf));
}

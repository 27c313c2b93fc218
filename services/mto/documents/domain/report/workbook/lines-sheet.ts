import {
  type ColumnFormat,
  type ColumnOutput,
  ColumnSum,
  type SheetOutput,
} from '@consulting/spreadsheet/output/write-output';
import type { Titles } from '../language/language';
import { listedLines } from '../language/listed-lines';
import type { ReportColumn, ReportLines, ReportValue } from '../model/report';
import { amountWidth } from './amount-width';
import { printOf, type ReportDocument } from './document';

const proseCharacters = 44;
const textMax = 20;
const figureCharacters: Partial<Record<ColumnFormat, number>> = {
  integer: 9,
  number: 12,
  percent: 10,
  rate: 12,
  date: 12,
  money: 13,
};
const headerWordMax = 16;
const padding = 2;

const pageCharacters = 240;

type Batch = readonly (readonly ReportValue[])[];

export async function linesSheet(document: ReportDocument, lines: ReportLines): Promise<SheetOutput> {
  const { titles, names, formats } = document;
  const { columns, count, rows } = lines;
  const lastLabel = listedLines(lines, titles, formats) ?? titles.total;
  const batches = withWords(rows, titles)[Symbol.asyncIterator]();
  const first = await batches.next();
  const seen: Batch = first.done ? [] : first.value;
  const widths = columns.map((column, at) => widthOf(column, seen, at));
  const width = widths.reduce((sum, one) => sum + one, 0);
  const labelAt = columns.findIndex((column) => column.total === null && isWords(column));
  return {
    name: names.lines,
    columns: columns.map(
      (column, at): ColumnOutput => ({
        header: column.header,
        format: isWords(column) ? 'prose' : column.format,
        widthCharacters: widths[at] ?? textMax,
      }),
    ),
    rows: again(seen, batches),
    rowCount: count,
    totals: columns.map(({ total }, at) =>
      total === null ? (at === labelAt ? lastLabel : null) : new ColumnSum(total),
    ),
    look: 'report',
    print: { ...printOf(document, 'landscape'), pagesWide: Math.ceil(width / pageCharacters) || 1 },
  };
}

const isWords = ({ format }: ReportColumn) =>
  format === 'text' || format === 'prose' || format === 'boolean' || format === 'general';

function widthOf(column: ReportColumn, seen: Batch, at: number): number {
  const words = column.header.split(/[ /-]/).map(({ length }) => Math.min(length, headerWordMax) + padding);
  const { total } = column;
  const usual = total === null ? figureCharacters[column.format] : amountWidth(total);
  const texts = usual === undefined ? seen.map((row) => String(row[at] ?? '').length + 1) : [];
  const longest = texts.reduce((most, length) => Math.max(most, length), 0);
  return Math.max(...words, usual ?? Math.min(longest, column.isProse ? proseCharacters : textMax));
}

async function* again(seen: Batch, batches: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  try {
    yield seen;
    yield* batches;
  } finally {
    await batches.return(undefined);
  }
}

async function* withWords(rows: AsyncIterable<Batch>, { yes, no }: Titles): AsyncGenerator<Batch> {
  const wordOf = (value: ReportValue) => (typeof value === 'boolean' ? (value ? yes : no) : value);
  for await (const batch of rows) yield batch.map((row) => row.map(wordOf));
}

import type { Formats } from '../language/number-format';
import type { Titles } from '../language/titles';
import type { Report, ReportColumn, ReportValue } from '../report';
import { escaped, html, type Markup } from './markup';
import { amountsIn } from './summary';
import { headRow, totalRow } from './table';

const pieceCharacters = 64 * 1024;

type Format = ReportColumn['format'];

const numeric: readonly Format[] = ['number', 'integer', 'money', 'rate', 'percent'];

/** Shares of the width of the page. */
const widths: Readonly<Partial<Record<Format, number>>> = { integer: 5, money: 12, number: 8, percent: 6 };
const widthsOfKeys: Readonly<Record<string, number>> = {
  unitOfMeasure: 5,
  nominalPipeSize: 6,
  totalManHours: 9,
  discipline: 10,
  quantity: 9,
};
const usualWidth = 9;
const proseWidth = 26;

const widthOf = ({ key, format, isProse }: ReportColumn): number =>
  isProse ? proseWidth : (widthsOfKeys[key] ?? widths[format] ?? usualWidth);

/** The lines as pieces of one table, a body for each of their batches. */
export async function* lineSection(
  { lines, currency }: Report,
  words: Titles,
  formats: Formats,
): AsyncGenerator<string> {
  const { columns } = lines;
  if (columns.length === 0) return;
  const shown = columns.map((column) => ({
    title: column.header,
    isNumber: numeric.includes(column.format),
  }));
  const whole = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const share = (column: ReportColumn) => `${((widthOf(column) / whole) * 100).toFixed(2)}%`;
  const cols = columns.map((column) => html`<col width="${share(column)}">`);
  yield html`<section class="wide"><h2>${words.sections.lines}</h2>${amountsIn(currency, words)}<table class="lines"><colgroup>${cols}</colgroup><thead>${headRow(shown)}</thead>`
    .text;
  const cells = columns.map((column) => cellOf(column, words, formats));
  let text = '';
  for await (const batch of lines.rows) {
    text += '<tbody>';
    for (const row of batch) text += `<tr>${cells.map((cell, at) => cell(row[at] ?? null)).join('')}</tr>\n`;
    text += '</tbody>';
    if (text.length < pieceCharacters) continue;
    yield text;
    text = '';
  }
  yield `${text}${totalsOf(columns, shown, words, formats).text}</table></section>\n`;
}

function totalsOf(
  columns: readonly ReportColumn[],
  shown: readonly { isNumber: boolean }[],
  words: Titles,
  formats: Formats,
): Markup {
  const first = columns.findIndex(({ total }) => total === null);
  const totals = columns.map((column, at) => {
    if (column.total !== null) return formatted(column, column.total, words, formats);
    return at === first ? words.total : null;
  });
  return totalRow(shown, totals);
}

function cellOf(column: ReportColumn, words: Titles, formats: Formats): (value: ReportValue) => string {
  const start = numeric.includes(column.format) ? '<td class="n">' : '<td>';
  return (value) =>
    value === null ? '<td></td>' : `${start}${escaped(formatted(column, value, words, formats))}</td>`;
}

function formatted(
  { key, format }: ReportColumn,
  value: string | boolean,
  words: Titles,
  formats: Formats,
): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  switch (format) {
    case 'money':
      return formats.money(value);
    case 'rate':
      return formats.rate(value);
    case 'number':
      return key === 'quantity' || key.endsWith('Hours') ? formats.quantity(value) : formats.plain(value);
    case 'percent':
      return formats.plain(value);
    case 'date':
      return formats.shortDate(value);
    default:
      return value;
  }
}

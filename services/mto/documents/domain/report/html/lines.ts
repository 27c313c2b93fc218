import type { Titles } from '../language/language';
import { listedLines } from '../language/listed-lines';
import type { Formats } from '../language/number-format';
import type { Report, ReportColumn, ReportLines, ReportValue } from '../model/report';
import { escaped, html, type Markup } from './markup';
import { amountsIn } from './summary';
import { headRow, totalRow } from './table';

const chunkCharacters = 64 * 1024;

type Format = ReportColumn['format'];

const numeric: readonly Format[] = ['number', 'integer', 'money', 'rate', 'percent'];

const charactersOf: Readonly<Record<Format, number>> = {
  general: 12,
  text: 10,
  prose: 34,
  integer: 5,
  number: 8,
  money: 11,
  rate: 8,
  percent: 6,
  date: 10,
  boolean: 5,
};
const charactersOfKeys: Readonly<Record<string, number>> = {
  unitOfMeasure: 5,
  nominalPipeSize: 5,
  crewCode: 7,
  pipeClass: 6,
};
const boldShare = 1.3;

const pageMm = 249;
const paddingMm = 1.9;
const characterMmOfPoint = 0.205;
const pointsMax = 8;
const pointsMin = 5.2;

interface Shape {
  characters: readonly number[];
  points: number;
  isCramped: boolean;
}

function shapeOf(
  columns: readonly ReportColumn[],
  { byDiscipline }: Report,
  words: Titles,
  formats: Formats,
): Shape {
  const longestWord = (text: string) => Math.max(...text.split(' ').map(({ length }) => length)) * boldShare;
  const characters = columns.map((column) => {
    const { key, header, format, isProse, total } = column;
    if (isProse) return charactersOf.prose;
    const usual = charactersOfKeys[key] ?? charactersOf[format];
    const sum = total === null ? 0 : formatted(column, total, words, formats).length;
    const labels = key === 'discipline' ? byDiscipline.map(({ label }) => longestWord(label)) : [];
    return Math.max(usual, sum, longestWord(header), ...labels);
  });
  const whole = characters.reduce((sum, one) => sum + one, 0);
  const points = (pageMm - columns.length * paddingMm) / (whole * characterMmOfPoint);
  return {
    characters,
    points: Math.min(pointsMax, Math.max(pointsMin, points)),
    isCramped: points < pointsMin,
  };
}

/** Browsers take more than twice as long to lay out a table of twice as many rows on pages. */
const tableRowsMax = 500;

export async function* lineSection(report: Report, words: Titles, formats: Formats): AsyncGenerator<string> {
  const { lines } = report;
  if (lines === null || lines.columns.length === 0) return;
  const { columns } = lines;
  const displayed = columns.map((column) => ({
    title: column.header,
    isNumber: numeric.includes(column.format),
  }));
  const { characters, points, isCramped } = shapeOf(columns, report, words, formats);
  const whole = characters.reduce((sum, one) => sum + one, 0);
  const cols = characters.map((one) => html`<col width="${((one / whole) * 100).toFixed(2)}%">`);
  const style = html`class="lines${isCramped ? ' cramped' : ''}" style="font-size:${points.toFixed(1)}pt"`;
  const start = html`<table ${style}><colgroup>${cols}</colgroup><thead>${headRow(displayed)}</thead>`.text;
  yield html`<section class="wide"><h2>${words.sections.lines}</h2>${noteOf(report, lines, words, formats)}`
    .text;
  const cells = columns.map((column) => cellOf(column, words, formats));
  let text = start;
  let rowsOfTable = 0;
  for await (const batch of lines.rows) {
    if (rowsOfTable >= tableRowsMax) {
      text += `</table>${start}`;
      rowsOfTable = 0;
    }
    rowsOfTable += batch.length;
    text += '<tbody>';
    for (const row of batch) text += `<tr>${cells.map((cell, at) => cell(row[at] ?? null)).join('')}</tr>\n`;
    text += '</tbody>';
    if (text.length < chunkCharacters) continue;
    yield text;
    text = '';
  }
  const isWhole = lines.count === lines.countOfAll;
  const totals = isWhole ? totalsOf(columns, displayed, words, formats).text : '';
  yield `${text}${totals}</table></section>\n`;
}

function noteOf({ currency }: Report, lines: ReportLines, words: Titles, formats: Formats): Markup {
  const listed = listedLines(lines, words, formats);
  return listed === null
    ? amountsIn(currency, words)
    : html`<p class="note">${listed}. ${words.figuresIn} ${currency}</p>`;
}

function totalsOf(
  columns: readonly ReportColumn[],
  displayed: readonly { isNumber: boolean }[],
  words: Titles,
  formats: Formats,
): Markup {
  const first = columns.findIndex(({ total }) => total === null);
  const totals = columns.map((column, at) => {
    if (column.total !== null) return formatted(column, column.total, words, formats);
    return at === first ? words.total : null;
  });
  return totalRow(displayed, totals);
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
      return formats.cost(value);
    case 'rate':
      return formats.rate(value);
    case 'number':
      if (key.endsWith('Hours')) return formats.hours(value);
      return key.toLowerCase().endsWith('quantity') ? formats.quantity(value) : formats.plain(value);
    case 'percent':
      return formats.plain(value);
    case 'date':
      return formats.shortDate(value);
    default:
      return value;
  }
}

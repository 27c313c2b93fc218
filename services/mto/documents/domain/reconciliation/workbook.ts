import { decimal } from '@consulting/kernel/schema';
import { amountOf, type MovedItem, type Reconciliation, type totalsOf } from '@consulting/mto-analysis';
import type { Cause } from '@consulting/mto-engine';
import type { PageOutput, WorkbookSheet } from '@consulting/spreadsheet/output/page-output';
import type { CellOutput, ColumnOutput, SheetOutput } from '@consulting/spreadsheet/output/write-output';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import { causeLabel, reconciledOf } from '../report/causes/waterfall';
import { type Language, type Titles, titles as titlesOf } from '../report/language/language';
import { amountWidth } from '../report/workbook/amount-width';
import { PageRows } from '../report/workbook/page-rows';
import { addWaterfall } from '../report/workbook/waterfall';

type Group = Reconciliation['groups'] extends ReadonlyMap<string, infer G> ? G : never;

export interface ReconciliationParts {
  currency: string;
  totals: Awaited<ReturnType<typeof totalsOf>>;
  keys: readonly string[];
  groups: readonly Group[];
  lines: AsyncIterable<MovedItem>;
  count: number;
}

const batchLines = 500;
const labelCharacters = 34;
const proseCharacters = 48;

export function reconciliationWorkbook(
  parts: ReconciliationParts,
  language: Language,
  createdAt: Date,
): ReadableStream<Uint8Array> {
  const titles = titlesOf[language];
  return writeWorkbook(sheetsOf(parts, titles), {
    ...{ title: titles.reconciliation.title, language, createdAt },
  });
}

async function* sheetsOf(parts: ReconciliationParts, titles: Titles): AsyncGenerator<WorkbookSheet> {
  yield causesSheet(parts, titles);
  if (parts.keys.length > 0) yield groupsSheet(parts, titles);
  yield linesSheet(parts, titles);
}

function causesSheet({ totals, currency }: ReconciliationParts, titles: Titles): PageOutput {
  const name = titles.reconciliation.cause;
  const reconciled = reconciledOf(totals, titles);
  const page = new PageRows(7);
  page.title(titles.reconciliation.title, `${titles.figuresIn} ${currency}`);
  const chart = addWaterfall(page, { sheet: name, titles, currency }, reconciled);
  const amounts = amountWidth(reconciled.from, reconciled.to);
  return {
    name,
    columnWidths: [labelCharacters, amounts, 10, ...chart.series.map(() => amounts)],
    pageRows: page.rows,
    charts: [chart],
    print: { orientation: 'landscape' },
  };
}

const amount = (header: string, width: number): ColumnOutput => ({
  header,
  format: 'money',
  widthCharacters: Math.max(width, header.length + 2),
});

const text = (header: string, widthCharacters: number): ColumnOutput => ({
  header,
  format: 'prose',
  widthCharacters,
});

function figuresOf({ totals }: ReconciliationParts, titles: Titles) {
  const causes = totals.causes.map(({ cause }) => cause).filter((cause) => !cause.startsWith('version'));
  const width = amountWidth(totals.from.toFixed(), totals.to.toFixed());
  const { columns: words } = titles;
  return {
    causes: causes as Cause[],
    columns: [
      words.before,
      words.after,
      words.growth,
      ...causes.map((cause) => causeLabel(cause, titles)),
    ].map((header) => amount(header, width)),
  };
}

const differenceOf = (from: string, to: string): string => decimal(to).minus(from).toFixed();

function groupsSheet(parts: ReconciliationParts, titles: Titles): SheetOutput {
  const { columns: words } = titles;
  const { causes, columns } = figuresOf(parts, titles);
  const wordOf = (key: string) =>
    key === 'discipline'
      ? words.discipline
      : key === 'area'
        ? titles.reconciliation.area
        : `${words.wbs} ${key.slice('wbsLevel'.length)}`;
  const valueOf = (value: string | null, at: number): CellOutput =>
    parts.keys[at] === 'discipline' && value !== null
      ? (titles.disciplines[value as keyof Titles['disciplines']] ?? value)
      : value;
  const rows = parts.groups.map(({ keys, sum }): CellOutput[] => {
    const [from, to] = [sum.from.text(), sum.to.text()];
    const amounts = new Map(sum.causes.list().map((one) => [one.cause, one.amount.text()]));
    return [
      ...keys.map(valueOf),
      from,
      to,
      differenceOf(from, to),
      ...causes.map((cause) => amounts.get(cause) ?? null),
    ];
  });
  return {
    name: titles.reconciliation.groups,
    columns: [...parts.keys.map((key) => text(wordOf(key), labelCharacters)), ...columns],
    rows: batchesOf(rows),
    rowCount: rows.length,
    look: 'report',
    print: { orientation: 'landscape' },
  };
}

function linesSheet(parts: ReconciliationParts, titles: Titles): SheetOutput {
  const { columns: words } = titles;
  const { causes, columns } = figuresOf(parts, titles);
  return {
    name: words.lines,
    columns: [
      { header: words.itemNumber, format: 'integer', widthCharacters: 9 },
      text(words.description, proseCharacters),
      ...columns,
    ],
    rows: batchesOf(parts.lines, ({ line, movements }: MovedItem): CellOutput[] => {
      const amounts = new Map(movements.map((one) => [one.cause, amountOf(one).toFixed()]));
      const { itemNumber, description, from, to } = line;
      return [
        ...[itemNumber, description, from, to, differenceOf(from, to)],
        ...causes.map((cause) => amounts.get(cause) ?? null),
      ];
    }),
    rowCount: parts.count,
    look: 'report',
    print: { orientation: 'landscape' },
  };
}

async function* batchesOf<T>(
  items: AsyncIterable<T> | Iterable<T>,
  rowOf: (item: T) => CellOutput[] = (row) => row as CellOutput[],
): AsyncGenerator<CellOutput[][]> {
  let batch: CellOutput[][] = [];
  for await (const item of items) {
    batch.push(rowOf(item));
    if (batch.length < batchLines) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

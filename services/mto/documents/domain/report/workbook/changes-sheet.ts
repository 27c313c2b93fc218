import type { Look, PageCell, PageFormat, PageOutput } from '@consulting/spreadsheet/output/page-output';
import type { ChangedLine, Changes, Growth, GrowthFigures } from '../model/report';
import { amountWidth } from './amount-width';
import { printOf, type ReportDocument } from './document';
import { cellAt, shareOf, sumDown } from './formulas';
import { figure, formula, PageRows, prose, type TableColumn, text, widthsOf } from './page-rows';
import { addWaterfall } from './waterfall';

const firstFigure = 1;
const costAt = 7;

export function changesSheet(document: ReportDocument, changes: Changes): PageOutput {
  const { titles, names, subtitle } = document;
  const columns = columnsOf(document);
  const page = new PageRows(columns.length);
  const compared = `${titles.comparedWith} ${changes.before.label}  ${changes.before.name}`;
  page.title(titles.sections.changes, `${compared}  ·  ${subtitle}`);
  addDisciplines(page, document, changes, columns);
  page.blank();
  addCounts(page, document, changes);
  page.blank();
  const { reconciled } = changes;
  const sheet = { sheet: names.changes, titles, currency: document.report.currency };
  const charts = reconciled.causes.length > 0 ? [addWaterfall(page, sheet, reconciled)] : [];
  if (charts.length > 0) page.blank();
  if (changes.lines.length > 0) addLines(page, document, changes.lines);
  return {
    name: names.changes,
    columnWidths: widthsOf(columns),
    pageRows: page.rows,
    charts,
    print: printOf(document, 'landscape'),
  };
}

function columnsOf({ report, titles: { columns: words } }: ReportDocument): TableColumn[] {
  const three = (format: PageFormat, widthCharacters: number): TableColumn[] => [
    { header: words.before, format, widthCharacters },
    { header: words.after, format, widthCharacters },
    { header: words.growth, format, widthCharacters },
  ];
  return [
    { header: words.discipline, format: 'text', widthCharacters: 24 },
    ...three('integer', 14),
    ...three('amount', 14),
    ...three('amount', amountWidth(report.totals.totalCost)),
    { header: words.growthPercent, format: 'change', widthCharacters: 12 },
    { header: '', format: 'text', widthCharacters: 14 },
  ];
}

function addDisciplines(
  page: PageRows,
  { titles }: ReportDocument,
  { byDiscipline, totals }: Changes,
  columns: readonly TableColumn[],
): void {
  const { columns: words } = titles;
  const band = (value: string, span: number): PageCell => ({ value, look: 'band', format: 'text', span });
  page.heading(titles.sections.byDiscipline);
  page.add([
    band('', 1),
    band(words.lines, 3),
    band(words.totalManHours, 3),
    band(words.totalCost, 4),
    band('', 1),
  ]);
  page.header(columns);
  const fromRow = page.lastRow + 1;
  for (const one of byDiscipline) page.add([text(one.label), ...growthCells(one, page.lastRow + 1, 'body')]);
  const toRow = page.lastRow;
  const sums = toRow < fromRow ? undefined : { fromRow, toRow };
  page.add([text(titles.total, 'grandTotal'), ...growthCells(totals, page.lastRow + 1, 'grandTotal', sums)]);
}

interface SummedRows {
  fromRow: number;
  toRow: number;
}

function growthCells(figures: GrowthFigures, row: number, look: Look, sums?: SummedRows): PageCell[] {
  const keys = ['lines', 'totalManHours', 'totalCost'] as const;
  const cells = keys.flatMap((key, at) =>
    growthOf(figures[key], { column: firstFigure + at * 3, row, look, sums, isCount: key === 'lines' }),
  );
  return [...cells, growthShare(figures.totalCost, row, look)];
}

interface GrowthPlace {
  column: number;
  row: number;
  look: Look;
  sums?: SummedRows | undefined;
  isCount?: boolean;
}

function growthOf(growth: Growth, { column, row, look, sums, isCount = false }: GrowthPlace): PageCell[] {
  const format = isCount ? 'integer' : 'amount';
  const stated = (at: number, value: string) =>
    sums === undefined
      ? figure(value, format, look)
      : formula(sumDown(at, sums.fromRow, sums.toRow), value, format, look);
  const difference = `${cellAt(column + 1, row)}-${cellAt(column, row)}`;
  return [
    stated(column, growth.before),
    stated(column + 1, growth.after),
    formula(difference, growth.growth, isCount ? 'countDifference' : 'difference', look),
  ];
}

function growthShare({ before, growth }: Growth, row: number, look: Look): PageCell {
  const share = shareOf(growth, before);
  const written = `${cellAt(costAt + 2, row)}/${cellAt(costAt, row)}`;
  return share === null ? figure(null, 'change', look) : formula(written, share, 'change', look);
}

function addCounts(page: PageRows, { titles }: ReportDocument, { counts }: Changes): void {
  const kinds = ['added', 'removed', 'changed'] as const;
  page.heading(titles.columns.lines, 2);
  for (const kind of kinds) page.add([text(titles.differences[kind]), figure(counts[kind], 'integer')]);
}

const descriptionSpan = 3;

function addLines(page: PageRows, { titles }: ReportDocument, lines: readonly ChangedLine[]): void {
  const { columns: words } = titles;
  const header = (value: string, format: PageFormat = 'text', span = 1): PageCell => ({
    value,
    look: 'header',
    format,
    span,
  });
  page.heading(titles.sections.lines);
  page.add([
    header(words.discipline),
    header(words.itemNumber),
    header(words.tag),
    header(words.wbsCode),
    header(words.description, 'text', descriptionSpan),
    header(words.before, 'amount'),
    header(words.after, 'amount'),
    header(words.growth, 'amount'),
    header(words.growthPercent, 'amount'),
    header(words.difference),
  ]);
  for (const line of lines) {
    const row = page.lastRow + 1;
    page.add([
      prose(line.discipline),
      text(line.itemNumber),
      prose(line.tag),
      prose(line.wbsCode),
      { ...prose(line.description), span: descriptionSpan },
      ...growthOf(line.totalCost, { column: costAt, row, look: 'body' }),
      growthShare(line.totalCost, row, 'body'),
      text(titles.differences[line.difference]),
    ]);
  }
}

import type { ChartOutput, ChartSeries, PageOutput } from '@consulting/spreadsheet/output/page-output';
import {
  type ChartFigures,
  type ChartSources,
  disciplineFigures,
  topAreas,
  topCrews,
  topWbs,
} from './chart-figures';
import { printOf, type ReportDocument } from './document';
import { figure, formula, PageRows, text } from './page-rows';

const columnWidths = [64, 24];
const frameRows = 6;
const rowsPerBar = 1.1;
// A page of A4 or letter takes as many, at the width of the columns.
const rowsPerPage = 44;

export function chartsSheet(document: ReportDocument, sources: ChartSources): PageOutput {
  const { report, titles, names, subtitle } = document;
  const page = new PageRows(columnWidths.length);
  page.title(titles.sections.charts, subtitle);
  const displayed = [
    disciplineFigures(document, sources.disciplines),
    topWbs(document, sources.matrixTotals),
    topAreas(document),
    topCrews(document, sources.crews),
  ].filter(({ entries }) => entries.length > 0);
  const places = displayed.map((figures) => placeFor(page, figures));
  const lastRowOfCharts = page.lastRow;
  const charts = displayed.map(
    (figures, at): ChartOutput => ({
      title: figures.title,
      unit: figures.isMoney ? report.currency : titles.columns.totalManHours,
      direction: 'bar',
      ...cellsOf(page, document, figures),
      from: { row: places[at]?.fromRow ?? 0, column: 0 },
      to: { row: places[at]?.toRow ?? 0, column: columnWidths.length },
      hasDataLabels: true,
    }),
  );
  return {
    name: names.charts,
    columnWidths,
    pageRows: page.rows,
    charts,
    pageBreaks: [...breaksBetween(places), ...(page.lastRow > lastRowOfCharts ? [lastRowOfCharts] : [])],
    print: printOf(document, 'portrait'),
  };
}

// No chart is cut by the end of a page.
function breaksBetween(places: readonly { fromRow: number; toRow: number }[]): number[] {
  const breaks: number[] = [];
  for (const { fromRow, toRow } of places)
    if (toRow - (breaks.at(-1) ?? 0) > rowsPerPage && fromRow > 0) breaks.push(fromRow);
  return breaks;
}

function placeFor(page: PageRows, { entries }: ChartFigures) {
  const fromRow = page.lastRow;
  const toRow = fromRow + frameRows + Math.ceil(entries.length * rowsPerBar);
  while (page.lastRow <= toRow) page.blank();
  return { fromRow, toRow };
}

function cellsOf(
  page: PageRows,
  { names }: ReportDocument,
  figures: ChartFigures,
): Pick<ChartOutput, 'categories' | 'labels' | 'series'> {
  const { entries, place = addTable(page, names.charts, figures) } = figures;
  const rows = { sheet: place.sheet, fromRow: place.firstRow, toRow: place.firstRow + entries.length - 1 };
  const series: ChartSeries = {
    name: figures.title,
    values: { ...rows, column: place.amountColumn },
    figures: entries.map(({ amount }) => amount),
    color: figures.color,
  };
  return {
    categories: { ...rows, column: place.labelColumn },
    labels: entries.map(({ label }) => label),
    series: [series],
  };
}

function addTable(page: PageRows, sheet: string, { title, entries }: ChartFigures) {
  page.blank();
  page.heading(title);
  const firstRow = page.lastRow + 1;
  for (const { label, amount, source } of entries)
    page.add([
      text(label),
      source === undefined ? figure(amount, 'amount') : formula(source, amount, 'amount'),
    ]);
  return { sheet, firstRow, labelColumn: 0, amountColumn: 1 };
}

import type { PageOutput } from '@consulting/spreadsheet/output/page-output';
import { listedLines } from '../language/listed-lines';
import type { BuildUpStep } from '../model/report';
import { printOf, type ReportDocument } from './document';
import { type FigureColumns, figureCells, figureColumns, totalCells } from './figure-columns';
import { fractionOf, sumDown, sumOfRows } from './formulas';
import { figure, formula, PageRows, text, widthsOf } from './page-rows';

export interface BuildUpPlace {
  column: number;
  row: number;
}

export interface DisciplineRows {
  fromRow: number;
  toRow: number;
  column: number;
}

interface SummarySheet {
  sheet: PageOutput;
  disciplines: DisciplineRows;
  grandTotal: BuildUpPlace;
}

const labelCharacters = 34;

export function summarySheet(document: ReportDocument): SummarySheet {
  const { report, titles, names } = document;
  const figures = figureColumns(report, titles);
  const columns = [
    { header: titles.columns.discipline, format: 'text', widthCharacters: labelCharacters } as const,
    ...figures.columns,
  ];
  const page = new PageRows(columns.length);
  page.title(titles.sections.summary, document.subtitle);
  page.heading(titles.sections.byDiscipline);
  page.header(columns);
  const disciplines = addDisciplines(page, document, figures);
  const listed = report.lines && listedLines(report.lines, titles, document.formats);
  if (listed) page.add([text(listed)]);
  page.blank();
  const grandTotal = addBuildUp(page, document);
  return {
    sheet: {
      name: names.summary,
      columnWidths: widthsOf(columns),
      pageRows: page.rows,
      print: printOf(document, 'landscape'),
    },
    disciplines,
    grandTotal,
  };
}

function addDisciplines(
  page: PageRows,
  { report, titles }: ReportDocument,
  figures: FigureColumns,
): DisciplineRows {
  const { byDiscipline, totals } = report;
  const fromRow = page.lastRow + 1;
  const toRow = page.lastRow + byDiscipline.length;
  const totalRow = toRow + 1;
  for (const one of byDiscipline) {
    const place = { row: page.lastRow + 1, firstColumn: 1, totalRow, look: 'body' } as const;
    page.add([text(one.label), ...figureCells(figures, one.figures, totals, place)]);
  }
  const sumOf = (column: number) => (byDiscipline.length > 0 ? sumDown(column, fromRow, toRow) : undefined);
  page.add([
    text(titles.total, 'total'),
    ...totalCells(figures, totals, sumOf, { row: totalRow, firstColumn: 1, look: 'total' }),
  ]);
  return { fromRow, toRow, column: 1 + figures.totalCostAt };
}

const amountColumn = 2;

function addBuildUp(page: PageRows, { report, titles }: ReportDocument): BuildUpPlace {
  page.heading(titles.sections.buildUp, amountColumn + 1);
  page.add([
    { value: null, look: 'header', format: 'text' },
    { value: '%', look: 'header', format: 'percent' },
    { value: `${titles.columns.amount} (${report.currency})`, look: 'header', format: 'amount' },
  ]);
  const summed: number[] = [];
  for (const step of report.buildUp) {
    const row = addStep(page, step, titles.buildUp[step.key], summed);
    if (!step.isTotal) summed.push(row);
  }
  return { column: amountColumn, row: page.lastRow };
}

function addStep(
  page: PageRows,
  { key, amount, percent, isTotal }: BuildUpStep,
  label: string,
  summed: number[],
) {
  const look = key === 'grandTotal' ? 'grandTotal' : isTotal ? 'total' : 'body';
  const sum = isTotal ? sumOfRows(amountColumn, summed) : undefined;
  return page.add([
    text(label, look),
    figure(percent === null ? null : fractionOf(percent), 'statedPercent', look),
    sum === undefined ? figure(amount, 'amount', look) : formula(sum, amount, 'amount', look),
  ]);
}

import { sum } from '@consulting/kernel/schema';
import type { PageOutput } from '@consulting/spreadsheet/output/page-output';
import type { CostlyLine } from '../model/report';
import { amountWidth } from './amount-width';
import { printOf, type ReportDocument } from './document';
import { cellAt, cellOn, fractionOf, shareOf, sumDown } from './formulas';
import { figure, formula, PageRows, prose, type TableColumn, text, widthsOf } from './page-rows';
import type { DisciplineRows } from './summary-sheet';

const hoursColumn = 7;
const costColumn = 8;

export function costliestSheet(document: ReportDocument, disciplines: DisciplineRows): PageOutput {
  const { report, titles, names } = document;
  const columns = columnsOf(document);
  const page = new PageRows(columns.length);
  page.title(titles.sections.costliest, document.subtitle);
  const headerRow = page.header(columns);
  const totalCost = cellOn(names.summary, disciplines.column, disciplines.toRow + 1);
  for (const line of report.costliest) {
    const row = page.lastRow + 1;
    page.add([
      ...wordsOf(line),
      ...costsOf(line, `${cellAt(costColumn, row)}/${totalCost}`, report.totals.totalCost),
    ]);
  }
  if (report.costliest.length > 0) addTotals(page, document, headerRow, totalCost);
  return {
    name: names.costliest,
    columnWidths: widthsOf(columns),
    pageRows: page.rows,
    frozen: { rows: headerRow, columns: 0 },
    titleRows: { from: headerRow, to: headerRow },
    print: printOf(document, 'landscape'),
  };
}

const columnsOf = ({ report, titles: { columns: words } }: ReportDocument): TableColumn[] => [
  { header: words.itemNumber, format: 'integer', widthCharacters: 8 },
  { header: words.tag, format: 'text', widthCharacters: 18 },
  { header: words.discipline, format: 'text', widthCharacters: 20 },
  { header: words.description, format: 'text', widthCharacters: 48 },
  { header: words.wbsCode, format: 'text', widthCharacters: 14 },
  { header: words.quantity, format: 'quantity', widthCharacters: 12 },
  { header: words.unitOfMeasure, format: 'text', widthCharacters: 8 },
  { header: words.totalManHours, format: 'amount', widthCharacters: 14 },
  { header: words.totalCost, format: 'amount', widthCharacters: amountWidth(report.totals.totalCost) },
  { header: words.percent, format: 'percent', widthCharacters: 11 },
];

const wordsOf = (line: CostlyLine) => [
  figure(line.itemNumber, 'integer'),
  prose(line.tag),
  prose(line.discipline),
  prose(line.description),
  prose(line.wbsCode),
  figure(line.quantity, 'quantity'),
  text(line.unitOfMeasure),
];

function costsOf({ totalManHours, totalCost, percent }: CostlyLine, written: string, whole: string) {
  const share = shareOf(totalCost, whole);
  return [
    figure(totalManHours, 'amount'),
    figure(totalCost, 'amount'),
    share === null
      ? figure(percent === null ? null : fractionOf(percent), 'percent')
      : formula(written, share, 'percent'),
  ];
}

function addTotals(page: PageRows, { report, titles }: ReportDocument, headerRow: number, totalCost: string) {
  const { costliest, totals } = report;
  const row = page.lastRow + 1;
  const cost = sum(costliest.map((line) => line.totalCost)).toFixed();
  const hours = sum(costliest.map((line) => line.totalManHours)).toFixed();
  const share = shareOf(cost, totals.totalCost);
  const down = (column: number) => sumDown(column, headerRow + 1, page.lastRow);
  const written = `${cellAt(costColumn, row)}/${totalCost}`;
  page.add([
    { ...text(titles.total, 'grandTotal'), span: hoursColumn },
    formula(down(hoursColumn), hours, 'amount', 'grandTotal'),
    formula(down(costColumn), cost, 'amount', 'grandTotal'),
    share === null ? figure(null, 'percent', 'grandTotal') : formula(written, share, 'percent', 'grandTotal'),
  ]);
}

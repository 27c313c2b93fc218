import type { PageOutput } from '@consulting/spreadsheet/output/page-output';
import type { SheetRow } from '../model/report';
import { amountWidth } from './amount-width';
import { printOf, type ReportDocument } from './document';
import { fractionOf, sumOfRows } from './formulas';
import { figure, formula, PageRows, prose, type TableColumn, text, widthsOf } from './page-rows';

export function estimateSheet(document: ReportDocument): PageOutput {
  const { report, titles, names } = document;
  const columns = columnsOf(document);
  const page = new PageRows(columns.length);
  page.title(titles.sections.sheet, document.subtitle);
  const headerRow = page.header(columns);
  for (const row of report.sheet) addRow(page, row, columns.length - 1, headerRow + 1);
  return {
    name: names.sheet,
    columnWidths: widthsOf(columns),
    pageRows: page.rows,
    frozen: { rows: headerRow, columns: 2 },
    titleRows: { from: headerRow, to: headerRow },
    print: printOf(document, 'landscape'),
  };
}

function addRow(page: PageRows, row: SheetRow, amountColumn: number, firstRow: number): void {
  const { code, name, kind, quantity, unit, unitPrice, percent, lines, amount, sums, isGrandTotal } = row;
  const look = isGrandTotal ? 'grandTotal' : sums ? 'total' : 'body';
  const places = (sums ?? []).map((at) => at + firstRow).sort((one, other) => one - other);
  const sum = sumOfRows(amountColumn, places);
  page.add([
    text(code, look),
    prose(name, look),
    prose(kind, look),
    figure(quantity, 'quantity', look),
    text(unit, look),
    figure(unitPrice, 'amount', look),
    figure(percent === null ? null : fractionOf(percent), 'statedPercent', look),
    figure(lines, 'integer', look),
    sum === undefined ? figure(amount, 'amount', look) : formula(sum, amount, 'amount', look),
  ]);
}

const columnsOf = ({ report, titles: { sheet: words, columns: common } }: ReportDocument): TableColumn[] => [
  { header: words.code, format: 'text', widthCharacters: 14 },
  { header: words.name, format: 'text', widthCharacters: 44 },
  { header: words.kind, format: 'text', widthCharacters: 18 },
  { header: words.quantity, format: 'quantity', widthCharacters: 12 },
  { header: words.unit, format: 'text', widthCharacters: 10 },
  { header: words.unitPrice, format: 'amount', widthCharacters: 14 },
  { header: '%', format: 'percent', widthCharacters: 9 },
  { header: common.lines, format: 'integer', widthCharacters: 9 },
  {
    header: `${words.amount} (${report.currency})`,
    format: 'amount',
    widthCharacters: amountWidth(report.grandTotal),
  },
];

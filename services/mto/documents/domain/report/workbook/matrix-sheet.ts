import type { PageOutput } from '@consulting/spreadsheet/output/page-output';
import { amountWidth } from './amount-width';
import { printOf, type ReportDocument } from './document';
import { sumAcross, sumDown } from './formulas';
import { figure, formula, PageRows, prose, type TableColumn, text, widthsOf } from './page-rows';
import { wbsColumns, wbsName } from './wbs-sheet';

const firstCost = 2;

interface MatrixSheet {
  sheet: PageOutput;
  totals: { column: number; firstRow: number };
}

export function matrixSheet(document: ReportDocument): MatrixSheet {
  const { report, titles, names } = document;
  const { matrix } = report;
  const cost = (header: string): TableColumn => ({
    header,
    format: 'whole',
    widthCharacters: amountWidth(matrix.total),
  });
  const columns = [
    ...wbsColumns(titles),
    ...matrix.disciplines.map(({ label }) => cost(label)),
    cost(titles.total),
  ];
  const lastCost = columns.length - 2;
  const page = new PageRows(columns.length);
  page.title(titles.sections.matrix, document.subtitle);
  const headerRow = page.header(columns);
  for (const one of matrix.rows) {
    const sum = sumAcross(page.lastRow + 1, firstCost, lastCost);
    page.add([
      text(one.wbsCode),
      prose(wbsName(one, titles)),
      ...one.costs.map((amount) => figure(amount, 'whole')),
      formula(sum, one.total, 'whole', 'subtotal'),
    ]);
  }
  addTotals(page, document, { headerRow, totalColumn: columns.length - 1 });
  return {
    sheet: {
      name: names.matrix,
      columnWidths: widthsOf(columns),
      pageRows: page.rows,
      frozen: { rows: headerRow, columns: firstCost },
      titleRows: { from: headerRow, to: headerRow },
      print: printOf(document, 'landscape'),
    },
    totals: { column: columns.length - 1, firstRow: headerRow + 1 },
  };
}

function addTotals(
  page: PageRows,
  { report: { matrix }, titles }: ReportDocument,
  { headerRow, totalColumn }: { headerRow: number; totalColumn: number },
): void {
  const lastRow = page.lastRow;
  const sum = (column: number, amount: string) =>
    lastRow > headerRow
      ? formula(sumDown(column, headerRow + 1, lastRow), amount, 'whole', 'grandTotal')
      : figure(amount, 'whole', 'grandTotal');
  page.add([
    text(titles.total, 'grandTotal'),
    text(null, 'grandTotal'),
    ...matrix.totals.map((amount, at) => sum(firstCost + at, amount)),
    sum(totalColumn, matrix.total),
  ]);
}

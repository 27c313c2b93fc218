import type { PageOutput } from '@consulting/spreadsheet/output/page-output';
import { amountWidth } from './amount-width';
import { printOf, type ReportDocument } from './document';
import { fractionOf } from './formulas';
import { figure, PageRows, prose, type TableColumn, widthsOf } from './page-rows';

export function pricesSheet(document: ReportDocument): PageOutput {
  const { report, titles, names } = document;
  const columns = columnsOf(document);
  const page = new PageRows(columns.length);
  page.title(titles.sections.prices, `${document.subtitle}  ·  ${titles.severalBooks}`);
  const headerRow = page.header(columns);
  for (const { priceBook, rows, prices, stalePrices, lines, totalCost, percent } of report.pricesByBook)
    page.add([
      prose(priceBook ?? titles.withoutPrices),
      ...[rows, prices, stalePrices, lines].map((count) => figure(count, 'integer')),
      figure(totalCost, 'amount'),
      figure(percent === null ? null : fractionOf(percent), 'percent'),
    ]);
  return {
    name: names.prices,
    columnWidths: widthsOf(columns),
    pageRows: page.rows,
    frozen: { rows: headerRow, columns: 1 },
    titleRows: { from: headerRow, to: headerRow },
    print: printOf(document, 'landscape'),
  };
}

const columnsOf = ({ report, titles: { columns: words } }: ReportDocument): TableColumn[] => [
  { header: words.priceBook, format: 'text', widthCharacters: 32 },
  { header: words.priceRows, format: 'integer', widthCharacters: 12 },
  { header: words.prices, format: 'integer', widthCharacters: 12 },
  { header: words.stalePrices, format: 'integer', widthCharacters: 14 },
  { header: words.lines, format: 'integer', widthCharacters: 9 },
  { header: words.totalCost, format: 'amount', widthCharacters: amountWidth(report.totals.totalCost) },
  { header: words.percent, format: 'percent', widthCharacters: 11 },
];

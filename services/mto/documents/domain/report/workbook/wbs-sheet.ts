import { Slice } from '@consulting/kernel/process';
import type { PageOutput } from '@consulting/spreadsheet/output/page-output';
import type { Titles } from '../language/language';
import type { WbsFigures } from '../model/report';
import { printOf, type ReportDocument } from './document';
import { figureCells, figureColumns, totalCells } from './figure-columns';
import { sumOfRows } from './formulas';
import { PageRows, prose, type TableColumn, text, widthsOf } from './page-rows';

const codeCharacters = 16;
const nameCharacters = 34;
const indent = '   ';

export const wbsName = ({ name, kind }: Pick<WbsFigures, 'name' | 'kind'>, titles: Titles): string =>
  kind === null ? (name ?? '') : titles.wbsKinds[kind];

export const wbsColumns = ({ columns }: Titles): TableColumn[] => [
  { header: columns.wbsCode, format: 'text', widthCharacters: codeCharacters },
  { header: columns.name, format: 'text', widthCharacters: nameCharacters },
];

export async function wbsSheet(document: ReportDocument): Promise<PageOutput> {
  const { report, titles, names } = document;
  const figures = figureColumns(report, titles);
  const columns = [...wbsColumns(titles), ...figures.columns];
  const firstColumn = columns.length - figures.columns.length;
  const page = new PageRows(columns.length);
  page.title(titles.sections.byWbs, document.subtitle);
  const headerRow = page.header(columns);
  const totalRow = headerRow + report.byWbs.length + 1;
  const roots: number[] = [];
  const slice = new Slice();
  for (const one of report.byWbs) {
    if (slice.isOver) await slice.next();
    const row = page.lastRow + 1;
    const look = one.level === 1 && one.hasChildren ? 'subtotal' : 'body';
    const name = indent.repeat(one.level - 1) + wbsName(one, titles);
    page.add([
      text(one.wbsCode, look),
      prose(name, look),
      ...figureCells(figures, one.figures, report.totals, { row, firstColumn, totalRow, look }),
    ]);
    if (one.level === 1) roots.push(row);
  }
  const total = { row: totalRow, firstColumn, look: 'grandTotal' } as const;
  page.add([
    text(titles.total, 'grandTotal'),
    text(null, 'grandTotal'),
    ...totalCells(figures, report.totals, (column) => sumOfRows(column, roots), total),
  ]);
  return {
    name: names.wbs,
    columnWidths: widthsOf(columns),
    pageRows: page.rows,
    frozen: { rows: headerRow, columns: 2 },
    titleRows: { from: headerRow, to: headerRow },
    print: printOf(document, 'landscape'),
  };
}

import type { PageOutput } from '@consulting/spreadsheet/output/page-output';
import { printOf, type ReportDocument } from './document';
import { figure, PageRows, prose, type TableColumn, text, widthsOf } from './page-rows';

export function ratiosSheet(document: ReportDocument): PageOutput {
  const { report, titles, names } = document;
  const { ratios } = report;
  const columns = columnsOf(document);
  const page = new PageRows(columns.length);
  const isCompared = ratios.some(({ reference }) => reference !== null);
  const note = isCompared ? `  ·  ${titles.ratios.note}` : '';
  page.title(titles.sections.ratios, `${document.subtitle}${note}`);
  const headerRow = page.header(columns);
  for (const { label, unit, value, reference, isOutside } of ratios) {
    const look = isOutside ? 'subtotal' : 'body';
    page.add([
      prose(label, look),
      figure(value, 'rate', look),
      text(unit, look),
      ...[reference?.p10, reference?.p50, reference?.p90].map((one) => figure(one ?? null, 'rate', look)),
      figure(reference?.projects ?? null, 'integer', look),
      text(isOutside ? titles.yes : null, look),
    ]);
  }
  return {
    name: names.ratios,
    columnWidths: widthsOf(columns),
    pageRows: page.rows,
    frozen: { rows: headerRow, columns: 1 },
    titleRows: { from: headerRow, to: headerRow },
    print: printOf(document, 'landscape'),
  };
}

const columnsOf = ({ titles: { ratios: words, columns: common } }: ReportDocument): TableColumn[] => [
  { header: words.name, format: 'text', widthCharacters: 36 },
  { header: words.value, format: 'rate', widthCharacters: 16 },
  { header: common.unitOfMeasure, format: 'text', widthCharacters: 10 },
  ...['P10', 'P50', 'P90'].map((header): TableColumn => ({ header, format: 'rate', widthCharacters: 14 })),
  { header: words.projects, format: 'integer', widthCharacters: 10 },
  { header: words.outside, format: 'text', widthCharacters: 14 },
];

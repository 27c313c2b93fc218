import type { PageOutput } from '@consulting/spreadsheet/output/page-output';
import { rowsOfText } from './cover-sheet';
import { printOf, type ReportDocument } from './document';
import { PageRows, prose, text } from './page-rows';

const titleCharacters = 32;
const textCharacters = 86;

export function basisSheet(document: ReportDocument): PageOutput {
  const { report, titles, names } = document;
  const page = new PageRows(2);
  page.title(titles.sections.basis, document.subtitle);
  for (const { label, text: own, facts } of report.basis) {
    page.heading(label);
    for (const paragraph of own === null ? [] : rowsOfText(own))
      page.add([text(null, 'label'), prose(paragraph)]);
    for (const { title, items } of facts)
      for (const [at, item] of items.entries())
        page.add([prose(at === 0 ? title : null, 'label'), prose(item)]);
  }
  return {
    name: names.basis,
    columnWidths: [titleCharacters, textCharacters],
    pageRows: page.rows,
    print: printOf(document, 'portrait'),
  };
}

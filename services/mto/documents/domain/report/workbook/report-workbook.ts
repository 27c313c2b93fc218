import type { WorkbookSheet } from '@consulting/spreadsheet/output/page-output';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import type { Language } from '../language/language';
import type { Report } from '../model/report';
import { basisSheet } from './basis-sheet';
import { changesSheet } from './changes-sheet';
import { chartsSheet } from './charts-sheet';
import { costliestSheet } from './costliest-sheet';
import { coverSheet } from './cover-sheet';
import { crewsSheet } from './crews-sheet';
import { documentOf, type ReportDocument } from './document';
import { estimateSheet } from './estimate-sheet';
import { linesSheet } from './lines-sheet';
import { matrixSheet } from './matrix-sheet';
import { pricesSheet } from './prices-sheet';
import { ratiosSheet } from './ratios-sheet';
import { summarySheet } from './summary-sheet';
import { wbsSheet } from './wbs-sheet';

export function reportWorkbook(
  report: Report,
  language: Language,
  createdAt: Date,
): ReadableStream<Uint8Array> {
  const { cover } = report;
  const document = documentOf(report, language);
  const title = [cover.project.code, cover.project.name].join(' ');
  return writeWorkbook(sheetsOf(report, document), {
    title,
    subject: document.titles.document,
    creator: cover.preparedBy ?? '',
    language,
    createdAt,
  });
}

async function* sheetsOf(report: Report, document: ReportDocument): AsyncGenerator<WorkbookSheet> {
  const summary = summarySheet(document);
  const matrix = matrixSheet(document);
  const crews = crewsSheet(document);
  const { disciplines } = summary;
  yield coverSheet(document, summary.grandTotal);
  yield summary.sheet;
  yield chartsSheet(document, { disciplines, matrixTotals: matrix.totals, crews: crews.rows });
  if (report.sheet.length > 0) yield estimateSheet(document);
  yield await wbsSheet(document);
  yield matrix.sheet;
  if (report.crews.length > 0) yield crews.sheet;
  if (report.pricesByBook.length > 0) yield pricesSheet(document);
  if (report.ratios.length > 0) yield ratiosSheet(document);
  yield costliestSheet(document, disciplines);
  if (report.changes) yield changesSheet(document, report.changes);
  if (report.basis.length > 0) yield basisSheet(document);
  if (report.lines) yield await linesSheet(document, report.lines);
}

import { workbookType } from '@consulting/kernel/http';
import {
  boolean,
  choice,
  commaSeparated,
  Field,
  fault,
  integer,
  isUuid,
  named,
  notFound,
  QueryInput,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { allKeys } from '@consulting/mto-engine';
import { type Ctx, versionField } from '@consulting/mto-lines';
import { textStream } from '@consulting/spreadsheet/write-csv';
import type { ExportFile } from '../export/export-lines';
import { makeFile } from '../export/make-file';
import { checkReportColumns } from './columns';
import { htmlChunks } from './html/document';
import { languages, titles } from './language/language';
import { openReport, reportBasis } from './make-report';
import { reportWorkbook } from './workbook/report-workbook';

const linesMax = 100_000;
const allOrNone = choice(['all', 'none']).kind;
const firstLines = integer({ min: 1, max: linesMax }).kind;

const reportLines = new Field<'all' | 'none' | number | null>({
  schema: named('ReportLines', { anyOf: [allOrNone.schema, firstLines.schema] }),
  fromText: firstLines.fromText,
  read(value, at, reading) {
    if (typeof value === 'number') return firstLines.read(value, at, reading);
    if (value === 'all' || value === 'none') return value;
    const allowed = ['all', 'none'];
    return fault(reading, at, 'ENUM', `must be all, none or a number up to ${linesMax}`, { allowed });
  },
});

export const reportQuery = new QueryInput({
  serviceId: uuid().describe('Only the lines of this service, with its name and basis on the cover.'),
  estimationId: versionField(),
  format: choice(['xlsx', 'html'], 'ReportFormat')
    .default('xlsx')
    .describe('A workbook, or one page for browsers that is made for printing.'),
  columns: commaSeparated(allKeys.length, checkReportColumns).describe(
    'Keys of the fields that the list of lines shows, in their order; those that are empty in every line are left out. By default what a client reads of a line: number, description, size, WBS code, quantity, man-hours and costs.',
  ),
  lines: reportLines
    .default('all')
    .describe(
      'Whether the list of all lines is part of it, or how many of them: the first in the order of the takeoff, and the report says how many of how many they are. Figures and costliest lines are always those of all lines.',
    ),
  bidSpread: boolean()
    .default(false)
    .describe(
      'Whether each line of the list has its part of the grand total of the version, spread as its estimate sheet says, as unit price and amount of the bid.',
    ),
  language: choice(languages, 'ReportLanguage')
    .default('en')
    .describe('Language of titles, numbers and dates; what was entered stays as it is.'),
});

type ReportQuery = Values<(typeof reportQuery)['fields']>;

const dayOf = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);

export const htmlType = 'text/html';

/**
 * Figures are read before the answer begins, lines are streamed (extensions.md 13.1).
 * @throws NOT_FOUND, NO_SNAPSHOT, NO_BID_SPREAD, VALIDATION_ERROR, DEPENDENCY_UNAVAILABLE, RATE_LIMITED
 */
export async function reportFile(
  ctx: Ctx,
  projectId: string,
  { format, ...query }: ReportQuery,
  signal?: AbortSignal,
): Promise<ExportFile> {
  if (!isUuid(projectId)) throw notFound('project', projectId);
  const { language } = query;
  const basis = await reportBasis(ctx, { ...query, projectId: projectId.toLowerCase() });
  const isHtml = format === 'html';
  const createdAt = new Date();
  const bytes = await makeFile(ctx, signal, async (ctx) => {
    const { report, close } = await openReport(ctx, basis);
    const file = isHtml
      ? textStream(htmlChunks(report, language))
      : reportWorkbook(report, language, createdAt);
    return { file, end: close };
  });
  const { project, service } = basis.facts;
  const name = [project.code, service?.code, titles[language].document].filter(Boolean).join(' ');
  return {
    fileName: `${name} ${dayOf(createdAt)}.${isHtml ? 'html' : 'xlsx'}`,
    type: isHtml ? `${htmlType}; charset=utf-8` : workbookType,
    bytes,
  };
}

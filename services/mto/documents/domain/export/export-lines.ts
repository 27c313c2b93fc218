import { workbookType } from '@consulting/kernel/http';
import {
  boolean,
  choice,
  commaSeparated,
  type Fault,
  invalid,
  QueryInput,
  type Reading,
  RecordInput,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { allKeys, disciplineLabels, disciplines } from '@consulting/mto-engine';
import {
  type Ctx,
  checkKeys,
  exportedKeys,
  type LineFilter,
  openLineSnapshot,
  readFilters,
  readOrder,
  readWords,
  requireProject,
  type SortKey,
  searchInput,
  sourceFor,
  versionField,
  viewField,
  withLevels,
  wordsField,
} from '@consulting/mto-lines';
import type { SheetOutput } from '@consulting/spreadsheet/output/write-output';
import { csvChunks, textStream } from '@consulting/spreadsheet/write-csv';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import { makeFile } from './make-file';
import { type ExportChoice, sheetPerDiscipline, singleSheet, takeoffTable } from './sheets';
import { ndjsonChunks } from './write-ndjson';

const fields = {
  projectId: uuid().required().describe('Project of the lines.'),
  serviceId: uuid().describe('Only the lines of this service.'),
  discipline: choice(disciplines, 'Discipline').describe('Only the lines of this discipline.'),
  estimationId: versionField(),
  viewId: viewField('discipline, filters, words, sort, groups and columns'),
  search: wordsField(),
  format: choice(['single-sheet', 'multi-sheet', 'csv', 'ndjson'], 'TakeoffExportFormat')
    .default('single-sheet')
    .describe(
      'A workbook with all lines on one sheet, or with one sheet per discipline and a summary; the one sheet as CSV; or an object of JSON for each line.',
    ),
  columns: commaSeparated(allKeys.length + 2).describe(
    'Keys of the fields that are columns, in their order; `mtoId` is the identifier of the line, `pricing` the price book and row of each value that a book gave, as text. By default the identifier, all common fields and those of the disciplines that hold data.',
  ),
  omitEmpty: boolean()
    .default(false)
    .describe('Leaves out the columns that are empty in every line; of NDJSON the keys that are null.'),
};

export const exportQuery = new QueryInput(fields);

export const exportInput = new RecordInput(
  {
    ...fields,
    filters: searchInput.fields.filters,
    sort: searchInput.fields.sort,
    groupBy: searchInput.fields.groupBy,
  },
  { name: 'TakeoffExport' },
);

type Order = Values<typeof fields>;

interface Selected {
  filters?: unknown;
  sort?: unknown;
  groupBy?: unknown;
}

type ExportOrder = Omit<LineFilter, 'source'> &
  Pick<Order, 'format' | 'estimationId' | 'columns' | 'omitEmpty'> & { sort: readonly SortKey[] };

/** @throws VALIDATION_ERROR for words and for columns that lines of the discipline do not have */
export const readExportQuery = (query: Order & Selected): ExportOrder => orderOf(query, []);

function orderOf(given: Order & Selected, faults: Fault[]): ExportOrder {
  const { filters, search, sort: sortGiven = [], groupBy = [], viewId: _, ...order } = given;
  const criteria = readFilters(filters, order.discipline, { faults });
  const words = readWords(search, { faults });
  const sort = readOrder({ sort: sortGiven, groupBy }, order.discipline, { faults });
  readColumns(order, { faults });
  if (faults.length > 0) throw invalid(faults);
  return { ...order, criteria, words, sort };
}

function readColumns({ columns, discipline }: Pick<Order, 'columns' | 'discipline'>, reading: Reading): void {
  checkKeys(columns ?? [], exportedKeys, 'columns', discipline, reading);
}

/** @throws VALIDATION_ERROR with every fault, those of nested conditions by their place */
export function readExport(body: unknown): ExportOrder {
  const { record, faults } = exportInput.tryCreate(body);
  return orderOf(record, faults);
}

export interface ExportFile {
  fileName: string;
  type: string;
  bytes: ReadableStream<Uint8Array>;
}

/**
 * The export is of one moment (resources.md 15.3, extensions.md 11.4). It is written to the spool when it is
 * first read, so that a slow client occupies no connection.
 * @throws NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE, RATE_LIMITED when too many exports wait for their
 * turn
 */
export async function exportLines(ctx: Ctx, order: ExportOrder, signal?: AbortSignal): Promise<ExportFile> {
  const project = await requireProject(ctx, order.projectId);
  const { format, estimationId, columns, omitEmpty, sort: given, ...selection } = order;
  const sort = await withLevels(ctx, order.projectId, given);
  const filter = { ...selection, ...(await sourceFor(ctx, selection, estimationId)) };
  const createdAt = new Date();
  const title = [project?.code, order.discipline && disciplineLabels[order.discipline], 'Takeoff']
    .filter(Boolean)
    .join(' ');
  const workbook = { title, createdAt, compressionLevel };
  const wanted = {
    filter,
    format,
    choice: { columns, omitEmpty, sort },
    currency: project?.currency ?? null,
  };
  const { extension, type } = forms[format];
  const bytes = await makeFile(ctx, signal, async (ctx) => ({
    file: isText(format)
      ? textStream(takeoffText(ctx, wanted))
      : writeWorkbook(sheets(ctx, wanted), workbook),
  }));
  return { fileName: `${title} ${createdAt.toISOString().slice(0, 10)}.${extension}`, type, bytes };
}

export const csvType = 'text/csv';
export const ndjsonType = 'application/x-ndjson';

const compressionLevel = 2;

const workbookForm = { extension: 'xlsx', type: workbookType };

const forms: Readonly<Record<ExportOrder['format'], { extension: string; type: string }>> = {
  'single-sheet': workbookForm,
  'multi-sheet': workbookForm,
  csv: { extension: 'csv', type: `${csvType}; charset=utf-8` },
  ndjson: { extension: 'ndjson', type: ndjsonType },
};

const isText = (format: ExportOrder['format']) => format === 'csv' || format === 'ndjson';

interface WantedExport {
  filter: LineFilter;
  format: ExportOrder['format'];
  choice: ExportChoice;
  currency: string | null;
}

async function* sheets(
  ctx: Ctx,
  { filter, format, choice, currency }: WantedExport,
): AsyncGenerator<SheetOutput> {
  const lines = await openLineSnapshot(ctx.db);
  try {
    yield* format === 'multi-sheet'
      ? sheetPerDiscipline(lines, filter, choice, currency)
      : singleSheet(lines, filter, choice);
  } finally {
    await lines.close();
  }
}

async function* takeoffText(ctx: Ctx, { filter, format, choice }: WantedExport): AsyncGenerator<string> {
  const lines = await openLineSnapshot(ctx.db);
  try {
    const { columns, outputs, rows } = await takeoffTable(lines, filter, choice);
    yield* format === 'csv' ? csvChunks(outputs, rows) : ndjsonChunks(columns, rows, choice.omitEmpty);
  } finally {
    await lines.close();
  }
}

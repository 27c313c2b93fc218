import { requireStoredFile, StoredFile } from '@consulting/imports/store/file';
import { findTaskState, type ImportTaskState } from '@consulting/imports/store/import-task';
import { isFinished } from '@consulting/imports/task/task-model';
import { openSnapshot, type Snapshot } from '@consulting/kernel/postgres';
import {
  boolean,
  choice,
  commaSeparated,
  DomainError,
  isUuid,
  notFound,
  QueryInput,
  type Values,
} from '@consulting/kernel/schema';
import {
  completeParameters,
  type ImportSurvey,
  separatorProvedBy,
  type TaskParameters,
} from '@consulting/mto-engine';
import {
  type BidTerms,
  bidOfDraft,
  type Ctx,
  checkKeys,
  countLinesGone,
  findImportsOfFile,
  findSurvey,
  type ImportsOfFile,
  readLinesOfRows,
  readStoredRows,
  requireProject,
  type SheetRows,
} from '@consulting/mto-lines';
import type { FillableFile } from '@consulting/spreadsheet/fill-in/filling';
import { openFillable } from '@consulting/spreadsheet/fill-in/open-fillable';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { importedFileLimits } from '@consulting/spreadsheet/table/limits';
import { byteStream } from '@consulting/spreadsheet/write-csv';
import { makeFileOnPrimary } from '../export/make-file';
import { mediaTypeOf } from './media-types';
import {
  differingCount,
  differingSheet,
  type FiguresOfFile,
  findDiffering,
  type OwnChoice,
  ownChoices,
} from './own-figures';
import { fillingOf, type Placement, placeFields, requireRoom, withDiffering } from './placement';
import { type ReturnedField, returnedFields } from './returned-fields';

const columnsMax = 50;
const bidColumns = ['unitCost', 'totalCost'];
const usualColumns = ['labourCost', 'materialCost', 'equipmentCost', ...bidColumns];

export const pricedReturnQuery = new QueryInput({
  columns: commaSeparated(columnsMax, (keys, at, reading) => checkKeys(keys, [], at, null, reading)).describe(
    `Keys of the fields that are written, in their order. Default: ${usualColumns.join(', ')}; with \`bidSpread\` ${bidColumns.join(', ')}.`,
  ),
  own: choice(ownChoices, 'OwnFigures')
    .default('keep')
    .describe(
      'What becomes of a figure of the file that differs from that of its line: it stays, and that of the line stands behind the table (`keep`), or that of the line replaces it (`replace`; formulas stay all the same).',
    ),
  bidSpread: boolean()
    .default(false)
    .describe(
      'Whether `totalCost` and `unitCost` are those of the bid: the part of each line in the grand total of the newest draft, spread as its estimate sheet says.',
    ),
});

interface ReturnedFile {
  fileName: string;
  type: string;
  differing: number;
  bytes: ReadableStream<Uint8Array>;
}

type LineTask = ImportTaskState<TaskParameters>;

/**
 * The file is the uploaded one with the current values of each line in its row (extensions.md 13.2). It is
 * written to the spool when it is first read, so that a slow client occupies no connection.
 * @throws VALIDATION_ERROR, NOT_FOUND, IMPORT_RUNNING, NOTHING_STORED, ROWS_UNKNOWN, UPLOAD_EXPIRED,
 * NO_ROOM_FOR_COLUMNS, NO_BID_SPREAD, RATE_LIMITED, DEPENDENCY_UNAVAILABLE
 */
export async function returnPriced(
  ctx: Ctx,
  taskId: string,
  { columns, own, bidSpread }: Values<(typeof pricedReturnQuery)['fields']>,
  signal: AbortSignal,
): Promise<ReturnedFile> {
  const keys = columns ?? (bidSpread ? bidColumns : usualColumns);
  const task = await requireStored(ctx, taskId);
  let differing = 0;
  const bytes = await makeFileOnPrimary(ctx, signal, async (ctx) => {
    const opened = await openReturn(ctx, task, { keys, own, bidSpread });
    ({ differing } = opened);
    return { file: opened.source, end: opened.close };
  });
  return { fileName: task.fileName, type: mediaTypeOf(task.fileName), differing, bytes };
}

async function requireStored({ db }: Ctx, taskId: string): Promise<LineTask> {
  const task = isUuid(taskId) ? await findTaskState<TaskParameters>(db, taskId) : undefined;
  if (!task) throw notFound('import task', taskId);
  if (!isFinished(task.status))
    throw new DomainError('IMPORT_RUNNING', 'The import has not ended yet.', { taskId });
  const { imported = 0, updated = 0, skipped = 0 } = task.result ?? {};
  if (task.parameters.dryRun || imported + updated + skipped === 0)
    throw new DomainError('NOTHING_STORED', 'The import has stored no lines.');
  return task;
}

async function openReturn(
  ctx: Ctx,
  task: LineTask,
  { keys, own, bidSpread }: { keys: readonly string[]; own: OwnChoice; bidSpread: boolean },
) {
  const { db } = ctx;
  const { projectId } = task.parameters;
  const project = await requireProject(ctx, projectId);
  const taskIds = await findImportsOfFile(db, { ...task, ...task.parameters });
  const imports = { projectId, taskIds };
  const sheets = await readStoredRows(db, imports);
  if (sheets.length === 0)
    throw new DomainError(
      'ROWS_UNKNOWN',
      'It is not known which row of the file became which line: the import ran before that was recorded.',
    );
  await requireStoredFile(db, task.fileId);
  const surveys = await readSurveys(ctx, sheets);
  const parameters = completeParameters(task.parameters);
  const currency = project?.currency ?? null;
  const fields = returnedFields(keys, { currency, isUs: project?.unitSystem === 'us', parameters });
  const decimalSeparator = parameters.decimalSeparator ?? separatorIn(surveys);
  const source = new StoredFile(db, task.fileId, task.fileSize);
  const file = await openFillable(source, task.fileName, { limits: importedFileLimits, decimalSeparator });
  const table = await openTableFile(source, task.fileName, importedFileLimits);
  try {
    const placements = await placeOnSheets(file, surveys, sheets, fields);
    const lines = await openSnapshot(db);
    const figures = { table, file, separator: decimalSeparator, own };
    const bidOf = bidSpread ? () => bidOfDraft(ctx, lines, task.parameters) : () => null;
    return await fillIn({ file, figures, lines, placements, fields, imports, bidOf });
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    await table.close();
  }
}

type Surveys = ReadonlyMap<string, ImportSurvey>;

async function readSurveys({ db }: Ctx, sheets: readonly SheetRows[]): Promise<Surveys> {
  const surveys = new Map<string, ImportSurvey>();
  for (const id of new Set(sheets.map(({ newestTaskId }) => newestTaskId))) {
    const survey = (await findSurvey(db, id))?.survey;
    if (!survey) throw new RangeError(`import ${id} has lines and no survey`);
    surveys.set(id, survey);
  }
  return surveys;
}

function separatorIn(surveys: Surveys): '.' | ',' | null {
  const sheets = [...surveys.values()].flatMap((survey) => survey.sheets);
  const samples = sheets.flatMap(({ columns }) =>
    columns.filter(({ unit, field }) => unit !== null || field === 'quantity').flatMap((one) => one.samples),
  );
  const proved = new Set(samples.flatMap((sample) => separatorProvedBy(sample) ?? []));
  const [first = null] = proved;
  return proved.size === 1 ? first : null;
}

async function placeOnSheets(
  file: FillableFile,
  surveys: Surveys,
  sheets: readonly SheetRows[],
  fields: readonly ReturnedField[],
): Promise<Placement[]> {
  const placements: Placement[] = [];
  for (const sheet of sheets) {
    const survey = surveys.get(sheet.newestTaskId);
    if (survey) placements.push(await placeFields(file, survey, sheet, fields));
  }
  return placements;
}

interface Return {
  file: FillableFile;
  figures: FiguresOfFile;
  lines: Snapshot;
  placements: readonly Placement[];
  fields: readonly ReturnedField[];
  imports: ImportsOfFile;
  bidOf(): Promise<BidTerms> | null;
}

async function fillIn({ file, figures, lines, placements, fields, imports, bidOf }: Return) {
  const close = async () => {
    await lines.close();
    await file.close();
  };
  try {
    const counts = await countLinesGone(lines.run, imports);
    if (counts.values().every(({ there }) => there === 0))
      throw new DomainError('NOTHING_STORED', 'None of the lines that were imported from this file is left.');
    const bid = await bidOf();
    const rowsOf = ({ sheet, rows }: Placement) =>
      readLinesOfRows(
        lines.run,
        { ...imports, sheet, rows },
        fields.map(({ field }) => field),
        bid,
      );
    const placed: Placement[] = [];
    for (const placement of placements) {
      const differing = await findDiffering(figures, placement, rowsOf(placement));
      placed.push(withDiffering(file.sheetNames[placement.sheet] ?? '', placement, differing));
    }
    const fillings = placed.map((placement) => {
      const { sheet, newColumns } = placement;
      const gone = counts.get(sheet)?.gone ?? 0;
      if (gone > 0) requireRoom(file.sheetNames[sheet] ?? '', newColumns.first + newColumns.count + 1);
      return fillingOf(placement, gone, rowsOf(placement));
    });
    const source = byteStream(file.filled(fillings, differingSheet(file, placed)));
    return { source, differing: differingCount(placed), close };
  } catch (error) {
    await lines.close();
    throw error;
  }
}

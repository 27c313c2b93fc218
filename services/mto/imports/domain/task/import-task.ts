import type { Admission } from '@consulting/imports/accept-upload';
import { acceptUpload, type StoredUpload } from '@consulting/imports/accept-upload';
import { askFailedRows } from '@consulting/imports/ask-imports';
import { correctedImport, failedRowsWorkbook } from '@consulting/imports/failed-rows-workbook';
import { cancelImport, failedRowsOf, readTask, taskRecord } from '@consulting/imports/import-task';
import { findTask, type ImportTaskState } from '@consulting/imports/store/import-task';
import { importStatuses, isFinished } from '@consulting/imports/task/task-model';
import { subcontractorImports } from '@consulting/kernel/contracts/clients-projects';
import { crewImports } from '@consulting/kernel/contracts/crews-rates';
import { equipmentImports } from '@consulting/kernel/contracts/equipment-wbs';
import type { ImportQuestions } from '@consulting/kernel/contracts/import-task';
import { importJob } from '@consulting/kernel/contracts/mto';
import { awaitWriters, type Database } from '@consulting/kernel/postgres';
import {
  boolean,
  choice,
  DomainError,
  isUuid,
  notFound,
  Page,
  paging,
  QueryInput,
  sortOf,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import {
  completeParameters,
  disciplines,
  importModes,
  type TaskParameters,
  unknownMoney,
} from '@consulting/mto-engine';
import {
  type Ctx,
  lockOwner,
  readInProject,
  requireOpenService,
  importTasks as store,
} from '@consulting/mto-lines';
import { correctionOf, type ImportForm, parametersOf, readImportForm } from '../parameters/import-form';
import { useProfile } from '../profile/import-profile';

/** @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, NOT_FOUND (service), SERVICE_APPROVED, DUPLICATE_UPLOAD with `taskId`, DEPENDENCY_UNAVAILABLE */
export async function acceptImport(ctx: Ctx, upload: StoredUpload) {
  const corrects = await correctedImport(ctx.db, upload);
  return acceptUpload(ctx, upload, {
    job: importJob,
    readForm: readImportForm,
    admit: (tx, form) => admit({ ...ctx, db: tx }, form, corrects),
  });
}

async function admit(
  ctx: Ctx,
  form: ImportForm,
  corrects: string | null,
): Promise<Admission<TaskParameters>> {
  const { force, file, sourceTaskId } = form;
  const { projectId, serviceId, survey, dryRun, profileId } = form.parameters;
  await lockOwner(ctx, projectId, serviceId);
  const { clientId } = await requireOpenService(ctx, projectId, serviceId);
  const source = sourceTaskId === null ? undefined : await requireSource(ctx, serviceId, sourceTaskId);
  const sha256 = file?.sha256 ?? source?.file.fileSha256 ?? '';
  const earlier =
    force || survey || dryRun ? undefined : await store.findEarlierUpload(ctx.db, serviceId, sha256);
  if (earlier !== undefined)
    throw new DomainError(
      'DUPLICATE_UPLOAD',
      'The same file was already imported into this service within 24 hours; force imports it again.',
      { taskId: earlier },
    );
  const corrected = await findCorrected(ctx, serviceId, corrects ?? source?.corrects ?? null);
  const parameters =
    profileId !== null
      ? await useProfile(ctx, form, profileId, clientId)
      : corrected
        ? correctionOf(form, corrected.id, completeParameters(corrected.parameters))
        : parametersOf(form);
  return { parameters, ...(source && { source: source.file }) };
}

async function findCorrected({ db }: Ctx, serviceId: string, taskId: string | null) {
  const row = taskId === null ? undefined : await findTask<TaskParameters>(db, taskId);
  return row?.parameters.serviceId === serviceId ? row : undefined;
}

/**
 * The upload must be one of an earlier task of the same service (extensions.md 1.5).
 * @throws NOT_FOUND
 */
async function requireSource({ db }: Ctx, serviceId: string, taskId: string) {
  const row = await findTask<TaskParameters>(db, taskId);
  if (row?.parameters.serviceId !== serviceId) throw unknownTask(taskId);
  const { fileId, fileName, fileSize, fileSha256 } = row;
  return { file: { fileId, fileName, fileSize, fileSha256 }, corrects: row.parameters.corrects ?? null };
}

const noOutcome = { reconciliation: null, revision: null, undoneBy: null };

const unknownTask = (taskId: string) => notFound('import task', taskId);

const neighbours: readonly ImportQuestions[] = [equipmentImports, crewImports, subcontractorImports];

/** @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE when a neighbour that may have the task does not answer */
async function askNeighbours<T extends object>(
  taskId: string,
  ask: (questions: ImportQuestions) => Promise<T | null>,
): Promise<T> {
  const answers = await Promise.allSettled(neighbours.map(ask));
  const [found] = answers.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  if (found) return found;
  for (const one of answers) if (one.status === 'rejected') throw one.reason;
  throw unknownTask(taskId);
}

function serialiseTask(row: ImportTaskState<TaskParameters>, undoneBy: string | null) {
  const { mode, dryRun, projectId, serviceId, discipline, corrects = null } = row.parameters;
  const parameters = { mode, dryRun, projectId, serviceId, discipline, corrects, undoneBy };
  return taskRecord(row, 'mto-import', parameters);
}

export const importStatusQuery = new QueryInput({
  details: boolean().default(true).describe('Whether the answer lists errors and warnings.'),
});

/**
 * The task is one of takeoff lines, else of a neighbour (resources.md 16).
 * @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE (a task that is not of takeoff lines)
 */
export async function getImportTask({ db, bus }: Ctx, taskId: string, details = true) {
  if (!isUuid(taskId)) throw unknownTask(taskId);
  const row = await readTask<TaskParameters>(db, taskId, details);
  if (row) {
    const outcome = isFinished(row.status) ? await store.findOutcome(db, taskId) : noOutcome;
    const { undoneBy, reconciliation, ...found } = outcome;
    // Tasks of an earlier version do not say what the file comes to.
    const complete = reconciliation && Object.assign({ money: unknownMoney }, reconciliation);
    return { ...serialiseTask(row, undoneBy), reconciliation: complete, ...found };
  }
  const task = await askNeighbours(
    taskId,
    async (questions) => (await bus.ask(questions.getImportTask, { taskId, details })).task,
  );
  return details ? task : withoutLists(task);
}

const withoutLists = ({
  errors: _errors,
  warnings: _warnings,
  ...state
}: {
  status: string;
  errors?: unknown;
  warnings?: unknown;
}) => state;

export const importListQuery = new QueryInput({
  projectId: uuid().required().describe('Project of the imports.'),
  serviceId: uuid().describe('Only imports into this service.'),
  status: choice(importStatuses, 'ImportStatus').describe('Only imports in this status.'),
  returnable: boolean()
    .default(false)
    .describe(
      'Only imports whose file can be returned with prices: the newest import of each file and service that stored lines or found them unchanged, was not undone, and whose file is still stored.',
    ),
  ...paging,
  sort: sortOf(store.taskSorting, {
    status: choice(importStatuses),
    mode: choice(importModes),
    discipline: choice(disciplines),
  }),
});

/** @throws NOT_FOUND (project), DEPENDENCY_UNAVAILABLE */
export async function listImports(ctx: Ctx, query: Values<(typeof importListQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const [, [rows, total]] = await readInProject(ctx, filter.projectId, () =>
    Promise.all([store.listTasks(ctx.db, filter, { sort, skip, limit }), store.countTasksOf(ctx.db, filter)]),
  );
  return new Page(
    rows.map(({ undoneBy, ...row }) => serialiseTask(row, undoneBy)),
    total,
    skip,
    limit,
  );
}

/**
 * Nothing of a cancelled import is stored.
 * @throws NOT_FOUND, IMPORT_FINISHED, DEPENDENCY_UNAVAILABLE
 */
export async function cancelImportTask(ctx: Ctx, taskId: string) {
  const { db, bus } = ctx;
  if (ctx.visible) await getImportTask(ctx, taskId, false);
  if (!isUuid(taskId)) throw unknownTask(taskId);
  const own = await cancelImport<TaskParameters>(db, taskId);
  const { isCancelled, task } = own
    ? {
        isCancelled: own.isCancelled,
        task: { ...serialiseTask(own.row, null), reconciliation: null, revision: null },
      }
    : await askNeighbours(
        taskId,
        async (questions) => (await bus.ask(questions.cancelImportTask, { taskId })).cancelling,
      );
  if (isCancelled) return task;
  throw new DomainError(
    'IMPORT_FINISHED',
    `The import has ended and cannot be cancelled any more: it is ${task.status}.`,
    { taskId },
  );
}

/** @throws NOT_FOUND (also when no row failed), IMPORT_RUNNING, DEPENDENCY_UNAVAILABLE */
export async function getImportErrors(ctx: Ctx, taskId: string): Promise<Response> {
  const { db, bus } = ctx;
  if (ctx.visible) await getImportTask(ctx, taskId, false);
  if (!isUuid(taskId)) throw unknownTask(taskId);
  const row = await findTask(db, taskId);
  const source = row
    ? failedRowsOf(db, row)
    : await askNeighbours(taskId, (questions) => askFailedRows(bus, questions, taskId));
  return failedRowsWorkbook(source);
}

/**
 * When no import seems to run, uploads that are being accepted are waited for, so that a service is never
 * approved during one.
 */
export async function countRunningImports(db: Database, serviceId: string): Promise<number> {
  const count = await store.countUnfinishedTasks(db, serviceId);
  if (count > 0) return count;
  return db.transaction(async (tx) => {
    await awaitWriters(tx, 'service', serviceId);
    return store.countUnfinishedTasks(tx, serviceId);
  });
}

export const cancelImports = (
  tx: Database,
  owner: { projectId: string } | { serviceId: string },
): Promise<void> => store.cancelTasks(tx, owner);

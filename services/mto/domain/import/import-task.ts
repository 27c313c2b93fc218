import type { Admission } from '@consulting/imports/accept-upload';
import { acceptUpload, type StoredUpload } from '@consulting/imports/accept-upload';
import { askFailedRows } from '@consulting/imports/ask-imports';
import { failedRowsWorkbook } from '@consulting/imports/failed-rows-workbook';
import { failedRowsOf, taskRecord } from '@consulting/imports/import-task';
import { findTask } from '@consulting/imports/store/import-task';
import { isFinished } from '@consulting/imports/task-model';
import { crewImports } from '@consulting/kernel/contracts/crews-rates';
import { equipmentImports } from '@consulting/kernel/contracts/equipment-wbs';
import { importJob } from '@consulting/kernel/contracts/mto';
import { DomainError, notFound } from '@consulting/kernel/errors';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { eventStream, pause, type ServerEvent, StreamPlaces } from '@consulting/kernel/http/event-stream';
import type { Database } from '@consulting/kernel/store/connect';
import { awaitWriters } from '@consulting/kernel/store/reference';
import type { Ctx } from '../../context';
import type { TaskParameters } from '../../fields/import-parameters';
import { cancelTasks, countUnfinishedTasks, findEarlierUpload } from '../../store/import-task';
import { holdOwner, requireOpenService } from '../line/owner';
import { type ImportForm, parametersOf, readImportForm } from './import-form';

/** @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, NOT_FOUND (service), SERVICE_APPROVED, DUPLICATE_UPLOAD with `taskId`, DEPENDENCY_UNAVAILABLE */
export const acceptImport = (ctx: Ctx, upload: StoredUpload) =>
  acceptUpload(ctx, upload, {
    job: importJob,
    readForm: readImportForm,
    admit: (tx, form) => admit({ ...ctx, db: tx }, form),
  });

async function admit(ctx: Ctx, form: ImportForm): Promise<Admission<TaskParameters>> {
  const { force, file, sourceTaskId } = form;
  const { projectId, serviceId, survey } = form.parameters;
  await holdOwner(ctx, projectId, serviceId);
  await requireOpenService(ctx, projectId, serviceId);
  const source = sourceTaskId === null ? undefined : await requireSource(ctx, serviceId, sourceTaskId);
  const sha256 = file?.sha256 ?? source?.fileSha256 ?? '';
  const earlier = force || survey ? undefined : await findEarlierUpload(ctx.db, serviceId, sha256);
  if (earlier === undefined) return { parameters: parametersOf(form), ...(source && { source }) };
  throw new DomainError(
    'DUPLICATE_UPLOAD',
    'The same file was already imported into this service within 24 hours; force imports it again.',
    { taskId: earlier },
  );
}

/** The upload of an earlier task of the same service (extensions.md 1.5). @throws NOT_FOUND */
async function requireSource({ db }: Ctx, serviceId: string, taskId: string) {
  const row = await findTask<TaskParameters>(db, taskId);
  if (row?.parameters.serviceId !== serviceId) throw unknownTask(taskId);
  const { fileId, fileName, fileSize, fileSha256 } = row;
  return { fileId, fileName, fileSize, fileSha256 };
}

const unknownTask = (taskId: string) => notFound('import task', taskId);

/**
 * The task of an import as clients see it (resources.md 16): of takeoff lines, else of a list of another service.
 * @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE (a task that is not of takeoff lines)
 */
export async function getImportTask({ db, bus }: Ctx, taskId: string) {
  if (!isUuid(taskId)) throw unknownTask(taskId);
  const row = await findTask<TaskParameters>(db, taskId);
  if (row) {
    const { mode, dryRun, projectId, serviceId, discipline } = row.parameters;
    return taskRecord(row, 'mto-import', { mode, dryRun, projectId, serviceId, discipline });
  }
  for (const { getImportTask } of neighbours) {
    const { task } = await bus.ask(getImportTask, { taskId });
    if (task) return task;
  }
  throw unknownTask(taskId);
}

/** Other services that import files. */
const neighbours = [equipmentImports, crewImports];

/**
 * A workbook of the rows that failed, with the reasons.
 * @throws NOT_FOUND (also when no row failed), IMPORT_RUNNING, DEPENDENCY_UNAVAILABLE
 */
export async function getImportErrors({ db, bus }: Ctx, taskId: string): Promise<Response> {
  if (!isUuid(taskId)) throw unknownTask(taskId);
  const row = await findTask(db, taskId);
  if (row) return failedRowsWorkbook(failedRowsOf(db, row));
  for (const neighbour of neighbours) {
    const source = await askFailedRows(bus, neighbour, taskId);
    if (source) return failedRowsWorkbook(source);
  }
  throw unknownTask(taskId);
}

const pollIntervalMs = 500;
const places = new StreamPlaces();

type Task = Awaited<ReturnType<typeof getImportTask>>;

/**
 * The task of an import as server-sent events, twice a second until its final state, which is the last event. A client that
 * has seen that one and connects again is told to stop by 204, as `EventSource` understands it.
 * @throws NOT_FOUND, RATE_LIMITED, DEPENDENCY_UNAVAILABLE
 */
export async function followImport(
  ctx: Ctx,
  taskId: string,
  { lastEventId, signal }: { lastEventId: string | null; signal: AbortSignal },
): Promise<Response> {
  const task = await getImportTask(ctx, taskId);
  if (isFinished(task.status) && lastEventId === task.status) return new Response(null, { status: 204 });
  const ended = places.take(ctx.caller.id, signal);
  return eventStream((gone) => statesOf(ctx, taskId, task, gone), ended);
}

async function* statesOf(
  ctx: Ctx,
  taskId: string,
  first: Task,
  gone: AbortSignal,
): AsyncGenerator<ServerEvent | null> {
  for (let task: Task | null = first; ; ) {
    yield task && { id: task.status, data: task };
    if (task && isFinished(task.status)) return;
    await pause(pollIntervalMs, gone);
    if (gone.aborted) return;
    task = await readTask(ctx, taskId);
  }
}

async function readTask(ctx: Ctx, taskId: string): Promise<Task | null> {
  try {
    return await getImportTask(ctx, taskId);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw error;
    ctx.log.debug('could not read the import task', { taskId, error });
    return null;
  }
}

/**
 * How many imports into the service wait or run. When there seems to be none, uploads that are being accepted are waited
 * for, so that a service is never approved beside one.
 */
export async function countRunningImports(db: Database, serviceId: string): Promise<number> {
  const count = await countUnfinishedTasks(db, serviceId);
  if (count > 0) return count;
  return db.transaction(async (tx) => {
    await awaitWriters(tx, 'service', serviceId);
    return countUnfinishedTasks(tx, serviceId);
  });
}

export const cancelImports = (
  tx: Database,
  owner: { projectId: string } | { serviceId: string },
): Promise<void> => cancelTasks(tx, owner);

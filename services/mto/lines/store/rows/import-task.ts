import * as imports from '@consulting/imports/store/import-task';
import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { ClaimedTask } from '@consulting/imports/task/task-model';
import { type Database, inOrder, type ListPage, whenGiven } from '@consulting/kernel/postgres';
import type {
  ImportReconciliation,
  ImportRevision,
  ImportSurvey,
  TaskParameters,
} from '@consulting/mto-engine';
import { and, asc, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { importTask } from '../tables/import-schema';
import { newestReturnable } from './returned-imports';

/**
 * An earlier upload counts for 24 hours when it is queued, is running or stored a row. Until the end of the transaction nobody else can ask
 * for the same file and service.
 */
export async function findEarlierUpload(
  tx: Database,
  serviceId: string,
  fileSha256: string,
): Promise<string | undefined> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`mto.import.${serviceId}.${fileSha256}`}, 0))`,
  );
  const stored = sql`(${importTask.result} ->> 'imported')::int + (${importTask.result} ->> 'updated')::int > 0`;
  const [row] = await tx
    .select({ id: importTask.id })
    .from(importTask)
    .where(
      and(
        eq(importTask.serviceId, serviceId),
        eq(importTask.fileSha256, fileSha256),
        sql`${importTask.createdAt} > now() - interval '24 hours'`,
        sql`not (${importTask.parameters} ->> 'dryRun')::boolean`,
        sql`${importTask.parameters} ->> 'survey' is distinct from 'true'`,
        sql`(${unfinished} or ${stored})`,
        sql`not exists (select from history_operation operation
          where operation.task_id = ${importTask.id} and operation.undone_by is not null)`,
      ),
    )
    .limit(1);
  return row?.id;
}

export interface ImportFilter {
  projectId: string;
  serviceId: string | null;
  status: string | null;
  returnable: boolean;
}

const selected = ({ projectId, serviceId, status, returnable }: ImportFilter) =>
  and(
    eq(importTask.projectId, projectId),
    whenGiven(serviceId, (id) => eq(importTask.serviceId, id)),
    whenGiven(status, (one) => eq(importTask.status, one)),
    returnable ? sql`${importTask.id} in ${newestReturnable(projectId)}` : undefined,
  );

const {
  errors: _errors,
  warnings: _warnings,
  failedSheets: _sheets,
  survey: _survey,
  reconciliation: _reconciliation,
  revision: _revision,
  ...ownColumns
} = getTableColumns(importTask);
const undoneBy = sql<string | null>`(select operation.undone_by from history_operation operation
  where operation.task_id = import_task.id and operation.undone_by is not null limit 1)`;

const stateColumns = { ...ownColumns, warningCount: imports.countedWarnings(importTask) };

const { status, errorCount, fileName, fileSize, createdBy, createdAt, startedAt, finishedAt } = importTask;

const parameter = (key: keyof TaskParameters) => sql`(${importTask.parameters} ->> ${sql.raw(`'${key}'`)})`;

export const taskSorting = {
  status,
  errorCount,
  warningCount: stateColumns.warningCount,
  fileName,
  fileSize,
  mode: parameter('mode'),
  dryRun: sql`${parameter('dryRun')}::boolean`,
  discipline: parameter('discipline'),
  createdBy,
  createdAt,
  startedAt,
  finishedAt,
};

const order = { id: importTask.id, usual: [desc(createdAt), desc(importTask.id)] };

export const listTasks = (db: Database, filter: ImportFilter, { sort, skip, limit }: ListPage) =>
  db
    .select({ ...stateColumns, undoneBy })
    .from(importTask)
    .where(selected(filter))
    .orderBy(...inOrder(sort, taskSorting, order))
    .offset(skip)
    .limit(limit);

export const countTasksOf = (db: Database, filter: ImportFilter) => db.$count(importTask, selected(filter));

const unfinished = imports.isUnfinished(importTask.status);

export const countUnfinishedTasks = (db: Database, serviceId: string) =>
  db.$count(importTask, and(eq(importTask.serviceId, serviceId), unfinished));

export interface LineRange {
  first: string;
  last: string;
}

export async function findUnfinishedLines(db: Database, projectId: string): Promise<LineRange[]> {
  return db
    .select({ first: sql<string>`${importTask.firstLineId}`, last: sql<string>`${importTask.lastLineId}` })
    .from(importTask)
    .where(and(unfinished, eq(importTask.projectId, projectId), isNotNull(importTask.firstLineId)))
    .orderBy(asc(importTask.firstLineId));
}

export async function nameLines(
  separate: Database,
  { id, run }: ClaimedTask<unknown>,
  { first, last }: LineRange,
): Promise<void> {
  await separate.execute(sql`
    update import_task set first_line_id = ${first}, last_line_id = ${last}
    where id = ${id} and run = ${run} and status = 'running'`);
}

export async function storeSurvey(
  separate: Database,
  { id, run }: ClaimedTask<unknown>,
  survey: ImportSurvey,
): Promise<void> {
  await separate.execute(sql`
    update import_task set survey = ${JSON.stringify(survey)}::text::jsonb
    where id = ${id} and run = ${run} and status = 'running'`);
}

export async function storeReconciliation(
  transaction: ImportTransaction,
  taskId: string,
  reconciliation: ImportReconciliation,
): Promise<void> {
  await transaction.execute(sql`
    update import_task set reconciliation = ${JSON.stringify(reconciliation)}::text::jsonb where id = ${taskId}`);
}

export async function storeRevision(
  transaction: ImportTransaction,
  taskId: string,
  revision: ImportRevision,
): Promise<void> {
  await transaction.execute(sql`
    update import_task set revision = ${JSON.stringify(revision)}::text::jsonb where id = ${taskId}`);
}

interface ImportOutcome {
  reconciliation: ImportReconciliation | null;
  revision: ImportRevision | null;
  undoneBy: string | null;
}

export async function findOutcome(db: Database, id: string): Promise<ImportOutcome> {
  const { reconciliation, revision } = importTask;
  const [row] = await db
    .select({ reconciliation, revision, undoneBy })
    .from(importTask)
    .where(eq(importTask.id, id));
  return row ?? { reconciliation: null, revision: null, undoneBy: null };
}

export async function findSurvey(db: Database, id: string) {
  const { fileName, status, survey, error } = importTask;
  const [row] = await db
    .select({ fileName, status, survey, error })
    .from(importTask)
    .where(eq(importTask.id, id));
  return row;
}

/** A cancelled run that is under way can no longer commit. */
export async function cancelTasks(
  db: Database,
  owner: { projectId: string } | { serviceId: string },
): Promise<void> {
  const isOwned =
    'serviceId' in owner
      ? eq(importTask.serviceId, owner.serviceId)
      : eq(importTask.projectId, owner.projectId);
  await db
    .update(importTask)
    .set({ status: 'cancelled', finishedAt: sql`now()` })
    .where(and(isOwned, unfinished));
}

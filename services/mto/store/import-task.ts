import type { Database } from '@consulting/shared/store/connect';
import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { importFailedRow, importTask } from './import-schema';

export type ImportTaskRow = typeof importTask.$inferSelect;
export type NewImportTask = Pick<
  typeof importTask.$inferInsert,
  | 'id'
  | 'projectId'
  | 'serviceId'
  | 'parameters'
  | 'fileId'
  | 'fileName'
  | 'fileSize'
  | 'fileSha256'
  | 'createdBy'
>;

const unfinished = ['queued', 'running'];
const failedRowsPerRead = 500;

export async function insertTask(tx: Database, task: NewImportTask): Promise<void> {
  await tx.insert(importTask).values(task);
}

export async function findTask(db: Database, id: string): Promise<ImportTaskRow | undefined> {
  const [row] = await db.select().from(importTask).where(eq(importTask.id, id));
  return row;
}

/**
 * The import of the same file into the same service within 24 hours that is queued, running or stored a row; until the
 * end of the transaction nobody else asks for the same file and service.
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
        sql`(${inArray(importTask.status, unfinished)} or ${stored})`,
      ),
    )
    .limit(1);
  return row?.id;
}

export const countUnfinishedTasks = (db: Database, serviceId: string) =>
  db.$count(importTask, and(eq(importTask.serviceId, serviceId), inArray(importTask.status, unfinished)));

/** Whether a task waits for a worker; the conditions are those under which a worker claims one. */
export async function hasTaskToRun(db: Database): Promise<boolean> {
  const rows = await db.execute(sql`
    select from import_task where status in ('queued', 'running') and next_run_at <= now()
      and (session_id is null or heartbeat_at < now() - interval '10 seconds'
        or not exists (select from pg_stat_activity where pid = session_id))
    limit 1`);
  return rows.length > 0;
}

/** Identifiers from `first` to `last`. */
export interface LineRange {
  first: string;
  last: string;
}

/** The identifiers of lines that imports into the project are storing at this moment, in order. */
export async function findUnfinishedLines(db: Database, projectId: string): Promise<LineRange[]> {
  return db
    .select({ first: sql<string>`${importTask.firstLineId}`, last: sql<string>`${importTask.lastLineId}` })
    .from(importTask)
    .where(
      and(
        inArray(importTask.status, ['queued', 'running']),
        eq(importTask.projectId, projectId),
        isNotNull(importTask.firstLineId),
      ),
    )
    .orderBy(asc(importTask.firstLineId));
}

/** Cancels what waits or runs; a run that is under way can then no longer commit. */
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
    .where(and(isOwned, inArray(importTask.status, unfinished)));
}

/** Tasks are kept 30 days (resources.md 16). */
export async function removeOldTasks(db: Database): Promise<void> {
  await db.delete(importTask).where(sql`${importTask.finishedAt} < now() - interval '30 days'`);
}

export const countFailedRows = (db: Database, taskId: string) =>
  db.$count(importFailedRow, eq(importFailedRow.taskId, taskId));

export type FailedRow = Omit<typeof importFailedRow.$inferSelect, 'taskId'>;

/** The failed rows of one sheet in their order, some at a time. */
export async function* readFailedRows(
  db: Database,
  taskId: string,
  sheet: number,
): AsyncGenerator<FailedRow[]> {
  for (let last = -1; ; ) {
    const { position, cells, reasons } = importFailedRow;
    const rows = await db
      .select({ position, sheet: importFailedRow.sheet, cells, reasons })
      .from(importFailedRow)
      .where(and(eq(importFailedRow.taskId, taskId), eq(importFailedRow.sheet, sheet), gt(position, last)))
      .orderBy(asc(position))
      .limit(failedRowsPerRead);
    const final = rows.at(-1);
    if (final === undefined) return;
    yield rows;
    last = final.position;
  }
}

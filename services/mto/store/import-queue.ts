import type { SQL } from 'bun';
import type { ImportMessage, ImportParameters, ImportResult } from '../domain/import/task-model';
import type { FailedSheet } from './import-schema';

/** A task as the worker that claimed it needs it; `run` is its right to end the task. */
export interface ClaimedTask {
  id: string;
  run: number;
  interruptions: number;
  failures: number;
  projectId: string;
  serviceId: string;
  parameters: ImportParameters;
  fileId: string;
  fileName: string;
  fileSize: number;
  createdBy: string;
}

/** How a task ended. */
export interface FinalState {
  progress: { current: number; total: number };
  status: 'completed' | 'completed-with-errors' | 'failed';
  result: ImportResult | null;
  errors: ImportMessage[];
  errorCount: number;
  warnings: ImportMessage[];
  error: { code: string; message: string } | null;
  failedSheets: FailedSheet[];
}

/**
 * Claims the oldest task that waits, or whose worker is gone: its session has ended, or it gave no sign of life for ten
 * seconds. The calling session owns the task from then on.
 */
export async function claimTask(session: SQL): Promise<ClaimedTask | undefined> {
  const [row] = await session`
    update import_task set
      status = 'running', run = run + 1, started_at = coalesce(started_at, now()), heartbeat_at = now(),
      interruptions = interruptions + (session_id is not null)::int, session_id = pg_backend_pid(),
      progress_current = 0, progress_total = 0
    where id = (
      select id from import_task
      where status in ('queued', 'running') and next_run_at <= now()
        and (session_id is null or heartbeat_at < now() - interval '10 seconds'
          or not exists (select from pg_stat_activity where pid = session_id))
      order by created_at limit 1 for update skip locked)
    returning id, run, interruptions, failures, project_id as "projectId", service_id as "serviceId", parameters,
      file_id as "fileId", file_name as "fileName", file_size::int as "fileSize", created_by as "createdBy"`;
  return row as ClaimedTask | undefined;
}

/** Tells readers in which range the identifiers of the lines lie that the run is about to store. */
export async function nameLines(
  sql: SQL,
  { id, run }: ClaimedTask,
  lines: { first: string; last: string },
): Promise<void> {
  await sql`
    update import_task set first_line_id = ${lines.first}, last_line_id = ${lines.last}
    where id = ${id} and run = ${run} and status = 'running'`;
}

/** Writes progress and a sign of life; false when the task was cancelled or taken over. */
export async function keepTask(
  sql: SQL,
  { id, run }: ClaimedTask,
  progress: { current: number; total: number },
): Promise<boolean> {
  const { count } = await sql`
    update import_task set heartbeat_at = now(), progress_current = ${progress.current},
      progress_total = ${progress.total}
    where id = ${id} and run = ${run} and status = 'running'`;
  return count === 1;
}

/** Ends a task in the present transaction; false when it was cancelled or taken over, so that nothing may be kept. */
export async function finishTask(sql: SQL, { id, run }: ClaimedTask, state: FinalState): Promise<boolean> {
  const { status, progress, result, errors, errorCount, warnings, error, failedSheets } = state;
  const { count } = await sql`
    update import_task set status = ${status}, result = ${json(result)}::text::jsonb,
      errors = ${json(errors)}::text::jsonb, error_count = ${errorCount},
      warnings = ${json(warnings)}::text::jsonb, error = ${json(error)}::text::jsonb,
      failed_sheets = ${json(failedSheets)}::text::jsonb,
      progress_current = ${progress.current}, progress_total = ${progress.total},
      finished_at = clock_timestamp(), session_id = null
    where id = ${id} and run = ${run} and status = 'running'`;
  return count === 1;
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Gives a task back for another run after a pause; `hasFailed` counts towards the failures that a task may have. */
export async function releaseTask(
  sql: SQL,
  { id, run }: ClaimedTask,
  { hasFailed, pauseSeconds }: { hasFailed: boolean; pauseSeconds: number },
): Promise<void> {
  await sql`
    update import_task set session_id = null, failures = failures + ${hasFailed ? 1 : 0},
      next_run_at = now() + make_interval(secs => ${pauseSeconds})
    where id = ${id} and run = ${run} and status = 'running'`;
}

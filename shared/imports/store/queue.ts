import type { Database } from '@consulting/kernel/postgres';
import { currentOrigin } from '@consulting/kernel/process';
import { DomainError } from '@consulting/kernel/schema';
import { sql } from 'drizzle-orm';
import type { ClaimedTask, FinalState, ImportProgress } from '../task/task-model';

type Claim = Pick<ClaimedTask<unknown>, 'id' | 'run'>;

/**
 * A task is claimable when it waits or its worker is gone: the session has ended, or it gave no sign of life
 * for ten seconds. No pause is longer than that, so a later time was written before the clock was put back.
 */
const isClaimable = sql`
  status in ('queued', 'running') and (next_run_at <= now() or next_run_at > now() + interval '10 seconds')
    and (session_id is null or heartbeat_at not between now() - interval '10 seconds' and now() + interval '10 seconds'
      or not exists (select from pg_stat_activity where pid = session_id))`;

export async function hasTaskToRun(db: Database): Promise<boolean> {
  const rows = await db.execute(sql`select from import_task where ${isClaimable} limit 1`);
  return rows.length > 0;
}

export async function claimTask<Parameters>(session: Database): Promise<ClaimedTask<Parameters> | undefined> {
  const [row] = await session.execute<Record<string, unknown>>(sql`
    with found as materialized (
      select id as found_id, session_id is not null as was_interrupted, heartbeat_at as last_beat
      from import_task where ${isClaimable}
      order by created_at limit 1 for update skip locked)
    update import_task set
      status = 'running', run = run + 1, started_at = coalesce(started_at, now()), heartbeat_at = now(),
      interruptions = interruptions + (session_id is not null)::int, session_id = pg_backend_pid(),
      progress_current = 0, progress_total = 0
    from found where id = found_id
    returning id, run, interruptions, failures, parameters, file_id as "fileId", file_name as "fileName",
      file_size::int as "fileSize", created_by as "createdBy", origin,
      case when was_interrupted then extract(epoch from now() - last_beat)::float8 end as "idleSeconds"`);
  return row as unknown as ClaimedTask<Parameters> | undefined;
}

export async function keepTask(db: Database, { id, run }: Claim, progress: ImportProgress): Promise<boolean> {
  const { count } = await db.execute(sql`
    update import_task set heartbeat_at = now(), progress_current = ${progress.current},
      progress_total = ${progress.total}
    where id = ${id} and run = ${run} and status = 'running'`);
  return count === 1;
}

export async function finishTask(db: Database, { id, run }: Claim, state: FinalState): Promise<boolean> {
  const { status, progress, result, errors, errorCount, warnings, warningCount, error, failedSheets } = state;
  const { count } = await db.execute(sql`
    update import_task set status = ${status}, result = ${json(result)}::text::jsonb,
      errors = ${json(errors)}::text::jsonb, error_count = ${errorCount},
      warnings = ${json(warnings)}::text::jsonb, warning_count = ${warningCount}, error = ${json(error)}::text::jsonb,
      failed_sheets = ${json(failedSheets)}::text::jsonb,
      progress_current = ${progress.current}, progress_total = ${progress.total},
      finished_at = clock_timestamp(), session_id = null
    where id = ${id} and run = ${run} and status = 'running'`);
  return count === 1;
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

export async function releaseTask(
  db: Database,
  { id, run }: Claim,
  { hasFailed, pauseSeconds }: { hasFailed: boolean; pauseSeconds: number },
): Promise<void> {
  await db.execute(sql`
    update import_task set session_id = null, failures = failures + ${hasFailed ? 1 : 0},
      next_run_at = now() + make_interval(secs => ${pauseSeconds})
    where id = ${id} and run = ${run} and status = 'running'`);
}

const unfinishedPerCallerMax = 20;
const queuedBytesMax = 2 * 1024 ** 3;
const retryAfterSeconds = 30;

const refused = (detail: string) => new DomainError('RATE_LIMITED', detail, { retryAfterSeconds });

/** No other upload is accepted and no file removed until the end of the transaction. */
export async function lockQueueRoom(tx: Database): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.import_task.room', 0))`,
  );
}

/**
 * No other upload is counted until the end of the transaction, which must store this one.
 * @throws RATE_LIMITED
 */
export async function requireQueueRoom(tx: Database, fileBytes: number): Promise<void> {
  await lockQueueRoom(tx);
  const caller = currentOrigin()?.caller;
  const counted = caller?.countsAs ?? caller?.id ?? null;
  const [row] = await tx.execute<{ unfinished: number; queuedBytes: number }>(
    sql`select queued_bytes as "queuedBytes", unfinished from import_queue(${counted}::text)`,
  );
  const { unfinished, queuedBytes } = row ?? { unfinished: 0, queuedBytes: 0 };
  if (unfinished >= unfinishedPerCallerMax)
    throw refused(
      `${unfinished} imports of this caller wait or run already; at most ${unfinishedPerCallerMax} may. Send the file again when one has ended.`,
    );
  if (queuedBytes + fileBytes > queuedBytesMax)
    throw refused(
      `The files that wait for their import have ${queuedBytes} bytes, and may have ${queuedBytesMax} together. Send the file again when some are imported.`,
    );
}

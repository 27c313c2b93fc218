import { DomainError } from '@consulting/kernel/errors';
import type { Database } from '@consulting/kernel/store/connect';
import { sql } from 'drizzle-orm';

const unfinishedPerCallerMax = 20;
const queuedBytesMax = 2 * 1024 ** 3;
const retryAfterSeconds = 30;

const refused = (detail: string) => new DomainError('RATE_LIMITED', detail, { retryAfterSeconds });

/**
 * Makes sure that the queue has room for one more upload; until the end of the transaction, which is to store it, no other is
 * counted. @throws RATE_LIMITED
 */
export async function requireQueueRoom(tx: Database, createdBy: string, fileBytes: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.import_task.room', 0))`,
  );
  const [row] = await tx.execute<{ unfinished: number; queuedBytes: number }>(sql`
    select count(*) filter (where created_by = ${createdBy})::int as unfinished,
      coalesce(sum(file_size) filter (where status = 'queued'), 0)::float8 as "queuedBytes"
    from import_task where status in ('queued', 'running')`);
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

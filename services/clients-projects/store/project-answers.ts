import type { Database } from '@consulting/shared/store/connect';
import { refusalOf } from '@consulting/shared/store/query';
import { sql } from 'drizzle-orm';

const waitMsMax = 500;
const lockNotAvailable = '55P03';

const keyOf = (projectId: string) =>
  sql`hashtextextended(current_schema() || '.project.' || ${projectId}::text, 0)`;

/**
 * Holds back the answers about a project until the end of the transaction: while another service is asked whether
 * something of the project is in use, nobody may learn what is about to change and begin to use it.
 */
export async function holdAnswers(tx: Database, projectId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(projectId)})`);
}

/** Waits for a moment until answers about a project are not held back; false when they still are. */
export async function awaitAnswers(tx: Database, projectId: string): Promise<boolean> {
  try {
    await tx.execute(sql`
      select set_config('lock_timeout', ${String(waitMsMax)}, true), pg_advisory_xact_lock_shared(${keyOf(projectId)})`);
    return true;
  } catch (error) {
    if (refusalOf(error)?.code === lockNotAvailable) return false;
    throw error;
  }
}

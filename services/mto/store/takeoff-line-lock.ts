import type { Database } from '@consulting/shared/store/connect';
import { sql } from 'drizzle-orm';

/** What lines refer to and another service owns. */
export type Reference = 'project' | 'service' | 'subcontractor';

export const referenceKey = (kind: Reference, id: string) => `mto.${kind}.${id}`;

const key = (kind: Reference, id: string) => sql`hashtextextended(${referenceKey(kind, id)}, 0)`;

/**
 * Held by every writer of lines from before it asks the owner whether the reference exists until its commit, so that whoever
 * counts or removes the lines of the reference afterwards sees them all.
 */
export async function holdReferences(tx: Database, kind: Reference, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort())
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${key(kind, id)})`);
}

/** Waits until no writer in flight refers to it any more, and keeps new ones waiting until the end of the transaction. */
export async function awaitWriters(tx: Database, kind: Reference, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${key(kind, id)})`);
}

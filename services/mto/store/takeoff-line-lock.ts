import type { Database } from '@consulting/shared/store/connect';
import { sql } from 'drizzle-orm';

/** What lines refer to and another service owns. */
export type Reference = 'project' | 'service' | 'subcontractor' | 'wbs';

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

/** What writers hold of kind `wbs` beside their project: universal codes concern the lines of all projects. */
export const anyProject = 'any';

const pauseMs = 20;

/**
 * Waits until the writers that refer to it at this moment have ended, without keeping new ones waiting; false when one of them
 * still writes after `waitMsMax`.
 */
export async function awaitPresentWriters(
  db: Database,
  kind: Reference,
  id: string,
  waitMsMax: number,
): Promise<boolean> {
  const end = performance.now() + waitMsMax;
  const present = await listWriters(db, kind, id);
  for (let left = present; left.length > 0; ) {
    if (performance.now() > end) return false;
    await Bun.sleep(pauseMs);
    const now = new Set(await listWriters(db, kind, id));
    left = present.filter((writer) => now.has(writer));
  }
  return true;
}

/** Transactions that hold the reference. */
async function listWriters(db: Database, kind: Reference, id: string): Promise<string[]> {
  const rows = await db.execute<{ writer: string }>(sql`
    select virtualtransaction as writer from pg_locks, (select ${key(kind, id)} as key) as wanted
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and classid = ((wanted.key >> 32) & 4294967295)::oid and objid = (wanted.key & 4294967295)::oid`);
  return rows.map(({ writer }) => writer);
}

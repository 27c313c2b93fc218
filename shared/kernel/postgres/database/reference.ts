import { sql } from 'drizzle-orm';
import { DomainError, loweredText } from '../../schema';
import type { Database } from './connect';
import { isLockNotAvailable } from './query';

/*
 * References between services: how a delete and the writes that begin to refer to the record never pass each other.
 *
 *   a write              lockReferences -> asks the owner whether the record exists -> stores, commits
 *   the owner's answer   awaitAnswers   -> reads
 *   a delete             lockAnswers    -> asks who refers to the record -> deletes or refuses, commits
 *   the answer on usage  awaitWriters   -> counts
 *
 * A write that was told of the record before the delete began is waited for and counted. One that asks later waits a moment
 * for the end of the delete and is refused when that does not come. All are locks of transactions, so the database undoes
 * what a process that died was about to do, and nobody has to clear anything.
 */

type Side = 'writers' | 'answers';

/** Askers over messages give up after two seconds, so answers must stop waiting for locks before. */
const waitMsMax = { write: 3000, usage: 1500, answer: 400 };

interface Patience {
  waitMs: number;
  idleMs: number;
}

const requestPatience = (waitMs: number): Patience => ({ waitMs, idleMs: 30_000 });

export const importPatience: Patience = { waitMs: 0, idleMs: 0 };

export const lockName = (side: Side, kind: string, key: string) => `${side}.${kind}.${loweredText(key)}`;

interface Lock {
  side: Side;
  kind: string;
  keys: readonly string[];
  isShared: boolean;
  isPassing?: boolean;
  patience: Patience;
}

async function take(tx: Database, { side, kind, keys, isShared, isPassing, patience }: Lock): Promise<void> {
  if (keys.length === 0) return;
  const names = [...new Set(keys.map((key) => lockName(side, kind, key)))].sort();
  const key = sql`hashtextextended(current_schema() || '.' || name, 0)`;
  const locked = isShared ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`;
  const passed = sql`pg_advisory_lock_shared(${key}), pg_advisory_unlock_shared(${key})`;
  try {
    await tx.execute(sql`
      with before as materialized (select current_setting('lock_timeout') as lock_timeout)
      select set_config('lock_timeout', ${String(patience.waitMs)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(patience.idleMs)}, true),
        ${isPassing ? passed : locked},
        set_config('lock_timeout', before.lock_timeout, true)
      from before, jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb) as name`);
  } catch (error) {
    throw isLockNotAvailable(error) ? beingChanged(kind, error) : error;
  }
}

export const beingChanged = (kind: string, cause?: unknown) =>
  new DomainError(
    'DEPENDENCY_UNAVAILABLE',
    `The ${kind} or what refers to it is being changed; try again shortly.`,
    { dependency: kind, retryAfterSeconds: 1 },
    { cause },
  );

/**
 * A write takes these locks before it asks the owner of the records and until its commit, so that whoever
 * counts or removes references sees it.
 * @throws DEPENDENCY_UNAVAILABLE while what refers to one of them is being removed
 */
export const lockReferences = (
  tx: Database,
  kind: string,
  keys: readonly string[],
  patience = requestPatience(waitMsMax.write),
): Promise<void> => take(tx, { side: 'writers', kind, keys, isShared: true, patience });

export const lockAlone = (tx: Database, kind: string, key: string): Promise<void> =>
  take(tx, {
    side: 'writers',
    kind,
    keys: [key],
    isShared: false,
    patience: requestPatience(waitMsMax.write),
  });

/**
 * It waits only for writes that are under way now. New ones do no harm: a caller that counts has blocked the
 * answers that they ask for, and one that removes calls this when the record is gone.
 * @throws DEPENDENCY_UNAVAILABLE when one takes long, as an import may
 */
export async function awaitWriters(db: Database, kind: string, key: string): Promise<void> {
  const name = lockName('writers', kind, key);
  const end = performance.now() + waitMsMax.usage;
  const current = await listHolders(db, name);
  for (let left = current; left.length > 0; ) {
    if (performance.now() > end) throw beingChanged(kind);
    await Bun.sleep(pauseMs);
    const now = new Set(await listHolders(db, name));
    left = current.filter((holder) => now.has(holder));
  }
}

const pauseMs = 5;

async function listHolders(db: Database, name: string): Promise<string[]> {
  const rows = await db.execute<{ holder: string }>(sql`
    select virtualtransaction as holder
    from pg_locks, (select hashtextextended(current_schema() || '.' || ${name}, 0) as key) as wanted
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and classid = ((wanted.key >> 32) & 4294967295)::oid and objid = (wanted.key & 4294967295)::oid`);
  return rows.map(({ holder }) => holder);
}

export const lockAnswers = (tx: Database, kind: string, key: string): Promise<void> =>
  take(tx, {
    side: 'answers',
    kind,
    keys: [key],
    isShared: false,
    patience: requestPatience(waitMsMax.write),
  });

/**
 * The caller need not lock anything afterwards: a delete that begins later waits for the write that gets the
 * answer.
 * @throws DEPENDENCY_UNAVAILABLE when answers are still blocked after a moment
 */
export const awaitAnswers = (tx: Database, kind: string, keys: readonly string[]): Promise<void> =>
  take(tx, {
    side: 'answers',
    kind,
    keys,
    isPassing: true,
    isShared: true,
    patience: requestPatience(waitMsMax.answer),
  });

/**
 * The row lock makes a delete of the record wait as `lockAnswers` would.
 * @throws DEPENDENCY_UNAVAILABLE when one of the records is still being deleted after a moment
 */
export async function readSettled<T>(
  db: Database,
  kind: string,
  read: (tx: Database) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${String(waitMsMax.answer)}, true)`);
      return read(tx);
    });
  } catch (error) {
    throw isLockNotAvailable(error) ? beingChanged(kind, error) : error;
  }
}

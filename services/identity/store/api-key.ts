import {
  type Database,
  inOrder,
  type ListPage,
  leaveOutOfHistory,
  sortable,
} from '@consulting/kernel/postgres';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { removeGrantsOfForgottenKeys } from './grant';
import { apiKey } from './schema';

export { apiKeyNameKey } from './schema';

export type ApiKeyValues = Pick<
  typeof apiKey.$inferInsert,
  | 'name'
  | 'role'
  | 'keyPrefix'
  | 'keyHash'
  | 'expiresAt'
  | 'createdBy'
  | 'updatedBy'
  | 'parentId'
  | 'countsAs'
>;
export type ApiKeyRow = Omit<typeof apiKey.$inferSelect, 'keyHash' | 'countsAs'>;

const { keyHash: _never, countsAs: _own, ...columns } = getTableColumns(apiKey);

const storedSince = (revokedAfter: Date) => or(isNull(apiKey.revokedAt), gt(apiKey.revokedAt, revokedAfter));

const isUsable = and(
  isNull(apiKey.revokedAt),
  or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`now()`)),
);

export type Parent = NonNullable<Awaited<ReturnType<typeof lockParent>>>;

export const apiKeySorting = sortable(columns);

const order = { id: apiKey.id, usual: [desc(apiKey.createdAt), asc(apiKey.id)] };

export const listApiKeys = (db: Database, revokedAfter: Date, { sort, skip, limit }: ListPage) =>
  db
    .select(columns)
    .from(apiKey)
    .where(storedSince(revokedAfter))
    .orderBy(...inOrder(sort, apiKeySorting, order))
    .offset(skip)
    .limit(limit);

export const countApiKeys = (db: Database, revokedAfter: Date) =>
  db.$count(apiKey, storedSince(revokedAfter));

export async function lockApiKey(tx: Database, id: string, revokedAfter: Date) {
  const [row] = await tx
    .select(columns)
    .from(apiKey)
    .where(and(eq(apiKey.id, id), storedSince(revokedAfter)))
    .for('update');
  return row;
}

export async function lockParent(tx: Database, id: string) {
  const [row] = await tx
    .select({
      id: apiKey.id,
      parentId: apiKey.parentId,
      countsAs: apiKey.countsAs,
      expiresAt: apiKey.expiresAt,
    })
    .from(apiKey)
    .where(and(eq(apiKey.id, id), isUsable))
    .for('share');
  return row;
}

/**
 * Names and numbers of keys are checked against all that exist, so no other key is made until the end of the
 * transaction.
 */
export const lockMaking = (tx: Database) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.api_key.making', 0))`);

export async function countUsable(db: Database, countsAs: string, parentId: string | null) {
  const isOfParent = parentId === null ? isNull(apiKey.parentId) : eq(apiKey.parentId, parentId);
  const [row] = await db
    .select({ ofCaller: count(), ofParent: sql<number>`count(*) filter (where ${isOfParent})::int` })
    .from(apiKey)
    .where(and(eq(apiKey.countsAs, countsAs), isUsable));
  return row ?? { ofCaller: 0, ofParent: 0 };
}

export async function usableNames(db: Database): Promise<string[]> {
  const rows = await db.select({ name: apiKey.name }).from(apiKey).where(isUsable);
  return rows.map(({ name }) => name);
}

export const lockChildren = (tx: Database, ids: string[]) =>
  tx
    .select({ id: apiKey.id, revokedAt: apiKey.revokedAt })
    .from(apiKey)
    .where(inArray(apiKey.parentId, ids))
    .orderBy(asc(apiKey.id))
    .for('update');

export const findCandidates = (db: Database, keyPrefix: string) =>
  db
    .select({ ...columns, keyHash: apiKey.keyHash, countsAs: apiKey.countsAs })
    .from(apiKey)
    .where(and(eq(apiKey.keyPrefix, keyPrefix), isUsable));

export async function findUsableKey(db: Database, id: string) {
  const [row] = await db
    .select({ name: apiKey.name })
    .from(apiKey)
    .where(and(eq(apiKey.id, id), isUsable));
  return row;
}

export async function usableContributors(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(and(eq(apiKey.role, 'Contributor'), isUsable));
  return rows.map(({ id }) => id);
}

export async function findUsableIds(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(and(inArray(apiKey.id, ids), isUsable));
  return rows.map(({ id }) => id);
}

export async function insertApiKey(db: Database, values: ApiKeyValues): Promise<ApiKeyRow> {
  const [row] = await db.insert(apiKey).values(values).returning(columns);
  return row as ApiKeyRow;
}

export async function revokeApiKey(tx: Database, id: string, updatedBy: string): Promise<void> {
  await tx
    .update(apiKey)
    .set({ revokedAt: sql`now()`, updatedAt: sql`now()`, updatedBy, version: sql`${apiKey.version} + 1` })
    .where(eq(apiKey.id, id));
}

export const writeLastUse = (db: Database, uses: { id: string; at: Date }[]): Promise<void> =>
  db.transaction(async (tx) => {
    await leaveOutOfHistory(tx);
    await tx.execute(sql`
      update api_key set last_used_at = greatest(api_key.last_used_at, used.at)
      from jsonb_to_recordset(${JSON.stringify(uses)}::text::jsonb) as used (id uuid, at timestamptz)
      where api_key.id = used.id`);
  });

/** Keys whose children still exist stay, because the children would lose their ancestors. */
export async function removeRevokedBefore(db: Database, moment: Date): Promise<void> {
  const child = alias(apiKey, 'child');
  const children = db.select({ id: child.id }).from(child).where(eq(child.parentId, apiKey.id));
  await db.transaction(async (tx) => {
    await tx.delete(apiKey).where(and(lt(apiKey.revokedAt, moment), notExists(children)));
    await removeGrantsOfForgottenKeys(tx);
  });
}

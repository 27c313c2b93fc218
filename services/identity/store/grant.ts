import {
  type Database,
  inOrder,
  type ListPage,
  matchesText,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import { and, arrayContains, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { accessGrant } from './schema';

export { grantSubjectKey } from './schema';

export type GrantRow = typeof accessGrant.$inferSelect;
export type GrantValues = Omit<typeof accessGrant.$inferInsert, 'id' | 'version'>;

export interface GrantFilter {
  kind: GrantRow['subjectKind'] | null;
  search: string | null;
}

const { createdAt, updatedAt, createdBy, updatedBy, role, isUnlimited } = getTableColumns(accessGrant);

export const grantSorting = sortable({ createdAt, updatedAt, createdBy, updatedBy, role, isUnlimited });

const order = { id: accessGrant.id, usual: [desc(accessGrant.createdAt), asc(accessGrant.id)] };

const matching = ({ kind, search }: GrantFilter) =>
  and(
    whenGiven(kind, (one) => eq(accessGrant.subjectKind, one)),
    whenGiven(search, (words) => matchesText([accessGrant.subjectName, accessGrant.subjectId], words)),
  );

export const listGrants = (db: Database, filter: GrantFilter, { sort, skip, limit }: ListPage) =>
  db
    .select()
    .from(accessGrant)
    .where(matching(filter))
    .orderBy(...inOrder(sort, grantSorting, order))
    .offset(skip)
    .limit(limit);

export const countGrants = (db: Database, filter: GrantFilter) => db.$count(accessGrant, matching(filter));

export async function findGrant(db: Database, id: string): Promise<GrantRow | undefined> {
  const [row] = await db.select().from(accessGrant).where(eq(accessGrant.id, id));
  return row;
}

// Who counts the unlimited callers must not overlook the grant that another request is writing.
export const lockGrants = (tx: Database) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.access_grant', 0))`);

export async function lockGrant(tx: Database, id: string): Promise<GrantRow | undefined> {
  const [row] = await tx.select().from(accessGrant).where(eq(accessGrant.id, id)).for('update');
  return row;
}

export async function insertGrant(db: Database, values: GrantValues): Promise<GrantRow> {
  const [row] = await db.insert(accessGrant).values(values).returning();
  return row as GrantRow;
}

export async function updateGrant(
  tx: Database,
  id: string,
  changes: Partial<GrantValues>,
): Promise<GrantRow> {
  const [row] = await tx
    .update(accessGrant)
    .set({ ...changes, version: sql`${accessGrant.version} + 1`, updatedAt: new Date() })
    .where(eq(accessGrant.id, id))
    .returning();
  return row as GrantRow;
}

export async function removeGrant(tx: Database, id: string): Promise<void> {
  await tx.delete(accessGrant).where(eq(accessGrant.id, id));
}

const without = (column: 'clientIds' | 'projectIds', id: string): SQL =>
  sql`array_remove(${accessGrant[column]}, ${id}::uuid)`;

export async function takeOutOfGrants(
  tx: Database,
  column: 'clientIds' | 'projectIds',
  id: string,
  updatedBy: string,
): Promise<string[]> {
  const rows = await tx
    .update(accessGrant)
    .set({
      [column]: without(column, id),
      version: sql`${accessGrant.version} + 1`,
      updatedAt: new Date(),
      updatedBy,
    })
    .where(arrayContains(accessGrant[column], [id]))
    .returning({ id: accessGrant.id });
  return rows.map((row) => row.id);
}

export async function grantsOfPerson(
  db: Database,
  userId: string,
  groupIds: readonly string[],
): Promise<GrantRow[]> {
  return db
    .select()
    .from(accessGrant)
    .where(
      sql`(${accessGrant.subjectKind}, ${accessGrant.subjectId}) in (
        select 'user', ${userId}::text
        union all select 'group', one from jsonb_array_elements_text(${JSON.stringify(groupIds)}::text::jsonb) as one)`,
    );
}

export const hasGroupGrants = async (db: Database): Promise<boolean> =>
  (await db.$count(accessGrant, eq(accessGrant.subjectKind, 'group'))) > 0;

export interface GrantOfKey {
  keyId: string;
  depth: number;
  grant: GrantRow;
}

const linesMax = 100;

// The grants of keys, of the keys that they were made with (from `depth` 1 on), and last of the person who made the first.
export async function grantsOfKeys(db: Database, keyIds: readonly string[]): Promise<GrantOfKey[]> {
  const rows = await db.execute<{ keyId: string; depth: number; grantId: string }>(sql`
    with recursive line as (
      select id as key_id, id, parent_id, counts_as, 0 as depth from api_key
      where id = any(${`{${keyIds.join(',')}}`}::uuid[])
      union all
      select line.key_id, parent.id, parent.parent_id, parent.counts_as, line.depth + 1
      from line join api_key parent on parent.id = line.parent_id where line.depth < ${linesMax}::int)
    select line.key_id as "keyId", line.depth, access_grant.id as "grantId"
    from line join access_grant on subject_kind = 'api-key' and subject_id = line.id::text
    union all
    select line.key_id, ${linesMax + 1}::int, access_grant.id
    from line join access_grant on subject_kind = 'user' and 'user:' || subject_id = line.counts_as
    where line.depth = 0
    order by 2`);
  if (rows.length === 0) return [];
  const grants = await db
    .select()
    .from(accessGrant)
    .where(inArray(accessGrant.id, [...new Set(rows.map(({ grantId }) => grantId))]));
  const byId = new Map(grants.map((grant) => [grant.id, grant]));
  return rows.flatMap(({ keyId, depth, grantId }) => {
    const grant = byId.get(grantId);
    return grant ? [{ keyId, depth, grant }] : [];
  });
}

export async function countUnlimitedPeople(db: Database): Promise<number> {
  return db.$count(
    accessGrant,
    sql`${accessGrant.subjectKind} <> 'api-key' and ${accessGrant.isUnlimited}
      and ${accessGrant.role} is distinct from 'Reader'`,
  );
}

export async function removeGrantsOfForgottenKeys(tx: Database): Promise<void> {
  await tx.execute(sql`
    delete from access_grant where subject_kind = 'api-key'
      and not exists (select from api_key where api_key.id::text = access_grant.subject_id)`);
}

export async function versionOfGrants(db: Database): Promise<string> {
  const [row] = await db.execute<{ version: string }>(
    sql`select coalesce(md5(string_agg(id || ' ' || version, ',' order by id)), '') as version from access_grant`,
  );
  return row?.version ?? '';
}

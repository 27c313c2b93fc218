import type { ImportTransaction } from '@consulting/imports/store/transaction';
import {
  type Database,
  inOrder,
  type ListPage,
  matchesText,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import type { Discipline, ReadingParameters } from '@consulting/mto-engine';
import { everyone, importProfile } from '@consulting/mto-lines';
import { and, asc, desc, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm';

export const nameKey = 'import_profile_client_id_name_key';

export type ProfileRow = typeof importProfile.$inferSelect;
type NewProfile = typeof importProfile.$inferInsert;

interface ProfileFilter {
  clientId: string | null;
  discipline: Discipline | null;
  search: string | null;
}

const isOpenTo = (clientId: string) =>
  or(isNull(importProfile.clientId), eq(importProfile.clientId, clientId)) as SQL;

const fits = (discipline: Discipline) =>
  or(isNull(importProfile.discipline), eq(importProfile.discipline, discipline)) as SQL;

const matching = ({ clientId, discipline, search }: ProfileFilter) =>
  and(
    whenGiven(clientId, isOpenTo),
    whenGiven(discipline, fits),
    whenGiven(search, (part) => matchesText([importProfile.name], part)),
  );

export const profileSorting = sortable(getTableColumns(importProfile));

const order = { id: importProfile.id, usual: [desc(importProfile.createdAt), asc(importProfile.id)] };

export const listProfiles = (db: Database, filter: ProfileFilter, { sort, skip, limit }: ListPage) =>
  db
    .select()
    .from(importProfile)
    .where(matching(filter))
    .orderBy(...inOrder(sort, profileSorting, order))
    .offset(skip)
    .limit(limit);

export const countProfiles = (db: Database, filter: ProfileFilter) =>
  db.$count(importProfile, matching(filter));

export async function findProfile(db: Database, id: string): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(importProfile).where(eq(importProfile.id, id));
  return row;
}

export async function lockProfile(tx: Database, id: string): Promise<ProfileRow | undefined> {
  const [row] = await tx.select().from(importProfile).where(eq(importProfile.id, id)).for('update');
  return row;
}

export async function insertProfile(db: Database, values: NewProfile): Promise<ProfileRow> {
  const [row] = await db.insert(importProfile).values(values).returning();
  return row as ProfileRow;
}

export async function updateProfile(
  tx: Database,
  id: string,
  changes: Partial<NewProfile>,
): Promise<ProfileRow> {
  const [row] = await tx
    .update(importProfile)
    .set({ ...changes, version: sql`${importProfile.version} + 1`, updatedAt: new Date() })
    .where(eq(importProfile.id, id))
    .returning();
  return row as ProfileRow;
}

export async function removeProfile(tx: Database, id: string): Promise<void> {
  await tx.delete(importProfile).where(eq(importProfile.id, id));
}

export async function removeProfilesOfClient(tx: Database, clientId: string): Promise<void> {
  await tx.delete(importProfile).where(eq(importProfile.clientId, clientId));
}

export async function countUse(tx: Database, id: string, clientId: string): Promise<ProfileRow | undefined> {
  const [row] = await tx
    .update(importProfile)
    .set({ useCount: sql`${importProfile.useCount} + 1`, usedAt: sql`now()` })
    .where(and(eq(importProfile.id, id), isOpenTo(clientId)))
    .returning();
  return row;
}

export async function setFirstHeaders(
  transaction: ImportTransaction,
  id: string,
  headers: readonly string[],
): Promise<void> {
  await transaction.execute(sql`
    update import_profile set headers = ${JSON.stringify(headers)}::text::jsonb where id = ${id} and headers = '[]'`);
}

interface SavedProfile extends ReadingParameters {
  name: string;
  clientId: string;
  headers: readonly string[];
}

const savedColumns = [
  ...['discipline', 'mapping', 'defaults', 'header_row', 'headings', 'normalise_units', 'fill_blanks'],
  ...['convert_currency', 'decimal_separator', 'totals', 'headers', 'currencies', 'word_values'],
];
const columnsOf = (record: string) => sql.raw(savedColumns.map((name) => `${record}.${name}`).join(', '));

export async function saveProfile(
  transaction: ImportTransaction,
  profile: SavedProfile,
  by: string,
): Promise<void> {
  const { name, clientId, mapping, defaults, headers } = profile;
  await transaction.execute(sql`
    insert into import_profile as profile (name, client_id, created_by, updated_by, ${sql.raw(savedColumns.join(', '))})
    values (${name}, ${clientId}, ${by}, ${by}, ${profile.discipline}, ${JSON.stringify(mapping)}::text::jsonb,
      ${JSON.stringify(defaults)}::text::jsonb, ${JSON.stringify(profile.headerRow)}::text::jsonb, ${profile.headings}, ${sql.raw(String(profile.normaliseUnits))},
      ${sql.raw(String(profile.fillBlanks))}, ${sql.raw(String(profile.convertCurrency))}, ${profile.decimalSeparator},
      ${profile.totals}, ${JSON.stringify(headers)}::text::jsonb, ${JSON.stringify(profile.currencies)}::text::jsonb,
      ${JSON.stringify(profile.values)}::text::jsonb)
    on conflict (coalesce(client_id, ${everyone}), lower(name collate pg_c_utf8))
    do update set (${sql.raw(savedColumns.join(', '))}) = row(${columnsOf('excluded')}),
      version = profile.version + 1, updated_at = now(), updated_by = excluded.updated_by
    where (${columnsOf('profile')}) is distinct from (${columnsOf('excluded')})`);
}

export async function findFittingProfile(
  db: Database,
  clientId: string,
  headers: readonly string[],
  { shareMin, profilesMax }: { shareMin: number; profilesMax: number },
): Promise<{ id: string; name: string; share: number } | null> {
  const recent = db
    .select()
    .from(importProfile)
    .where(and(isOpenTo(clientId), sql`${importProfile.headers} <> '[]'`))
    .orderBy(desc(sql`coalesce(${importProfile.usedAt}, ${importProfile.updatedAt})`), asc(importProfile.id))
    .limit(profilesMax);
  const [found] = await db.execute<{ id: string; name: string; share: number }>(sql`
    select id, name, found::float8 / known as share
    from (
      select id, name, client_id, coalesce(used_at, updated_at) as recent, jsonb_array_length(headers) as known,
        (select count(*) from jsonb_array_elements_text(headers) as header
          where header = any(${sql.param(headers)}::text[])) as found
      from (${recent}) as profile
    ) as compared
    where found >= known * ${shareMin}::float8
    order by found::float8 / (known + ${headers.length}::int - found) desc, client_id nulls last, recent desc, id
    limit 1`);
  return found ?? null;
}

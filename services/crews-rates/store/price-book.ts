import { exported, insertRecords, updateRecords } from '@consulting/imports/store/bulk-records';
import {
  type Database,
  equalsIgnoringCase,
  inOrder,
  type ListPage,
  matchesText,
  matchesWords,
  type Snapshot,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/takeoff-fields';
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { priceBook } from './schema';

export interface PriceBookFilter {
  search: string | null;
  words: string | null;
  code: string | null;
  discipline: Discipline | null;
  isActive: boolean | null;
}

export type PriceBookRow = typeof priceBook.$inferSelect;

export type PriceBookValues = Omit<typeof priceBook.$inferInsert, 'version'>;

export const priceBookCodeKey = 'price_book_code_key';

const matching = (filter: PriceBookFilter) =>
  and(
    whenGiven(filter.search, (search) => matchesText([priceBook.code, priceBook.name], search)),
    whenGiven(filter.words, (words) =>
      matchesWords([priceBook.code, priceBook.name, priceBook.description], words),
    ),
    whenGiven(filter.code, (code) => equalsIgnoringCase(priceBook.code, code)),
    whenGiven(filter.discipline, (discipline) => eq(priceBook.discipline, discipline)),
    whenGiven(filter.isActive, (isActive) => eq(priceBook.isActive, isActive)),
  );

export const priceBookSorting = sortable(getTableColumns(priceBook));

const order = { id: priceBook.id, usual: [desc(priceBook.createdAt), asc(priceBook.id)] };

export const listPriceBooks = (db: Database, filter: PriceBookFilter, { sort, skip, limit }: ListPage) =>
  db
    .select()
    .from(priceBook)
    .where(matching(filter))
    .orderBy(...inOrder(sort, priceBookSorting, order))
    .offset(skip)
    .limit(limit);

export const countPriceBooks = (db: Database, filter: PriceBookFilter) =>
  db.$count(priceBook, matching(filter));

export async function findPriceBook(db: Database, id: string): Promise<PriceBookRow | undefined> {
  const [row] = await db.select().from(priceBook).where(eq(priceBook.id, id));
  return row;
}

const withCodes = (db: Database, codes: readonly string[]) =>
  db
    .select()
    .from(priceBook)
    .where(
      sql`lower(${priceBook.code} collate pg_c_utf8) in (
        select lower(wanted.code collate pg_c_utf8) from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as wanted(code))`,
    )
    .orderBy(priceBook.id);

export const findPriceBooksByCode = (db: Database, codes: readonly string[]): Promise<PriceBookRow[]> =>
  withCodes(db, codes);

export const lockPriceBooksByCode = (tx: Database, codes: readonly string[]): Promise<PriceBookRow[]> =>
  withCodes(tx, codes).for('update');

export const insertPriceBooks = (
  tx: Database,
  books: readonly (PriceBookValues & { id: string })[],
): Promise<void> => insertRecords(tx, priceBook, books);

export const updatePriceBooks = (tx: Database, books: readonly PriceBookRow[]): Promise<void> =>
  updateRecords(tx, priceBook, books);

export const readPriceBooks = (filter: PriceBookFilter) => (snapshot: Snapshot) =>
  snapshot.read<Record<string, unknown>>(sql`
    select ${exported(getTableColumns(priceBook))} from ${priceBook} where ${matching(filter) ?? sql`true`}
    order by ${desc(priceBook.createdAt)}, ${asc(priceBook.id)}`);

export async function lockPriceBook(tx: Database, id: string): Promise<PriceBookRow | undefined> {
  const [row] = await tx.select().from(priceBook).where(eq(priceBook.id, id)).for('update');
  return row;
}

export async function insertPriceBook(tx: Database, values: PriceBookValues): Promise<PriceBookRow> {
  const [row] = await tx.insert(priceBook).values(values).returning();
  return row as PriceBookRow;
}

export async function updatePriceBook(
  tx: Database,
  id: string,
  changes: Partial<PriceBookValues>,
): Promise<PriceBookRow> {
  const [row] = await tx
    .update(priceBook)
    .set({ ...changes, version: sql`${priceBook.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(priceBook.id, id))
    .returning();
  return row as PriceBookRow;
}

export async function removePriceBook(tx: Database, id: string): Promise<void> {
  await tx.delete(priceBook).where(eq(priceBook.id, id));
}

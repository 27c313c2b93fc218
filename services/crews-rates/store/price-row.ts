import {
  type Database,
  equalsIgnoringCase,
  inOrder,
  type ListPage,
  lowered,
  matchesText,
  matchesWords,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/takeoff-fields';
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { priceBook, priceRow } from './schema';

export interface PriceRowFilter {
  search: string | null;
  words: string | null;
  rowCode: string | null;
  discipline: Discipline | null;
  target: string | null;
  field: string | null;
}

export type PriceRowRow = typeof priceRow.$inferSelect;

export type PriceRowValues = Omit<typeof priceRow.$inferInsert, 'version'>;

export const priceRowCodeKey = 'price_row_book_id_row_code_key';

const hasConditionOn = (field: string) =>
  sql`(${priceRow.conditions} @> ${JSON.stringify([{ field }])}::text::jsonb or ${priceRow.points} ->> 'field' = ${field})`;

export const matchingRows = (bookId: string, filter: PriceRowFilter) =>
  and(
    eq(priceRow.bookId, bookId),
    whenGiven(filter.search, (search) => matchesText([priceRow.rowCode, priceRow.description], search)),
    whenGiven(filter.words, (words) =>
      matchesWords([priceRow.rowCode, priceRow.description, priceRow.target, priceRow.remarks], words),
    ),
    whenGiven(filter.rowCode, (code) => equalsIgnoringCase(priceRow.rowCode, code)),
    whenGiven(filter.discipline, (discipline) => eq(priceRow.discipline, discipline)),
    whenGiven(filter.target, (target) => eq(priceRow.target, target)),
    whenGiven(filter.field, hasConditionOn),
  );

const { bookId: _book, textValue: _text, ...ofRecord } = getTableColumns(priceRow);

export const priceRowSorting = sortable(ofRecord);

export const rowOrder = [sql`${priceRow.sortOrder} asc nulls last`, asc(priceRow.id)];

export const listPriceRows = (
  db: Database,
  bookId: string,
  filter: PriceRowFilter,
  { sort, skip, limit }: ListPage,
) =>
  db
    .select()
    .from(priceRow)
    .where(matchingRows(bookId, filter))
    .orderBy(...inOrder(sort, priceRowSorting, { id: priceRow.id, usual: rowOrder }))
    .offset(skip)
    .limit(limit);

export const countPriceRows = (db: Database, bookId: string, filter: PriceRowFilter) =>
  db.$count(priceRow, matchingRows(bookId, filter));

const one = (bookId: string, id: string) => and(eq(priceRow.bookId, bookId), eq(priceRow.id, id));

export async function findPriceRow(
  db: Database,
  bookId: string,
  id: string,
): Promise<PriceRowRow | undefined> {
  const [row] = await db.select().from(priceRow).where(one(bookId, id));
  return row;
}

export const lockPriceRows = (tx: Database, bookId: string, ids: readonly string[]): Promise<PriceRowRow[]> =>
  tx
    .select()
    .from(priceRow)
    .where(and(eq(priceRow.bookId, bookId), sql`${priceRow.id} = any(${`{${ids.join()}}`}::uuid[])`))
    .orderBy(priceRow.id)
    .for('update');

export async function insertPriceRow(tx: Database, values: PriceRowValues): Promise<PriceRowRow> {
  const [row] = await tx.insert(priceRow).values(values).returning();
  return row as PriceRowRow;
}

export async function updatePriceRow(
  tx: Database,
  id: string,
  changes: Partial<PriceRowValues>,
): Promise<PriceRowRow> {
  const [row] = await tx
    .update(priceRow)
    .set({ ...changes, version: sql`${priceRow.version} + 1`, updatedAt: new Date() })
    .where(eq(priceRow.id, id))
    .returning();
  return row as PriceRowRow;
}

export async function removePriceRow(tx: Database, id: string): Promise<void> {
  await tx.delete(priceRow).where(eq(priceRow.id, id));
}

export async function highestRowNumber(tx: Database, bookId: string): Promise<number> {
  const [found] = await tx.execute<{ highest: number }>(sql`
    select coalesce(max(row_code::int), 0) as highest from price_row
    where book_id = ${bookId} and row_code ~ '^[0-9]{1,8}$'`);
  return found?.highest ?? 0;
}

export async function listRowCodes(tx: Database, bookId: string): Promise<string[]> {
  const rows = await tx.execute<{ code: string }>(
    sql`select row_code as code from price_row where book_id = ${bookId} order by id`,
  );
  return rows.map(({ code }) => code);
}

export interface TargetOfRows {
  discipline: Discipline;
  target: string;
}

export const listTargets = (db: Database, bookId: string): Promise<TargetOfRows[]> =>
  db
    .select({ discipline: priceRow.discipline, target: priceRow.target })
    .from(priceRow)
    .where(eq(priceRow.bookId, bookId))
    .groupBy(priceRow.discipline, priceRow.target);

export interface RowsAfter {
  bookId: string;
  id: string;
}

interface WantedRows {
  bookIds: readonly string[];
  rowCodes: readonly string[] | null;
  after: RowsAfter | null;
}

export const listRowsAfter = (
  db: Database,
  { bookIds, rowCodes, after }: WantedRows,
  limit: number,
): Promise<(PriceRowRow & { priceBook: string })[]> =>
  db
    .select({ ...getTableColumns(priceRow), priceBook: priceBook.code })
    .from(priceRow)
    .innerJoin(priceBook, eq(priceBook.id, priceRow.bookId))
    .where(
      and(
        inArray(priceRow.bookId, [...bookIds]),
        whenGiven(rowCodes, (codes) => inArray(lowered(priceRow.rowCode), codes.map(lowered))),
        after === null
          ? undefined
          : sql`(${priceRow.bookId}, ${priceRow.id}) > (${after.bookId}, ${after.id})`,
      ),
    )
    .orderBy(asc(priceRow.bookId), asc(priceRow.id))
    .limit(limit);

export const lockRowsByCode = (
  tx: Database,
  bookId: string,
  codes: readonly string[],
): Promise<PriceRowRow[]> =>
  tx
    .select()
    .from(priceRow)
    .where(
      and(
        eq(priceRow.bookId, bookId),
        sql`${lowered(priceRow.rowCode)} in (
          select lower(wanted.code collate pg_c_utf8) from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as wanted(code))`,
      ),
    )
    .orderBy(priceRow.id)
    .for('update');

import type { Database } from '@consulting/shared/store/connect';
import { type AnyColumn, asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { lockOnly, type RateCardRow, type RateCardValues, withTrade } from './rate-card';
import { rateCard } from './schema';

/** What may exist once only (rates.md 2.2). */
export interface Combination {
  tradeId: string;
  placeId: number;
  year: number;
  quarter: string;
  projectType: string | null;
}

/** The cards of the combinations, locked until the end of the transaction. */
export const lockCombinations = (
  tx: Database,
  combinations: readonly Combination[],
): Promise<RateCardRow[]> =>
  withTrade(tx)
    .where(
      sql`(${rateCard.tradeId}, ${rateCard.placeId}, ${rateCard.year}, ${rateCard.quarter},
          coalesce(${rateCard.projectTypeKey}, '')) in (
        select "tradeId", "placeId", year, quarter, coalesce(lower("projectType" collate pg_c_utf8), '')
        from jsonb_to_recordset(${JSON.stringify(combinations)}::text::jsonb)
          as wanted("tradeId" uuid, "placeId" int, year int, quarter text, "projectType" text))`,
    )
    .orderBy(asc(rateCard.id))
    .for('update', lockOnly);

const { version, createdAt, updatedAt, projectTypeKey, ...written } = getTableColumns(rateCard);
const columns: [string, AnyColumn][] = Object.entries(written);
const { id, createdBy, ...changeable } = written;

const listed = (parts: SQL[]) => sql.join(parts, sql`, `);
const nameOf = (key: string) => sql.identifier(toSnakeCase(key));

/** Rows of a parameter, with the columns of a rate card under their keys. */
const recordset = (rows: readonly object[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as row(${listed(
    columns.map(([key, column]) => sql`${sql.identifier(key)} ${sql.raw(column.getSQLType())}`),
  )})`;

const rowsPerStatement = 2000;

/** Adds all cards, a few statements for any number. */
export async function insertRateCards(tx: Database, cards: readonly RateCardValues[]): Promise<void> {
  for (let start = 0; start < cards.length; start += rowsPerStatement) {
    await tx.execute(sql`
      insert into rate_card (${listed(columns.map(([key]) => sql`${nameOf(key)}`))})
      select ${listed(columns.map(([key]) => sql`${sql.identifier(key)}`))}
      from ${recordset(cards.slice(start, start + rowsPerStatement))}`);
  }
}

/** Writes all columns of cards that exist, a few statements for any number. */
export async function updateRateCards(tx: Database, cards: readonly RateCardValues[]): Promise<void> {
  const changes = Object.keys(changeable).map((key) => sql`${nameOf(key)} = row.${sql.identifier(key)}`);
  for (let start = 0; start < cards.length; start += rowsPerStatement) {
    await tx.execute(sql`
      update rate_card set ${listed(changes)}, version = rate_card.version + 1, updated_at = now()
      from ${recordset(cards.slice(start, start + rowsPerStatement))}
      where rate_card.id = row.id`);
  }
}

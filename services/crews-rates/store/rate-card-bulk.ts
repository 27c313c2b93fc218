import type { Database } from '@consulting/kernel/store/connect';
import { loweredText } from '@consulting/kernel/text';
import { type AnyColumn, and, asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { countCardsIn, lockOnly, type RateCardRow, type RateCardValues, withTrade } from './rate-card';
import { rateCard } from './schema';

export interface Combination {
  tradeId: string;
  placeId: number;
  year: number;
  quarter: string;
  projectType: string | null;
}

const rowsPerStatement = 2000;

const keyOf = (tradeId: string, placeId: number, year: number, quarter: string, projectType: string | null) =>
  JSON.stringify([tradeId, placeId, year, quarter, projectType]);

export async function lockCombinations(
  tx: Database,
  combinations: readonly Combination[],
): Promise<RateCardRow[]> {
  const ids = (await findIds(tx, combinations)).sort();
  const cards: RateCardRow[] = [];
  for (let start = 0; start < ids.length; start += rowsPerStatement) {
    const some = isOneOf(rateCard.id, ids.slice(start, start + rowsPerStatement), 'uuid');
    cards.push(...(await withTrade(tx).where(some).orderBy(asc(rateCard.id)).for('update', lockOnly)));
  }
  return cards;
}

/** Matched here and not by a join: without statistics, as in a table just filled, a plan for it is left to chance. */
async function findIds(db: Database, combinations: readonly Combination[]): Promise<string[]> {
  if (combinations.length === 0) return [];
  const wanted = new Set(
    combinations.map(({ tradeId, placeId, year, quarter, projectType }) =>
      keyOf(tradeId, placeId, year, quarter, projectType === null ? null : loweredText(projectType)),
    ),
  );
  const { id, tradeId, placeId, year, quarter, projectTypeKey } = rateCard;
  const rows = await db
    .select({ id, tradeId, placeId, year, quarter, projectTypeKey })
    .from(rateCard)
    .where(
      and(
        isOneOf(tradeId, distinct(combinations, 'tradeId'), 'uuid'),
        isOneOf(placeId, distinct(combinations, 'placeId'), 'int'),
        isOneOf(year, distinct(combinations, 'year'), 'int'),
      ),
    );
  return rows
    .filter((row) => wanted.has(keyOf(row.tradeId, row.placeId, row.year, row.quarter, row.projectTypeKey)))
    .map((row) => row.id);
}

const distinct = <Key extends keyof Combination>(all: readonly Combination[], key: Key) => [
  ...new Set(all.map((one) => one[key])),
];

const isOneOf = (column: AnyColumn, values: readonly (string | number | null)[], type: 'uuid' | 'int') =>
  sql`${column} = any(${`{${values.join(',')}}`}::${sql.raw(type)}[])`;

const { version, createdAt, updatedAt, projectTypeKey, ...written } = getTableColumns(rateCard);

const columns: [string, AnyColumn][] = Object.entries(written);

const { id, createdBy, ...changeable } = written;

const listed = (parts: SQL[]) => sql.join(parts, sql`, `);

const nameOf = (key: string) => sql.identifier(toSnakeCase(key));

const recordset = (rows: readonly object[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as row(${listed(
    columns.map(([key, column]) => sql`${sql.identifier(key)} ${sql.raw(column.getSQLType())}`),
  )})`;

export async function insertRateCards(tx: Database, cards: readonly RateCardValues[]): Promise<void> {
  for (let start = 0; start < cards.length; start += rowsPerStatement) {
    await tx.execute(sql`
      insert into rate_card (${listed(columns.map(([key]) => sql`${nameOf(key)}`))})
      select ${listed(columns.map(([key]) => sql`${sql.identifier(key)}`))}
      from ${recordset(cards.slice(start, start + rowsPerStatement))}`);
  }
  await countCardsIn(
    tx,
    cards.map(({ tradeId, placeId }) => ({ tradeId, placeId, cards: 1 })),
  );
}

export async function updateRateCards(tx: Database, cards: readonly RateCardValues[]): Promise<void> {
  const changes = Object.keys(changeable).map((key) => sql`${nameOf(key)} = row.${sql.identifier(key)}`);
  for (let start = 0; start < cards.length; start += rowsPerStatement) {
    await tx.execute(sql`
      update rate_card set ${listed(changes)}, version = rate_card.version + 1, updated_at = now()
      from ${recordset(cards.slice(start, start + rowsPerStatement))}
      where rate_card.id = row.id`);
  }
}

import { exported, insertRecords, updateRecords } from '@consulting/imports/store/bulk-records';
import type { Database, Snapshot } from '@consulting/kernel/postgres';
import { loweredText } from '@consulting/kernel/schema';
import { type AnyColumn, asc, desc, getTableColumns, sql } from 'drizzle-orm';
import { lockOnly, type RateCardRow, type RateCardValues, withTrade } from './rate-card';
import { type RateCardFilter, rateCardCondition } from './rate-card-filter';
import { rateCard, trade } from './schema';

export interface Combination {
  tradeId: string;
  placeId: number;
  year: number;
  quarter: string;
  projectType: string | null;
}

const rowsPerStatement = 2000;

export async function hasCards(
  tx: Database,
  { year, quarter }: Pick<Combination, 'year' | 'quarter'>,
): Promise<boolean> {
  const [found] = await tx.execute<{ id: string }>(
    sql`select id from rate_card where year = ${year} and quarter = ${quarter} limit 1`,
  );
  return found !== undefined;
}

export async function lockCombinations(
  tx: Database,
  combinations: readonly Combination[],
): Promise<RateCardRow[]> {
  const ids = (await findCombinations(tx, combinations)).sort();
  const cards: RateCardRow[] = [];
  for (let start = 0; start < ids.length; start += rowsPerStatement) {
    const some = isOneOf(rateCard.id, ids.slice(start, start + rowsPerStatement), 'uuid');
    cards.push(...(await withTrade(tx).where(some).orderBy(asc(rateCard.id)).for('update', lockOnly)));
  }
  return cards;
}

/**
 * Each card is looked up in the unique index by itself, which is the same work whatever statistics say of a table that
 * was just filled. An index knows no `is not distinct from`, so cards with and without a project type are two branches.
 */
export async function findCombinations(
  db: Database,
  combinations: readonly Combination[],
): Promise<string[]> {
  if (combinations.length === 0) return [];
  const wanted = combinations.map(({ projectType, ...combination }) => ({
    ...combination,
    type: projectType === null ? null : loweredText(projectType),
  }));
  const ofCombination = sql`trade_id = wanted."tradeId" and place_id = wanted."placeId"
    and year = wanted.year and quarter = wanted.quarter`;
  const rows = await db.execute<{ id: string }>(sql`
    select found.id from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
      as wanted("tradeId" uuid, "placeId" int, year int, quarter text, type text)
    cross join lateral (
      select id from rate_card where ${ofCombination} and project_type_key = wanted.type
      union all
      select id from rate_card where ${ofCombination} and wanted.type is null and project_type_key is null) as found`);
  return [...new Set(rows.map(({ id }) => id))];
}

const isOneOf = (column: AnyColumn, values: readonly (string | number | null)[], type: 'uuid' | 'int') =>
  sql`${column} = any(${`{${values.join(',')}}`}::${sql.raw(type)}[])`;

export async function insertRateCards(tx: Database, cards: readonly RateCardValues[]): Promise<void> {
  await insertRecords(tx, rateCard, cards);
}

export const updateRateCards = (tx: Database, cards: readonly (RateCardValues & { id: string })[]) =>
  updateRecords(tx, rateCard, cards);

const { projectTypeKey: _, ...ownColumns } = getTableColumns(rateCard);

export const readRateCards = (filter: RateCardFilter) =>
  async function* (snapshot: Snapshot): AsyncGenerator<Record<string, unknown>[]> {
    const { ofCards } = await rateCardCondition(snapshot.db, filter);
    const { tradeCode, laborDesignation } = trade;
    const columns = exported({ tradeCode, laborDesignation, ...ownColumns });
    yield* snapshot.read<Record<string, unknown>>(sql`
      select ${columns} from ${rateCard} join ${trade} on ${trade.id} = ${rateCard.tradeId}
      where ${ofCards ?? sql`true`} order by ${desc(rateCard.createdAt)}, ${asc(rateCard.id)}`);
  };

import { exported, insertRecords, updateRecords } from '@consulting/imports/list/bulk-records';
import type { Database } from '@consulting/kernel/store/connect';
import type { Snapshot } from '@consulting/kernel/store/snapshot';
import { loweredText } from '@consulting/kernel/text';
import { type AnyColumn, and, asc, desc, getTableColumns, sql } from 'drizzle-orm';
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

export async function insertRateCards(tx: Database, cards: readonly RateCardValues[]): Promise<void> {
  await insertRecords(tx, rateCard, cards);
}

export const updateRateCards = (tx: Database, cards: readonly (RateCardValues & { id: string })[]) =>
  updateRecords(tx, rateCard, cards);

const { projectTypeKey: _, ...ownColumns } = getTableColumns(rateCard);

/** The rate cards of a filter in the order of the list, as files hold them. */
export const readRateCards = (filter: RateCardFilter) =>
  async function* (snapshot: Snapshot): AsyncGenerator<Record<string, unknown>[]> {
    const { ofCards } = await rateCardCondition(snapshot.db, filter);
    const { tradeCode, laborDesignation } = trade;
    const columns = exported({ tradeCode, laborDesignation, ...ownColumns });
    yield* snapshot.read<Record<string, unknown>>(sql`
      select ${columns} from ${rateCard} join ${trade} on ${trade.id} = ${rateCard.tradeId}
      where ${ofCards ?? sql`true`} order by ${desc(rateCard.createdAt)}, ${asc(rateCard.id)}`);
  };

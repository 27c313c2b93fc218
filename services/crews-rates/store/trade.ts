import { exported, insertRecords, updateRecords } from '@consulting/imports/store/bulk-records';
import {
  type Database,
  equalsIgnoringCase,
  inOrder,
  type ListPage,
  lowered,
  matchesText,
  matchesWords,
  type Snapshot,
  sortable,
  sortedText,
  whenGiven,
} from '@consulting/kernel/postgres';
import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { trade } from './schema';

export interface TradeFilter {
  search: string | null;
  words: string | null;
  tradeCode: string | null;
  isActive: boolean | null;
}

export interface TradePair {
  tradeCode: string;
  laborDesignation: string;
}

export type TradeRow = typeof trade.$inferSelect;

export type TradeValues = Omit<typeof trade.$inferInsert, 'id' | 'version'>;

export const tradeKey = 'trade_trade_code_labor_designation_key';

const namedBy = [trade.tradeCode, trade.laborDesignation, trade.tradeName, trade.description];

const matching = (filter: TradeFilter) =>
  and(
    whenGiven(filter.search, (search) => matchesText([trade.tradeCode, trade.laborDesignation], search)),
    whenGiven(filter.words, (words) => matchesWords(namedBy, words)),
    whenGiven(filter.tradeCode, (tradeCode) => equalsIgnoringCase(trade.tradeCode, tradeCode)),
    whenGiven(filter.isActive, (isActive) => eq(trade.isActive, isActive)),
  );

export const tradeSorting = {
  ...sortable(getTableColumns(trade)),
  tradeName: sortedText(sql`coalesce(${trade.tradeName}, ${trade.tradeCode})`),
};

const order = { id: trade.id, usual: [desc(trade.createdAt), asc(trade.id)] };

export const listTrades = (db: Database, filter: TradeFilter, { sort, skip, limit }: ListPage) =>
  db
    .select()
    .from(trade)
    .where(matching(filter))
    .orderBy(...inOrder(sort, tradeSorting, order))
    .offset(skip)
    .limit(limit);

export const countTrades = (db: Database, filter: TradeFilter) => db.$count(trade, matching(filter));

export async function findTrade(db: Database, id: string): Promise<TradeRow | undefined> {
  const [row] = await db.select().from(trade).where(eq(trade.id, id));
  return row;
}

export async function lockTrade(tx: Database, id: string): Promise<TradeRow | undefined> {
  const [row] = await tx.select().from(trade).where(eq(trade.id, id)).for('update');
  return row;
}

const groupOrder = [sql`${trade.sortOrder} asc nulls last`, asc(lowered(trade.laborDesignation))];

const ofCode = (tradeCode: string) => equalsIgnoringCase(trade.tradeCode, tradeCode);

export const findTradeGroup = (db: Database, tradeCode: string): Promise<TradeRow[]> =>
  db
    .select()
    .from(trade)
    .where(ofCode(tradeCode))
    .orderBy(...groupOrder);

export async function lockTradeGroup(tx: Database, tradeCode: string): Promise<TradeRow[]> {
  await tx.select({ id: trade.id }).from(trade).where(ofCode(tradeCode)).orderBy(trade.id).for('update');
  return findTradeGroup(tx, tradeCode);
}

export async function lockSiblings(tx: Database, { id, tradeCode }: TradeRow): Promise<boolean> {
  const rows = await tx
    .select({ id: trade.id })
    .from(trade)
    .where(and(ofCode(tradeCode), ne(trade.id, id)))
    .orderBy(trade.id)
    .for('update');
  return rows.length > 0;
}

const isAmong = (pairs: readonly TradePair[]): SQL => sql`
  (${lowered(trade.tradeCode)}, ${lowered(trade.laborDesignation)}) in (
    select lower(pair."tradeCode" collate pg_c_utf8), lower(pair."laborDesignation" collate pg_c_utf8)
    from jsonb_to_recordset(${JSON.stringify(pairs)}::text::jsonb) as pair("tradeCode" text, "laborDesignation" text))`;

export const lockTradePairs = (tx: Database, pairs: readonly TradePair[]): Promise<TradeRow[]> =>
  pairs.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(trade)
        .where(isAmong(pairs.map(({ tradeCode, laborDesignation }) => ({ tradeCode, laborDesignation }))))
        .orderBy(trade.id)
        .for('update');

export type NewTrade = TradeValues & { id: string };

export const insertTrades = (tx: Database, trades: readonly NewTrade[]): Promise<void> =>
  insertRecords(tx, trade, trades);

export const updateTrades = (tx: Database, trades: readonly TradeRow[]): Promise<void> =>
  updateRecords(tx, trade, trades);

export const readTrades = (filter: TradeFilter) => (snapshot: Snapshot) =>
  snapshot.read<Record<string, unknown>>(sql`
    select ${exported(getTableColumns(trade))} from ${trade} where ${matching(filter) ?? sql`true`}
    order by ${desc(trade.createdAt)}, ${asc(trade.id)}`);

export const lockTradesShared = (tx: Database, pairs: readonly TradePair[]): Promise<TradeRow[]> =>
  pairs.length === 0
    ? Promise.resolve([])
    : tx.select().from(trade).where(isAmong(pairs)).orderBy(trade.id).for('key share');

export async function lockTradeShared(tx: Database, pair: TradePair): Promise<TradeRow | undefined> {
  const [row] = await tx
    .select()
    .from(trade)
    .where(and(ofCode(pair.tradeCode), equalsIgnoringCase(trade.laborDesignation, pair.laborDesignation)))
    .for('key share');
  return row;
}

export async function findTradeIds(
  db: Database,
  { tradeCode, laborDesignation }: { tradeCode: string | null; laborDesignation: string | null },
): Promise<string[]> {
  const rows = await db
    .select({ id: trade.id })
    .from(trade)
    .where(
      and(
        whenGiven(tradeCode, ofCode),
        whenGiven(laborDesignation, (text) => equalsIgnoringCase(trade.laborDesignation, text)),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function searchTradeIds(db: Database, search: string): Promise<string[]> {
  const name = sql`coalesce(${trade.tradeName}, ${trade.tradeCode})`;
  const rows = await db
    .select({ id: trade.id })
    .from(trade)
    .where(matchesText([trade.tradeCode, trade.laborDesignation, name], search));
  return rows.map(({ id }) => id);
}

export async function insertTrade(db: Database, values: TradeValues): Promise<TradeRow> {
  const [row] = await db.insert(trade).values(values).returning();
  return row as TradeRow;
}

export async function updateTrade(
  tx: Database,
  id: string,
  changes: Partial<TradeValues>,
): Promise<TradeRow> {
  const [row] = await tx
    .update(trade)
    .set({ ...changes, version: sql`${trade.version} + 1`, updatedAt: new Date() })
    .where(eq(trade.id, id))
    .returning();
  return row as TradeRow;
}

export async function removeTrades(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.delete(trade).where(inArray(trade.id, [...ids]));
}

export interface WantedTrade {
  tradeCode: string;
  laborDesignation: string | null;
}

export const shareTrades = (tx: Database, wanted: readonly WantedTrade[]) =>
  tx
    .select({
      tradeCode: trade.tradeCode,
      laborDesignation: trade.laborDesignation,
      isActive: trade.isActive,
    })
    .from(trade)
    .where(
      sql`exists (
        select from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
          as wanted("tradeCode" text, "laborDesignation" text)
        where ${lowered(sql`wanted."tradeCode"`)} = ${lowered(sql`trade.trade_code`)}
          and coalesce(${lowered(sql`wanted."laborDesignation"`)} = ${lowered(sql`trade.labor_designation`)}, true))`,
    )
    .orderBy(trade.id)
    .for('share');

import { allowLongStatements, type Database } from '@consulting/kernel/postgres';
import { asc, getTableColumns, type SQL, type SQLChunk, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { type RateCardRow, rateCardKey, withTrade } from './rate-card';
import { findCombinations } from './rate-card-bulk';
import { type RateCardFilter, rateCardCondition } from './rate-card-filter';
import { rateCard } from './schema';

export type Quarter = Pick<RateCardRow, 'year' | 'quarter'>;

type Amount = keyof typeof rateCard.$inferSelect;

export type Factors = Partial<Record<Amount, string>>;

export interface RollForward {
  filter: RateCardFilter;
  to: Quarter;
  factors: Factors;
  updateExisting: boolean;
  by: string;
}

export interface Rolled {
  total: number;
  copied: number;
  updated: number;
  ids: string[];
  reported: { tradeCode: string; laborDesignation: string; country: string }[];
}

const decimals = 4;
const itemsMax = 100;
const amountMax = '1e12';
const prefixCharacters = 24;
const ordinalCharacters = 12;

const name = (key: string) => sql.identifier(toSnakeCase(key));

const { id, version, createdAt, updatedAt, createdBy, updatedBy, projectTypeKey, ...carried } =
  getTableColumns(rateCard);

const listed = (parts: readonly SQLChunk[]) => sql.join([...parts], sql`, `);

const escalated = (key: string, factor: string) =>
  sql`round(source.${name(key)} * ${factor}::numeric, ${sql.raw(String(decimals))})`;

export async function findUnfit(db: Database, { filter, factors }: RollForward): Promise<string[]> {
  const { ofCards } = await rateCardCondition(db, filter);
  const checks = Object.entries(factors).map(([key, factor]) => {
    const amount = escalated(key, factor);
    const isLow = key === 'baseWage' ? sql`${amount} <= 0` : sql`false`;
    return sql`coalesce(bool_or(${isLow} or ${amount} >= ${sql.raw(amountMax)}), false) as ${sql.identifier(key)}`;
  });
  const [found] = await db.execute<Record<string, boolean>>(
    sql`select ${listed(checks)} from ${sourceOf(ofCards)}`,
  );
  return Object.entries(found ?? {}).flatMap(([key, isUnfit]) => (isUnfit ? [key] : []));
}

const sourceOf = (ofCards: SQL | undefined) =>
  sql`(select * from rate_card where ${ofCards ?? sql`true`}) as source`;

export async function rollForward(tx: Database, order: RollForward): Promise<Rolled> {
  const { filter, to, factors, updateExisting, by } = order;
  await allowLongStatements(tx);
  const { ofCards } = await rateCardCondition(tx, filter);
  const keys = Object.keys(carried);
  const values = keys.map((key) => {
    const factor = factors[key as Amount];
    if (key === 'year') return sql`${to.year}::int`;
    if (key === 'quarter') return sql`${to.quarter}`;
    return factor === undefined ? sql`source.${name(key)}` : escalated(key, factor);
  });
  const prefix = Bun.randomUUIDv7().slice(0, prefixCharacters);
  const ordinal = sql`row_number() over (order by source.created_at desc, source.id)`;
  const columns = listed(keys.map(name));
  const excluded = listed(keys.map((key) => sql`excluded.${name(key)}`));
  const current = listed(keys.map((key) => sql`present.${name(key)}`));
  const whenExists = updateExisting
    ? sql`update set (${columns}, version, updated_at, updated_by)
        = (${excluded}, present.version + 1, now(), excluded.updated_by)
        where (${current}) is distinct from (${excluded})`
    : sql`nothing`;
  const [rolled] = await tx.execute<Rolled & Record<string, unknown>>(sql`
    with written as (
      insert into rate_card as present (id, ${columns}, created_by, updated_by)
      select (${prefix} || lpad(to_hex(${ordinal}), ${sql.raw(String(ordinalCharacters))}, '0'))::uuid,
        ${listed(values)}, ${by}, ${by}
      from ${sourceOf(ofCards)} order by source.trade_id, source.place_id, source.project_type_key
      on conflict on constraint ${sql.identifier(rateCardKey)} do ${whenExists}
      returning id, trade_id, place_id, country, xmax = 0 as is_new
    ), counted as (
      insert into rate_card_count as present (trade_id, place_id, cards)
      select trade_id, place_id, count(*) from written where is_new
      group by trade_id, place_id order by trade_id, place_id
      on conflict (trade_id, place_id) do update set cards = present.cards + excluded.cards
    )
    select (select count(*)::int from ${sourceOf(ofCards)}) as total,
      (select count(*)::int from written where is_new) as copied,
      (select count(*)::int from written where not is_new) as updated,
      (select coalesce(json_agg(id), '[]') from (
        select id from written order by id limit ${itemsMax}) as first) as ids,
      (select coalesce(json_agg(json_build_object('tradeCode', trade.trade_code,
          'laborDesignation', trade.labor_designation, 'country', told.country)), '[]')
        from (select distinct trade_id, country from written) as told
        join trade on trade.id = told.trade_id) as reported`);
  return rolled as Rolled;
}

export async function findCopies(tx: Database, ids: readonly string[], from: Quarter) {
  const copies = await findCards(tx, ids);
  const wanted = copies.map(({ tradeId, placeId, projectType }) => ({
    ...{ tradeId, placeId, projectType },
    ...{ year: from.year, quarter: from.quarter },
  }));
  const sources = await findCards(tx, await findCombinations(tx, wanted));
  const keyOf = ({ tradeId, placeId, projectTypeKey: type }: RateCardRow) => `${tradeId} ${placeId} ${type}`;
  const byKey = new Map(sources.map((card) => [keyOf(card), card]));
  return copies.flatMap((to) => {
    const source = byKey.get(keyOf(to));
    return source ? [{ from: source, to }] : [];
  });
}

const findCards = (tx: Database, ids: readonly string[]): Promise<RateCardRow[]> =>
  withTrade(tx)
    .where(sql`${rateCard.id} = any(${`{${ids.join()}}`}::uuid[])`)
    .orderBy(asc(rateCard.id));

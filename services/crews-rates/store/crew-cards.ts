import { type Database, lowered } from '@consulting/kernel/postgres';
import { and, between, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { place, rateCard, trade } from './schema';

interface Pair {
  tradeCode: string;
  laborDesignation: string;
}

export interface CardPlace {
  country: string;
  region: string | null;
  province: string | null;
  projectType: string | null;
  years: [number, number];
}

const {
  id: _id,
  version: _version,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  createdBy: _createdBy,
  updatedBy: _updatedBy,
  tradeId: _tradeId,
  placeId: _placeId,
  projectTypeKey: _projectTypeKey,
  unionStatus: _unionStatus,
  agreementReference: _agreementReference,
  source: _source,
  effectiveFrom: _effectiveFrom,
  effectiveTo: _effectiveTo,
  remarks: _remarks,
  ...pricing
} = getTableColumns(rateCard);

const columns = {
  memberId: rateCard.id,
  tradeCode: trade.tradeCode,
  laborDesignation: trade.laborDesignation,
  ...pricing,
};

const isAmong = (pairs: readonly Pair[]): SQL => sql`
  (${lowered(trade.tradeCode)}, ${lowered(trade.laborDesignation)}) in (
    select pair."tradeCode", pair."laborDesignation"
    from jsonb_to_recordset(${JSON.stringify(pairs)}::text::jsonb)
      as pair("tradeCode" text, "laborDesignation" text))`;

const selectCards = (db: Database, pairs: readonly Pair[], condition: SQL | undefined) =>
  db
    .select(columns)
    .from(rateCard)
    .innerJoin(trade, eq(trade.id, rateCard.tradeId))
    .innerJoin(place, eq(place.id, rateCard.placeId))
    .where(and(isAmong(pairs), eq(trade.isActive, true), eq(rateCard.isActive, true), condition))
    .prepare('crew_cards')
    .execute();

const orEmpty = (column: SQL, text: string | null): SQL =>
  text === null ? sql`${column} is null` : sql`(${column} is null or ${column} = ${text})`;

export const findEligibleCards = (db: Database, pairs: readonly Pair[], at: CardPlace) =>
  selectCards(
    db,
    pairs,
    and(
      eq(place.country, at.country),
      orEmpty(sql`${place.region}`, at.region),
      orEmpty(sql`${place.province}`, at.province),
      orEmpty(sql`${rateCard.projectTypeKey}`, at.projectType),
      between(rateCard.year, ...at.years),
    ),
  );

export const findCardsOfCountry = (db: Database, pairs: readonly Pair[], country: string) =>
  selectCards(db, pairs, eq(place.country, country));

export const findPricedPairs = (db: Database, pairs: readonly Pair[]) =>
  db
    .select({ tradeCode: trade.tradeCode, laborDesignation: trade.laborDesignation })
    .from(rateCard)
    .innerJoin(trade, eq(trade.id, rateCard.tradeId))
    .where(and(isAmong(pairs), eq(trade.isActive, true), eq(rateCard.isActive, true)))
    .groupBy(trade.id);

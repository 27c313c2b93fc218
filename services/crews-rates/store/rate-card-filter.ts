import { type Database, whenGiven } from '@consulting/kernel/postgres';
import { loweredText } from '@consulting/kernel/schema';
import { type AnyColumn, and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { findPlaceIds, searchPlaceIds } from './place';
import { rateCard, rateCardCount } from './schema';
import { findTradeIds, searchTradeIds } from './trade';

export interface RateCardFilter {
  search: string | null;
  tradeCode: string | null;
  laborDesignation: string | null;
  country: string | null;
  region: string | null;
  province: string | null;
  year: number | null;
  quarter: 'Q1' | 'Q2' | 'Q3' | 'Q4' | null;
  projectType: string | null;
}

interface Meant {
  trades: string[] | null;
  places: number[] | null;
  searched: { trades: string[]; places: number[] } | null;
}

export interface Among {
  column: 'trade_id' | 'place_id';
  ids: readonly (string | number)[];
}

export interface RateCardCondition {
  ofCards: SQL | undefined;
  among: Among[];
  ofCounts: { condition: SQL | undefined } | null;
}

/** Trades and places are few, so they are looked up first and indexes of rate cards alone answer the rest. */
export async function rateCardCondition(db: Database, filter: RateCardFilter): Promise<RateCardCondition> {
  const meant = await findMeant(db, filter);
  const { year, quarter, projectType } = filter;
  const others = and(
    whenGiven(year, (given) => eq(rateCard.year, given)),
    whenGiven(quarter, (given) => eq(rateCard.quarter, given)),
    whenGiven(projectType, (text) => eq(rateCard.projectTypeKey, loweredText(text))),
  );
  return {
    ofCards: and(isMeant(rateCard, meant), others),
    among: others ? [] : amongOf(meant),
    ofCounts: others ? null : { condition: isMeant(rateCardCount, meant) },
  };
}

function amongOf({ trades, places, searched }: Meant): Among[] {
  const ofTrades = (ids: string[]): Among => ({ column: 'trade_id', ids });
  const atPlaces = (ids: number[]): Among => ({ column: 'place_id', ids });
  if (places) return [atPlaces(places)];
  if (trades) return [ofTrades(trades)];
  return searched ? [ofTrades(searched.trades), atPlaces(searched.places)] : [];
}

async function findMeant(db: Database, filter: RateCardFilter): Promise<Meant> {
  const { search } = filter;
  const [trades, places, searchedTrades, searchedPlaces] = await Promise.all([
    isGiven(filter.tradeCode, filter.laborDesignation) ? findTradeIds(db, filter) : null,
    isGiven(filter.country, filter.region, filter.province) ? findPlaceIds(db, filter) : null,
    search === null ? [] : searchTradeIds(db, search),
    search === null ? [] : searchPlaceIds(db, search),
  ]);
  const searched = search === null ? null : { trades: searchedTrades, places: searchedPlaces };
  return { trades, places, searched };
}

const isGiven = (...values: (string | null)[]) => values.some((value) => value !== null);

function isMeant(
  { tradeId, placeId }: typeof rateCard | typeof rateCardCount,
  meant: Meant,
): SQL | undefined {
  const ofTrades = (ids: string[]) => isOneOf(tradeId, ids);
  const atPlaces = (ids: number[]) => isOneOf(placeId, ids);
  return and(
    whenGiven(meant.trades, ofTrades),
    whenGiven(meant.places, atPlaces),
    meant.searched ? or(ofTrades(meant.searched.trades), atPlaces(meant.searched.places)) : undefined,
  );
}

const isOneOf = (column: AnyColumn, ids: (string | number)[]): SQL =>
  ids.length === 0 ? sql`false` : inArray(column, ids);

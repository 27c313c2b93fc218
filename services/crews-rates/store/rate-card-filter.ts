import type { Database } from '@consulting/shared/store/connect';
import { whenGiven } from '@consulting/shared/store/query';
import { loweredText } from '@consulting/shared/text';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { findPlaceIds, searchPlaceIds } from './place';
import { rateCard } from './schema';
import { findTradeIds, searchTradeIds } from './trade';

/** Compared exactly, ignoring case (resources.md 9). */
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

/**
 * The condition of a filter. Trades and places are few: what a filter means among them is looked up first, so that an
 * index of rate cards alone answers the rest.
 */
export async function rateCardCondition(db: Database, filter: RateCardFilter): Promise<SQL | undefined> {
  const [trades, places, found] = await Promise.all([
    isGiven(filter.tradeCode, filter.laborDesignation) ? findTradeIds(db, filter) : null,
    isGiven(filter.country, filter.region, filter.province) ? findPlaceIds(db, filter) : null,
    filter.search === null ? undefined : searched(db, filter.search),
  ]);
  return and(
    whenGiven(trades, ofTrades),
    whenGiven(places, atPlaces),
    found,
    whenGiven(filter.year, (year) => eq(rateCard.year, year)),
    whenGiven(filter.quarter, (quarter) => eq(rateCard.quarter, quarter)),
    whenGiven(filter.projectType, (text) => eq(rateCard.projectTypeKey, loweredText(text))),
  );
}

const isGiven = (...values: (string | null)[]) => values.some((value) => value !== null);

const ofTrades = (ids: string[]) => (ids.length === 0 ? sql`false` : inArray(rateCard.tradeId, ids));
const atPlaces = (ids: number[]) => (ids.length === 0 ? sql`false` : inArray(rateCard.placeId, ids));

async function searched(db: Database, search: string): Promise<SQL | undefined> {
  const [trades, places] = await Promise.all([searchTradeIds(db, search), searchPlaceIds(db, search)]);
  return or(ofTrades(trades), atPlaces(places));
}

import type { TableRow } from '@consulting/imports/table/table';
import { receiveTable, type TableUpload } from '@consulting/imports/table/table-reader';
import { requireForm } from '@consulting/kernel/http/form';
import { brokenUniqueConstraint, retryDeadlocks } from '@consulting/kernel/store/query';
import { inTurns } from '@consulting/kernel/turns';
import type { Ctx } from '../../context';
import { comparable, pairOf } from '../../rates/matching';
import { type PlaceName, requirePlaces } from '../../store/place';
import { rateCardKey } from '../../store/rate-card';
import {
  type Combination,
  insertRateCards,
  lockCombinations,
  updateRateCards,
} from '../../store/rate-card-bulk';
import { holdTrades } from '../../store/trade';
import { emitCards, tradeNotFound } from './rate-card';
import { type Candidate, type ImportResult, type Located, RateCardBook } from './rate-card-book';
import { rateCardFormInput, rateCardInput } from './rate-card-fields';

export const receiveRateCards = receiveTable(new URL('../../worker/rate-card-table.ts', import.meta.url));

/** A CSV file or the first sheet of a workbook; invalid rows are reported, the others stored (rates.md 2.3). @throws VALIDATION_ERROR, FILE_UNREADABLE, FILE_TOO_LARGE, UNSUPPORTED_FILE_TYPE, RATE_LIMITED */
export async function importRateCards(ctx: Ctx, upload: TableUpload): Promise<ImportResult> {
  const { values } = requireForm(upload, rateCardFormInput);
  const candidates: Candidate[] = [];
  await inTurns(upload.rows(), (row) => candidates.push(readCandidate(row)));
  return retryRaces(() => importAll(ctx, candidates, values.updateExisting));
}

function readCandidate({ number, values, faults }: TableRow): Candidate {
  const { record, faults: found } = rateCardInput.tryCreate(values);
  const others = found.filter(({ field }) => !faults.some((known) => known.field === field));
  return { row: number, values, card: record, faults: [...faults, ...others] };
}

function importAll(
  ctx: Ctx,
  candidates: readonly Candidate[],
  updateExisting: boolean,
): Promise<ImportResult> {
  return ctx.db.transaction(async (tx) => {
    const located = await locate({ ...ctx, db: tx }, candidates);
    const stored = await lockCombinations(tx, located.flatMap(combinationOf));
    const book = new RateCardBook(stored, updateExisting);
    await inTurns(located, (one) => enter(book, one));
    await insertRateCards(tx, book.created(ctx.caller.name));
    await updateRateCards(tx, book.updated(ctx.caller.name));
    await emitCards(
      tx,
      located.filter(({ tradeId }) => tradeId !== undefined).map(({ card }) => card),
    );
    return book.result;
  });
}

type MaybeLocated = Candidate & Partial<Located>;

function combinationOf({ tradeId, placeId, card }: MaybeLocated): Combination[] {
  if (tradeId === undefined || placeId === undefined) return [];
  const { year, quarter, projectType } = card;
  return [{ tradeId, placeId, year, quarter, projectType }];
}

function enter(book: RateCardBook, { tradeId, placeId, ...candidate }: MaybeLocated): void {
  const { row, card, faults } = candidate;
  if (faults.length > 0) book.refuse(row, faults);
  else if (tradeId === undefined || placeId === undefined) book.refuse(row, [tradeNotFound(card)]);
  else book.take({ ...candidate, tradeId, placeId });
}

async function locate(ctx: Ctx, candidates: readonly Candidate[]): Promise<MaybeLocated[]> {
  const valid = candidates.filter(({ faults }) => faults.length === 0).map(({ card }) => card);
  const pairs = new Map(valid.map((card) => [pairOf(card), card]));
  const held = await holdTrades(
    ctx.db,
    [...pairs.values()].map(({ tradeCode, laborDesignation }) => ({ tradeCode, laborDesignation })),
  );
  const trades = new Map(held.map((trade) => [pairOf(trade), trade.id]));
  const priced = valid.filter((card) => trades.has(pairOf(card)));
  const names = new Map(priced.map((card) => [placeKey(card), card]));
  const ids = await requirePlaces(ctx.db, [...names.values()]);
  const places = new Map([...names.keys()].map((key, index) => [key, ids[index]]));
  return candidates.map((candidate) =>
    candidate.faults.length > 0
      ? candidate
      : {
          ...candidate,
          tradeId: trades.get(pairOf(candidate.card)),
          placeId: places.get(placeKey(candidate.card)),
        },
  );
}

const placeKey = ({ country, region, province }: PlaceName) =>
  [country, comparable(region), comparable(province)].join('\n');

const attemptsMax = 5;

/** Runs again when a card of the file was written by someone else meanwhile: now it exists. */
async function retryRaces<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await retryDeadlocks(run);
    } catch (error) {
      if (brokenUniqueConstraint(error) !== rateCardKey || attempt === attemptsMax) throw error;
    }
  }
}

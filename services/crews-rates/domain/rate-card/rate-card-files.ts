import {
  importList,
  type ListUpload,
  type OpenWriter,
  type WriterParts,
} from '@consulting/imports/list/import-list';
import { exportList, exportQuery } from '@consulting/imports/list/list-export';
import { changesOf, NamedRecords, type ReadRow, readRow, repeats } from '@consulting/imports/list/list-rows';
import type { ListImportResult } from '@consulting/imports/list/row-tally';
import type { TableRow } from '@consulting/imports/table/table';
import { inSlices } from '@consulting/kernel/process';
import { isEmpty, type Values } from '@consulting/kernel/schema';
import { comparable } from '../../rates/matching';
import type { RateCardRow, RateCardValues } from '../../store/rate-card';
import { countCardsIn } from '../../store/rate-card';
import {
  type Combination,
  hasCards,
  insertRateCards,
  lockCombinations,
  readRateCards,
  updateRateCards,
} from '../../store/rate-card-bulk';
import type { Ctx } from '../context';
import { emitCards, newId, type RateCardFields, tradeNotFound } from './rate-card';
import { rateCardInput, rateCardQuery } from './rate-card-fields';
import { rateCardList } from './rate-card-list';
import { type Located, RateCardPlaces } from './rate-card-places';

export const rateCardExportQuery = exportQuery(rateCardQuery);

export function exportRateCards(
  ctx: Ctx,
  { format, ...filter }: Values<(typeof rateCardExportQuery)['fields']>,
  signal: AbortSignal,
): Promise<Response> {
  return exportList(ctx, { list: rateCardList, format, read: readRateCards(filter) }, signal);
}

type Repeats = 'refused' | 'taken';

export const openRateCardWriter: OpenWriter = (parts) => new RateCardWriter(parts, 'refused');

/**
 * The rules come from rates.md 2.3.
 * @throws VALIDATION_ERROR, FILE_UNREADABLE, FILE_TOO_LARGE, UNSUPPORTED_FILE_TYPE, RATE_LIMITED
 */
export const bulkImportRateCards = (ctx: Ctx, upload: ListUpload): Promise<ListImportResult> =>
  importList(ctx, upload, (parts) => new RateCardWriter(parts, 'taken'));

type Read = ReadRow<(typeof rateCardInput)['fields']>;

interface Entry {
  id: string;
  tradeId: string;
  placeId: number;
  stored: RateCardRow | undefined;
  card: RateCardFields;
  isChanged: boolean;
}

const keyOf = ({ tradeId, placeId }: Located, { year, quarter, projectType }: RateCardFields) =>
  `${tradeId} ${placeId} ${year} ${quarter} ${comparable(projectType) ?? ''}`;

class RateCardWriter {
  readonly #places: RateCardPlaces;
  readonly #named = new NamedRecords();
  readonly #filled = new Map<string, boolean>();
  readonly #counts = new Map<string, Located & { cards: number }>();
  readonly #reported = new Map<string, RateCardFields>();

  constructor(
    private readonly parts: WriterParts,
    private readonly repeats: Repeats,
  ) {
    this.#places = new RateCardPlaces(parts.tx);
  }

  async take(rows: readonly TableRow[]): Promise<void> {
    const { tx, by } = this.parts;
    const read = await inSlices(rows, (row) => readRow(rateCardInput, row));
    const located = await this.#places.locate(
      read.map(({ record, faults }) => (faults.length === 0 ? record : null)),
    );
    const entries = await this.#stored(read, located);
    await inSlices(read, (one, at) => this.#enter(one, located[at], entries));
    const changed = [...entries.values()].filter(({ isChanged }) => isChanged);
    const created = changed.filter(({ stored }) => stored === undefined);
    await insertRateCards(
      tx,
      created.map((entry) => ({ ...valuesOf(entry), createdBy: by, updatedBy: by })),
    );
    await updateRateCards(
      tx,
      changed.flatMap((entry) =>
        entry.stored ? [{ ...valuesOf(entry), createdBy: entry.stored.createdBy, updatedBy: by }] : [],
      ),
    );
    for (const entry of created) this.#count(entry);
    for (const { tradeId, card } of changed) this.#reported.set(`${tradeId} ${card.country}`, card);
  }

  async finish(): Promise<void> {
    await countCardsIn(this.parts.tx, [...this.#counts.values()]);
    await emitCards(this.parts.tx, [...this.#reported.values()]);
  }

  async #stored(read: readonly Read[], located: readonly (Located | null)[]): Promise<Map<string, Entry>> {
    const all = read.flatMap(({ record }, at) => {
      const place = located[at];
      const { year, quarter, projectType } = record;
      return place ? [{ ...place, year, quarter, projectType }] : [];
    });
    const combinations = this.repeats === 'taken' ? all : await this.#inFilledQuarters(all);
    const entries = new Map<string, Entry>();
    await inSlices(await lockCombinations(this.parts.tx, combinations), (row) => {
      const { id, tradeId, placeId } = row;
      const card = fieldsOf(row);
      entries.set(keyOf(row, card), { id, tradeId, placeId, stored: row, card, isChanged: false });
    });
    return entries;
  }

  async #inFilledQuarters(combinations: readonly Combination[]): Promise<Combination[]> {
    const nameOf = ({ year, quarter }: Combination) => `${year} ${quarter}`;
    for (const one of combinations) {
      if (this.#filled.has(nameOf(one))) continue;
      this.#filled.set(nameOf(one), await hasCards(this.parts.tx, one));
    }
    return combinations.filter((one) => this.#filled.get(nameOf(one)));
  }

  #enter(read: Read, located: Located | null | undefined, entries: Map<string, Entry>): void {
    const { tally } = this.parts;
    const { row, record, faults } = read;
    if (faults.length > 0) return tally.refuse(row, faults);
    if (!located) return tally.refuse(row, [tradeNotFound(record)]);
    const key = keyOf(located, record);
    const entry = entries.get(key);
    const update = entry && changesOf(rateCardInput, row, entry.card, cardKey);
    if (update && update.faults.length > 0) return tally.refuse(row, update.faults);
    const first = this.#named.enter(key, row);
    if (first !== undefined && this.repeats === 'refused')
      return tally.refuse(row, [repeats('tradeCode', first, row, 'trade, place and period')]);
    if (!entry || !update) {
      const { tradeId, placeId } = located;
      entries.set(key, { id: newId(), tradeId, placeId, stored: undefined, card: record, isChanged: true });
      tally.imported += 1;
      return;
    }
    const isUpdated = this.#update(entry, update.changes);
    if (first !== undefined) this.#warnOfRepeat(entry, row, first, isUpdated);
  }

  #update(entry: Entry, changes: Partial<RateCardFields>): boolean {
    const { tally, order } = this.parts;
    const isUpdated = order.updateExisting && !isEmpty(changes);
    tally[isUpdated ? 'updated' : 'skipped'] += 1;
    if (!isUpdated) return false;
    entry.card = { ...entry.card, ...changes };
    entry.isChanged = true;
    return true;
  }

  #warnOfRepeat({ card }: Entry, row: TableRow, first: number, isUpdated: boolean): void {
    const { tradeCode, laborDesignation } = card;
    const outcome = isUpdated ? 'changed it' : 'was skipped';
    const message = `${tradeCode} ${laborDesignation}: the row repeats the combination of row ${first} and ${outcome}`;
    this.parts.tally.warn(row, 'DUPLICATE', message);
  }

  #count({ tradeId, placeId }: Entry): void {
    const key = `${tradeId} ${placeId}`;
    const cards = (this.#counts.get(key)?.cards ?? 0) + 1;
    this.#counts.set(key, { tradeId, placeId, cards });
  }
}

const cardKey = ['tradeCode', 'laborDesignation'];

function valuesOf({ id, tradeId, placeId, card }: Entry): Omit<RateCardValues, 'createdBy' | 'updatedBy'> & {
  id: string;
} {
  const { tradeCode, laborDesignation, ...values } = card;
  return { ...values, id, tradeId, placeId };
}

const fieldsOf = (row: RateCardRow) =>
  Object.fromEntries(
    Object.keys(rateCardInput.fields).map((key) => [key, row[key as keyof RateCardRow]]),
  ) as RateCardFields;

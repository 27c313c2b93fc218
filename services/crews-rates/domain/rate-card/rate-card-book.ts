import { addRefusedRow, type Fault, faultsListedMax } from '@consulting/kernel/errors';
import { changed, isEmpty } from '@consulting/kernel/fields/changed';
import { comparable } from '../../rates/matching';
import type { RateCardRow, RateCardValues } from '../../store/rate-card';
import { newId, type RateCardFields } from './rate-card';
import { rateCardInput } from './rate-card-fields';

export interface Candidate {
  row: number;
  values: Record<string, unknown>;
  card: RateCardFields;
  faults: readonly Fault[];
}

export interface Located extends Candidate {
  tradeId: string;
  placeId: number;
}

interface RowMessage {
  row: number;
  message: string;
}

/** Imported, updated, skipped and `errorCount` add up to the rows of the file (rates.md 2.3, resources.md 17). */
export interface ImportResult {
  imported: number;
  updated: number;
  skipped: number;
  errors: RowMessage[];
  errorCount: number;
  /** Rows that repeat the combination of an earlier row of the file; the first thousand. */
  warnings: RowMessage[];
}

interface Entry {
  id: string;
  tradeId: string;
  placeId: number;
  stored: RateCardRow | undefined;
  card: RateCardFields;
  firstRow: number | undefined;
  isUpdated: boolean;
}

type Key = Pick<RateCardFields, 'year' | 'quarter' | 'projectType'>;

const keyOf = (tradeId: string, placeId: number, { year, quarter, projectType }: Key) =>
  `${tradeId} ${placeId} ${year} ${quarter} ${comparable(projectType) ?? ''}`;

export class RateCardBook {
  readonly result: ImportResult = {
    imported: 0,
    updated: 0,
    skipped: 0,
    errors: [],
    errorCount: 0,
    warnings: [],
  };
  readonly #entries = new Map<string, Entry>();

  constructor(
    stored: readonly RateCardRow[],
    private readonly updateExisting: boolean,
  ) {
    for (const row of stored) {
      const { id, tradeId, placeId } = row;
      const entry = { id, tradeId, placeId, stored: row, card: fieldsOf(row) };
      this.#entries.set(keyOf(tradeId, placeId, row), { ...entry, firstRow: undefined, isUpdated: false });
    }
  }

  refuse(row: number, faults: readonly Fault[]): void {
    addRefusedRow(this.result, row, faults);
  }

  take(candidate: Located): void {
    const { row, card, tradeId, placeId } = candidate;
    const key = keyOf(tradeId, placeId, card);
    const entry = this.#entries.get(key);
    if (!entry) {
      const added = { id: newId(), tradeId, placeId, card, stored: undefined };
      this.#entries.set(key, { ...added, firstRow: row, isUpdated: false });
      this.result.imported += 1;
    } else if (this.updateExisting) this.#update(entry, candidate);
    else this.#skip(entry, row);
  }

  created(by: string): RateCardValues[] {
    return [...this.#entries.values()]
      .filter(({ stored }) => stored === undefined)
      .map((entry) => ({ ...writable(entry), createdBy: by, updatedBy: by }));
  }

  updated(by: string): RateCardValues[] {
    return [...this.#entries.values()].flatMap((entry) => {
      const { stored, isUpdated } = entry;
      if (!stored || !isUpdated) return [];
      const wanted = writable(entry);
      const isSame = isEmpty(changed<object>(stored, wanted));
      return isSame ? [] : [{ ...wanted, createdBy: stored.createdBy, updatedBy: by }];
    });
  }

  #update(entry: Entry, { row, values }: Located): void {
    const { changes, faults } = rateCardInput.tryUpdate(values, entry.card);
    if (faults.length > 0) {
      this.refuse(row, faults);
      return;
    }
    entry.card = { ...entry.card, ...changes };
    entry.isUpdated = true;
    this.result.updated += 1;
    this.#emitRepeat(entry, row, 'changed it');
  }

  #skip(entry: Entry, row: number): void {
    this.result.skipped += 1;
    this.#emitRepeat(entry, row, 'was skipped');
  }

  #emitRepeat(entry: Entry, row: number, outcome: string): void {
    if (entry.firstRow === undefined) {
      entry.firstRow = row;
      return;
    }
    const { tradeCode, laborDesignation } = entry.card;
    const message = `${tradeCode} ${laborDesignation}: the row repeats the combination of row ${entry.firstRow} and ${outcome}`;
    const { warnings } = this.result;
    if (warnings.length < faultsListedMax) warnings.push({ row, message });
  }
}

function writable({ id, tradeId, placeId, card }: Entry) {
  const { tradeCode, laborDesignation, ...values } = card;
  return { ...values, id, tradeId, placeId };
}

const fieldsOf = (row: RateCardRow) =>
  Object.fromEntries(
    Object.keys(rateCardInput.fields).map((key) => [key, row[key as keyof RateCardRow]]),
  ) as RateCardFields;

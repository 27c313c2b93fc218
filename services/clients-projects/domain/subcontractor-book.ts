import type { RowTally } from '@consulting/imports/list/row-tally';
import type { TableRow } from '@consulting/imports/table/table';
import { changed, isEmpty, loweredText, type Values } from '@consulting/kernel/schema';
import type { WrittenSubcontractor } from '../store/subcontractor-bulk';
import { nextCode } from './next-code';
import { subcontractorCode, subcontractorInput } from './subcontractor-fields';

type Subcontractor = Values<(typeof subcontractorInput)['fields']>;

export interface Candidate {
  row: TableRow;
  values: unknown;
}

interface BookParts {
  updateExisting: boolean;
  currency: string;
  tally: RowTally;
}

interface Entry {
  stored: WrittenSubcontractor | undefined;
  values: Subcontractor;
  isUpdated: boolean;
}

export class SubcontractorBook {
  readonly #entries: Entry[] = [];
  readonly #byCode = new Map<string, Entry>();
  readonly #byName = new Map<string, Entry>();

  constructor(
    stored: readonly WrittenSubcontractor[],
    private readonly parts: BookParts,
  ) {
    for (const row of stored) this.#add({ stored: row, values: row as Subcontractor, isUpdated: false });
  }

  take({ row, values }: Candidate): void {
    const { tally, updateExisting } = this.parts;
    const { faults } = row;
    const { record, faults: faultsOfNew } = subcontractorInput.tryCreate(values);
    const entry = this.#find(record);
    const { changes, faults: found } = entry
      ? subcontractorInput.tryUpdate(withoutEmptyCode(values), entry.values)
      : { changes: {}, faults: faultsOfNew };
    const all = [...faults, ...found.filter(({ field }) => !faults.some((known) => known.field === field))];
    if (all.length > 0) tally.refuse(row, all);
    else if (!entry) this.#create(record);
    else if (updateExisting) this.#update(entry, changes);
    else tally.skipped += 1;
  }

  created(): (Subcontractor & { code: string; currency: string })[] {
    const taken = new Set(this.#byCode.keys());
    return this.#entries
      .filter(({ stored }) => stored === undefined)
      .map(({ values }) => {
        const code = values.code ?? nextCode(taken, subcontractorCode);
        taken.add(loweredText(code));
        return { ...values, code, currency: values.currency ?? this.parts.currency };
      });
  }

  updated(): WrittenSubcontractor[] {
    return this.#entries.flatMap(({ stored, values, isUpdated }) => {
      if (!stored || !isUpdated) return [];
      const { code, currency } = values;
      return [{ ...stored, ...values, code: code ?? stored.code, currency: currency ?? stored.currency }];
    });
  }

  #find({ code, name }: { code: string | null; name: string | null }): Entry | undefined {
    if (code !== null) return this.#byCode.get(loweredText(code));
    return name === null ? undefined : this.#byName.get(loweredText(name));
  }

  #create(values: Subcontractor): void {
    const { tally, currency } = this.parts;
    const complete = { ...values, currency: values.currency ?? currency };
    this.#add({ stored: undefined, values: complete, isUpdated: false });
    tally.imported += 1;
  }

  #update(entry: Entry, changes: Partial<Subcontractor>): void {
    const { tally, currency } = this.parts;
    const wanted = changes.currency === null ? { ...changes, currency } : changes;
    const differing = changed<Partial<Subcontractor>>(entry.values, wanted);
    if (isEmpty(differing)) {
      tally.skipped += 1;
      return;
    }
    entry.values = { ...entry.values, ...differing };
    entry.isUpdated = true;
    this.#index(entry);
    tally.updated += 1;
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#index(entry);
  }

  #index(entry: Entry): void {
    const { code, name } = entry.values;
    if (code !== null) this.#byCode.set(loweredText(code), entry);
    const key = loweredText(name);
    if (!this.#byName.has(key)) this.#byName.set(key, entry);
  }
}

function withoutEmptyCode(values: unknown): unknown {
  const { code, ...others } = values as { code?: unknown };
  const isGiven = code !== undefined && code !== null && !(typeof code === 'string' && code.trim() === '');
  return isGiven ? values : others;
}

import { addRefusedRow, type Fault } from '@consulting/kernel/errors';
import { changed, isEmpty } from '@consulting/kernel/fields/changed';
import type { Values } from '@consulting/kernel/fields/field';
import { loweredText } from '@consulting/kernel/text';
import type { SubcontractorRow } from '../store/subcontractor';
import { nextCode } from './next-code';
import { subcontractorCode, subcontractorInput } from './subcontractor-fields';

type Subcontractor = Values<(typeof subcontractorInput)['fields']>;

export interface Candidate {
  row: number;
  values: unknown;
  faults: readonly Fault[];
}

export interface ImportResult {
  imported: number;
  updated: number;
  skipped: number;
  errors: { row: number; message: string }[];
  errorCount: number;
}

interface Entry {
  stored: SubcontractorRow | undefined;
  values: Subcontractor;
  isUpdated: boolean;
}

export class SubcontractorBook {
  readonly result: ImportResult = { imported: 0, updated: 0, skipped: 0, errors: [], errorCount: 0 };
  readonly #entries: Entry[] = [];
  readonly #byCode = new Map<string, Entry>();
  readonly #byName = new Map<string, Entry>();

  constructor(
    stored: readonly SubcontractorRow[],
    private readonly updateExisting: boolean,
  ) {
    for (const row of stored) this.#add({ stored: row, values: row as Subcontractor, isUpdated: false });
  }

  take({ row, values, faults }: Candidate): void {
    const { record, faults: faultsOfNew } = subcontractorInput.tryCreate(values);
    const entry = this.#find(record);
    const { changes, faults: found } = entry
      ? subcontractorInput.tryUpdate(withoutEmptyCode(values), entry.values)
      : { changes: {}, faults: faultsOfNew };
    const all = [...faults, ...found.filter(({ field }) => !faults.some((known) => known.field === field))];
    if (all.length > 0) addRefusedRow(this.result, row, all);
    else if (!entry) this.#create(record);
    else if (this.updateExisting) this.#update(entry, changes);
    else this.result.skipped += 1;
  }

  /** Defaults of code and currency come after the codes that the rows gave. */
  created(currency: string): (Subcontractor & { code: string; currency: string })[] {
    const taken = new Set(this.#byCode.keys());
    return this.#entries
      .filter(({ stored }) => stored === undefined)
      .map(({ values }) => {
        const code = values.code ?? nextCode(taken, subcontractorCode);
        taken.add(loweredText(code));
        return { ...values, code, currency: values.currency ?? currency };
      });
  }

  updated(currency: string): { id: string; changes: Partial<SubcontractorRow> }[] {
    return this.#entries.flatMap(({ stored, values, isUpdated }) => {
      if (!stored || !isUpdated) return [];
      const wanted = { ...values, code: values.code ?? stored.code, currency: values.currency ?? currency };
      const changes = changed<Partial<SubcontractorRow>>(stored, wanted);
      return isEmpty(changes) ? [] : [{ id: stored.id, changes }];
    });
  }

  #find({ code, name }: { code: string | null; name: string | null }): Entry | undefined {
    if (code !== null) return this.#byCode.get(loweredText(code));
    return name === null ? undefined : this.#byName.get(loweredText(name));
  }

  #create(values: Subcontractor): void {
    this.#add({ stored: undefined, values, isUpdated: false });
    this.result.imported += 1;
  }

  #update(entry: Entry, changes: Partial<Subcontractor>): void {
    entry.values = { ...entry.values, ...changes };
    entry.isUpdated = true;
    this.#index(entry);
    this.result.updated += 1;
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#index(entry);
  }

  /** Of several with one name the oldest is meant. */
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

import { receiveTable, type TableUpload } from '@consulting/imports/table/table-reader';
import { addRefusedRow, type Fault } from '@consulting/kernel/errors';
import { changed, isEmpty } from '@consulting/kernel/fields/changed';
import type { Values } from '@consulting/kernel/fields/field';
import { requireForm } from '@consulting/kernel/http/form';
import { loweredText } from '@consulting/kernel/text';
import type { Ctx } from '../context';
import type { SubcontractorRow } from '../store/subcontractor';
import * as store from '../store/subcontractor';
import { nextCode } from './next-code';
import { requireProject } from './project';
import { lockParent } from './subcontractor';
import {
  subcontractorCode,
  subcontractorFormInput,
  subcontractorInput,
  subcontractorItemsInput,
} from './subcontractor-fields';

export const receiveSubcontractors = receiveTable(
  new URL('../worker/subcontractor-table.ts', import.meta.url),
);

/** An invalid item is an error of its own and the others are stored (resources.md 14). @throws NOT_FOUND, VALIDATION_ERROR */
export async function importSubcontractorItems(
  ctx: Ctx,
  projectId: string,
  body: unknown,
): Promise<ImportResult> {
  const project = await requireProject(ctx, projectId);
  const { items, updateExisting } = subcontractorItemsInput.create(body);
  const candidates = items.map((values, index) => candidate(project.id, values, index + 1));
  return importAll(ctx, project.id, candidates, updateExisting);
}

function candidate(projectId: string, values: unknown, row: number): Candidate {
  const given = (values as { projectId?: unknown } | null)?.projectId;
  const isForeign = given !== undefined && given !== null && String(given).toLowerCase() !== projectId;
  const fault = { field: 'projectId', code: 'REFERENCE' as const, message: 'is another project' };
  return { row, values, faults: isForeign ? [fault] : [] };
}

/** A CSV file or the first sheet of a workbook. @throws NOT_FOUND, VALIDATION_ERROR, FILE_UNREADABLE, FILE_TOO_LARGE, UNSUPPORTED_FILE_TYPE, RATE_LIMITED */
export async function importSubcontractorFile(
  ctx: Ctx,
  projectId: string,
  upload: TableUpload,
): Promise<ImportResult> {
  const project = await requireProject(ctx, projectId);
  const { values } = requireForm(upload, subcontractorFormInput);
  const candidates = upload.rows().map(({ number, ...row }) => ({ row: number, ...row }));
  return importAll(ctx, project.id, candidates, values.updateExisting);
}

function importAll(
  ctx: Ctx,
  projectId: string,
  candidates: readonly Candidate[],
  updateExisting: boolean,
): Promise<ImportResult> {
  return ctx.db.transaction(async (tx) => {
    const { currency } = await lockParent({ ...ctx, db: tx }, projectId);
    const book = new SubcontractorBook(await store.lockSubcontractors(tx, projectId), updateExisting);
    for (const one of candidates) book.take(one);
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const created = book.created(currency).map((values) => ({ ...values, projectId, ...by }));
    await store.insertSubcontractors(tx, created);
    for (const { id, changes } of book.updated(currency)) {
      await store.updateSubcontractor(tx, id, { ...changes, updatedBy: ctx.caller.name });
    }
    return book.result;
  });
}

type Subcontractor = Values<(typeof subcontractorInput)['fields']>;

interface Candidate {
  row: number;
  values: unknown;
  faults: readonly Fault[];
}

interface ImportResult {
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

class SubcontractorBook {
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

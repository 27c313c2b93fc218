import type { OpenWriter, WriterParts } from '@consulting/imports/list/import-list';
import { exportList, exportQuery } from '@consulting/imports/list/list-export';
import type { TableRow } from '@consulting/imports/table/table';
import { inSlices } from '@consulting/kernel/process';
import { changed, type Fault, isEmpty, loweredText, type Values } from '@consulting/kernel/schema';
import * as store from '../../store/crew-bulk';
import type { Ctx } from '../context';
import { crewInput, crewQuery } from './crew-fields';
import { crewList } from './crew-list';
import { CrewReferences } from './crew-references';
import { type MemberRow, readCrewValues, readMember } from './crew-rows';

export const crewExportQuery = exportQuery(crewQuery);

export function exportCrews(
  ctx: Ctx,
  { format, ...filter }: Values<(typeof crewExportQuery)['fields']>,
  signal: AbortSignal,
): Promise<Response> {
  return exportList(ctx, { list: crewList, format, read: store.readCrews(filter) }, signal);
}

export const openCrewWriter: OpenWriter = (parts) => new CrewWriter(parts);

const crewsPerBatch = 500;

interface Draft {
  code: string;
  members: MemberRow[];
}

class CrewWriter {
  readonly #drafts = new Map<string, Draft>();

  constructor(private readonly parts: WriterParts) {}

  async take(rows: readonly TableRow[]): Promise<void> {
    await inSlices(rows, (row) => {
      const { code, faults } = readCode(row);
      if (code === null) return this.parts.tally.refuse(row, faults);
      const key = loweredText(code);
      const draft = this.#drafts.get(key) ?? { code, members: [] };
      draft.members.push(readMember(row));
      this.#drafts.set(key, draft);
    });
  }

  async finish(): Promise<void> {
    const drafts = [...this.#drafts.values()];
    for (let at = 0; at < drafts.length; at += crewsPerBatch)
      await this.#store(drafts.slice(at, at + crewsPerBatch));
  }

  async #store(drafts: readonly Draft[]): Promise<void> {
    const { tx, bus } = this.parts;
    const rows = drafts.flatMap(({ members }) => members);
    const references = await CrewReferences.lock({ db: tx, bus }, rows);
    const stored = await store.lockWholeCrews(
      tx,
      drafts.map(({ code }) => code),
    );
    const created: store.WholeCrew[] = [];
    const updated: store.WholeCrew[] = [];
    await inSlices(drafts, ({ code, members }) => {
      const current = stored.get(loweredText(code));
      const values = readCrewValues(members);
      references.check(members, current);
      if (current) updated.push(...this.#change(current, values, members, references));
      else created.push(...this.#create(values, members, references));
    });
    await store.insertWholeCrews(tx, created);
    await store.updateWholeCrews(tx, updated);
  }

  #create(values: RowValues, members: readonly MemberRow[], references: CrewReferences): store.WholeCrew[] {
    const { tally, by } = this.parts;
    const { record, faults } = crewInput.tryCreate(values);
    if (!this.#isValid(members, faults)) return [];
    tally.imported += members.length;
    const { labourMembers, equipmentMembers, ...crew } = record;
    return [
      {
        crew: { ...crew, id: Bun.randomUUIDv7(), createdBy: by, updatedBy: by },
        ...{ labourMembers: [], equipmentMembers: [] },
        ...references.membersOf(members),
      },
    ];
  }

  #change(
    current: store.WholeCrew,
    { crewCode, ...values }: RowValues,
    members: readonly MemberRow[],
    references: CrewReferences,
  ): store.WholeCrew[] {
    const { tally, order, by } = this.parts;
    const { changes, faults } = changesOf(current, values);
    if (!this.#isValid(members, faults)) return [];
    const changedMembers = changed<Partial<store.WholeCrew>>(current, references.membersOf(members));
    const isSame = isEmpty(changes) && isEmpty(changedMembers);
    tally[isSame || !order.updateExisting ? 'skipped' : 'updated'] += members.length;
    if (isSame || !order.updateExisting) return [];
    return [{ ...current, ...changedMembers, crew: { ...current.crew, ...changes, updatedBy: by } }];
  }

  #isValid(members: readonly MemberRow[], faults: readonly Fault[]): boolean {
    const [first] = members;
    const known = new Set(first?.faults.map(({ field }) => field));
    first?.faults.push(...faults.filter(({ field }) => !known.has(field)));
    const isValid = members.every((member) => member.faults.length === 0);
    if (!isValid) this.#refuse(members);
    return isValid;
  }

  /** A crew is stored whole or not at all, so that its rows can be corrected and sent again. */
  #refuse(members: readonly MemberRow[]): void {
    const faulty = members.find(({ faults }) => faults.length > 0);
    const because: Fault = {
      field: 'crewCode',
      code: 'REFERENCE',
      message: `the crew is not stored because of row ${faulty?.row.number}`,
    };
    for (const { row, faults } of members)
      this.parts.tally.refuse(row, faults.length > 0 ? faults : [because]);
  }
}

type RowValues = TableRow['values'];

function readCode({ values, faults: ofCells }: TableRow): { code: string | null; faults: Fault[] } {
  const { record, faults } = crewInput.tryCreate({ crewCode: values.crewCode ?? null, crewName: '-' });
  const all = [...ofCells, ...faults];
  return { code: faults.length > 0 ? null : record.code, faults: all };
}

function changesOf({ crew }: store.WholeCrew, values: RowValues) {
  if (isEmpty(values)) return { changes: {}, faults: [] };
  const members = { labourMembers: [], equipmentMembers: [] };
  const update = crewInput.tryUpdate(values, { ...crew, ...members });
  return { changes: changed<Partial<CrewFields>>(crew, update.changes), faults: update.faults };
}

type CrewFields = Values<(typeof crewInput)['fields']>;

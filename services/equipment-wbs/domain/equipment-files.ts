import type { OpenWriter, WriterParts } from '@consulting/imports/list/import-list';
import { exportList, exportQuery } from '@consulting/imports/list/list-export';
import { changesOf, hasKey, type ReadRow, readRow } from '@consulting/imports/list/list-rows';
import type { TableRow } from '@consulting/imports/table/table';
import { equipmentPricesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import { emitAll } from '@consulting/kernel/postgres';
import { inSlices } from '@consulting/kernel/process';
import { type Fault, isEmpty, loweredText, type Values } from '@consulting/kernel/schema';
import * as store from '../store/equipment-bulk';
import type { Ctx } from './context';
import { reservedFaults } from './equipment';
import { type EquipmentFields, equipmentInput, equipmentQuery } from './equipment-fields';
import { equipmentList } from './equipment-list';
import { MissingRates } from './missing-rates';
import { OperatorBook } from './operator-book';

export const equipmentExportQuery = exportQuery(equipmentQuery);

export function exportEquipment(
  ctx: Ctx,
  { format, ...filter }: Values<(typeof equipmentExportQuery)['fields']>,
  signal: AbortSignal,
): Promise<Response> {
  const read = store.readEquipment(filter);
  return exportList(ctx, { list: equipmentList, format, read }, signal);
}

export const openEquipmentWriter: OpenWriter = (parts) => new EquipmentWriter(parts);

const key = ['equipmentCode'];

type Read = ReadRow<(typeof equipmentInput)['fields']>;

interface Draft {
  row: TableRow;
  current: store.WrittenEquipment | null;
  machine: EquipmentFields;
  isChanged: boolean;
  faults: Fault[];
}

class EquipmentWriter {
  readonly #places = new Map<string, string>();
  readonly #operators = new OperatorBook();
  readonly #missingRates: MissingRates;

  constructor(private readonly parts: WriterParts) {
    this.#missingRates = new MissingRates(parts.columns, parts.tally);
  }

  async take(rows: readonly TableRow[]): Promise<void> {
    const { tx } = this.parts;
    const read = await inSlices(rows, (row) => readRow(equipmentInput, row));
    const codes = read.flatMap((one) => (hasKey(one, key) ? [one.record.equipmentCode] : []));
    const stored = await store.lockEquipmentWithCodes(tx, codes);
    const current = new Map(stored.map((machine) => [loweredText(machine.equipmentCode), machine]));
    const drafts = await inSlices(read, (one) => this.#draft(one, current));
    const operated = drafts.filter(hasOtherOperator);
    await this.#operators.learn(
      this.parts,
      operated.map(({ machine }) => machine),
    );
    for (const draft of operated) this.#checkOperator(draft);
    await this.#store(drafts);
  }

  async finish(): Promise<void> {
    this.#missingRates.report();
  }

  #draft(read: Read, stored: ReadonlyMap<string, store.WrittenEquipment>): Draft {
    const { row, record } = read;
    if (!hasKey(read, key))
      return { row, current: null, machine: record, isChanged: false, faults: read.faults };
    const current = stored.get(loweredText(record.equipmentCode));
    const repeated = this.#repeated(record.equipmentCode, row);
    if (!current) {
      const faults = [...read.faults, ...reservedFaults(record), ...repeated];
      return { row, current: null, machine: record, isChanged: true, faults };
    }
    const { changes, faults } = changesOf(equipmentInput, row, current as EquipmentFields, key);
    const machine = { ...(current as EquipmentFields), ...changes };
    return { row, current, machine, isChanged: !isEmpty(changes), faults: [...faults, ...repeated] };
  }

  #repeated(code: string, { sheet, number }: TableRow): Fault[] {
    const first = this.#places.get(loweredText(code));
    if (first === undefined) this.#places.set(loweredText(code), `row ${number} of sheet ${sheet}`);
    if (first === undefined) return [];
    return [{ field: 'equipmentCode', code: 'DUPLICATE', message: `is also the code of ${first}` }];
  }

  #checkOperator({ machine, faults }: Draft): void {
    if (faults.some(({ field }) => field.startsWith('operator'))) return;
    const fault = this.#operators.faultOf(machine);
    if (fault) faults.push(fault);
  }

  async #store(drafts: readonly Draft[]): Promise<void> {
    const { tx, tally, order, by } = this.parts;
    const created: store.WrittenEquipment[] = [];
    const updated: store.WrittenEquipment[] = [];
    const now = new Date().toISOString();
    for (const draft of drafts) {
      const { row, current, machine, isChanged, faults } = draft;
      if (faults.length > 0) {
        tally.refuse(row, faults);
        continue;
      }
      const isWritten = isChanged && (!current || order.updateExisting);
      this.#missingRates.see(row, isWritten || !current ? machine : (current as EquipmentFields));
      if (!isWritten) tally.skipped += 1;
      else if (current) {
        const operatorSince = hasOtherOperator(draft) ? now : current.operatorSince;
        updated.push({ ...current, ...machine, updatedBy: by, operatorSince });
      } else {
        const made = { id: Bun.randomUUIDv7(), createdBy: by, updatedBy: by, operatorSince: now };
        created.push({ ...machine, ...made });
      }
    }
    tally.imported += created.length;
    tally.updated += updated.length;
    await store.insertManyEquipment(tx, created);
    await store.updateManyEquipment(tx, updated);
    const reported = updated.map(({ equipmentCode }) => ({ equipmentCode, projectId: null }));
    if (reported.length > 0) await emitAll(tx, equipmentPricesChanged, reported);
  }
}

const hasOtherOperator = ({ current, machine }: Draft): boolean =>
  machine.operatorTradeCode !== (current?.operatorTradeCode ?? null) ||
  machine.operatorLaborDesignation !== (current?.operatorLaborDesignation ?? null);

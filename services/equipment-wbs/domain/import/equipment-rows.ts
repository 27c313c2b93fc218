import type { RowFault } from '@consulting/imports/run/failed-rows';
import type { ImportRun } from '@consulting/imports/run/import-run';
import { storable } from '@consulting/imports/store/copy-text';
import { readTableRow } from '@consulting/imports/table/table';
import type { ImportResult } from '@consulting/imports/task-model';
import type { Fault } from '@consulting/kernel/errors';
import { changed, isEmpty } from '@consulting/kernel/fields/changed';
import { columnLetters, type Row } from '@consulting/spreadsheet/cell';
import type { EquipmentValues } from '../../store/equipment';
import type { EquipmentMatching, ImportedEquipment, Match } from '../../store/equipment-matching';
import type { TaskParameters } from '../../store/schema';
import { type EquipmentFields, equipmentInput } from '../equipment-fields';
import type { EquipmentSheet } from './equipment-sheet';
import type { OperatorBook } from './operator-book';

interface ReadRow {
  values: Record<string, unknown>;
  faults: Fault[];
}

export class EquipmentRows {
  readonly result: ImportResult = { imported: 0, updated: 0, skipped: 0, failed: 0, deleted: 0 };
  readonly #by: string;
  #position = 0;
  #created: (EquipmentValues & { id: string })[] = [];
  #updated: ImportedEquipment[] = [];

  constructor(
    private readonly run: ImportRun<TaskParameters>,
    private readonly matching: EquipmentMatching,
    private readonly operators: OperatorBook,
  ) {
    this.#by = storable(run.task.createdBy);
  }

  async store(sheet: EquipmentSheet, rows: readonly Row[]): Promise<void> {
    const matches = await this.matching.read(this.#position, rows.length);
    for (const row of rows) {
      this.#take(sheet, row, matches.get(this.#position));
      this.#position += 1;
    }
    await this.matching.insert(this.#created);
    await this.matching.update(this.#updated);
    this.result.imported += this.#created.length;
    this.result.updated += this.#updated.length;
    this.#created = [];
    this.#updated = [];
    await this.run.report.failed.storeIn(this.run.transaction);
  }

  #take(sheet: EquipmentSheet, row: Row, match: Match | undefined): void {
    const read = readTableRow(row, sheet.columns, equipmentInput.fields);
    if (match?.otherPlace) read.faults.push(repeated(match.otherPlace));
    const faults = match?.present ? this.#change(read, match.present) : this.#create(read);
    if (faults.length === 0) return;
    this.result.failed += 1;
    this.run.report.failed.add(
      sheet.reported,
      row,
      faults.map((fault) => asRowFault(fault, sheet, row)),
    );
  }

  #create({ values, faults: found }: ReadRow): Fault[] {
    const { record, faults } = equipmentInput.tryCreate(values);
    const all = this.#withOperator(joined(found, faults), record);
    if (all.length > 0) return all;
    const by = { createdBy: this.#by, updatedBy: this.#by };
    this.#created.push({ ...record, id: Bun.randomUUIDv7(), ...by });
    return [];
  }

  #change({ values, faults: found }: ReadRow, present: ImportedEquipment): Fault[] {
    const { equipmentCode, ...given } = values;
    const { changes, faults } = isEmpty(given)
      ? { changes: {}, faults: [] }
      : equipmentInput.tryUpdate(given, present as EquipmentFields);
    const different: Partial<EquipmentFields> = changed<object>(present, changes);
    const record = { ...present, ...different };
    const isOtherOperator = 'operatorTradeCode' in different || 'operatorLaborDesignation' in different;
    const all = joined(found, faults);
    const complete = isOtherOperator ? this.#withOperator(all, record) : all;
    if (complete.length > 0) return complete;
    if (isEmpty(different) || !this.run.task.parameters.updateExisting) this.result.skipped += 1;
    else this.#updated.push({ ...record, updatedBy: this.#by });
    return [];
  }

  #withOperator(faults: Fault[], record: Parameters<OperatorBook['faultOf']>[0]): Fault[] {
    if (faults.some(({ field }) => field.startsWith('operator'))) return faults;
    const fault = this.operators.faultOf(record);
    return fault ? [...faults, fault] : faults;
  }
}

const repeated = (otherPlace: string): Fault => ({
  field: 'equipmentCode',
  code: 'DUPLICATE',
  message: `is also the code of ${otherPlace}`,
});

const joined = (ofCells: readonly Fault[], others: readonly Fault[]): Fault[] => [
  ...ofCells,
  ...others.filter(({ field }) => !ofCells.some((known) => known.field === field)),
];

/** A cell beyond the last header names its column instead of a field. */
function asRowFault({ field, code, message }: Fault, { columns }: EquipmentSheet, { cells }: Row): RowFault {
  if (code === 'RAGGED_ROW') return { column: field, field: null, value: null, code, message };
  const index = columns.fields.get(field);
  if (index === undefined) return { column: null, field, value: null, code, message };
  return { column: columnLetters(index), field, value: cells[index] ?? null, code, message };
}

import type { RowFault } from '@consulting/imports/run/failed-rows';
import type { FaultCode } from '@consulting/kernel/errors';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/cell';
import { textOf } from '@consulting/spreadsheet/cell-text';
import type { Discipline } from '../../../fields/discipline';
import type { Field } from '../../../fields/field';
import type { ImportParameters } from '../../../fields/import-parameters';
import type { Cell, Line } from '../../../fields/line';
import { fieldsOf, findField, positionOf } from '../../../fields/registry';
import { type GivenValues, givenBy } from '../../line/completion';
import { CellReader, type ColumnReading } from '../cell/cell-reader';
import { idKey } from '../reading-parameters';
import type { ColumnEvidence, DisciplineColumns, FieldColumn } from '../sheet/columns';

interface Target {
  index: number;
  letters: string;
  position: number;
  reader: CellReader;
}

const noPosition = -1;

export class LineReader {
  readonly line: Line;
  id: string | null = null;
  totalCost: Cell | undefined;
  readonly faults: RowFault[] = [];
  readonly givenToNew: GivenValues;
  readonly givenToPresent: GivenValues;
  readonly columnPositions: readonly number[];
  readonly #targets: Target[];
  readonly #defaults: [position: number, value: Cell][];
  readonly #idColumn: number;
  readonly #itemColumn: Target | null;
  readonly #defaultTotal: Cell | undefined;
  readonly #letters: ReadonlyMap<string, string>;

  constructor(
    readonly discipline: Discipline,
    columns: DisciplineColumns,
    evidence: ColumnEvidence,
    parameters: ImportParameters,
  ) {
    this.line = Array(fieldsOf(discipline).length).fill(null);
    this.#targets = columns.fields.map((one) => targetOf(discipline, one, evidence, parameters));
    this.columnPositions = this.#targets.flatMap(({ position }) =>
      position === noPosition ? [] : [position],
    );
    const own = new Set(columns.fields.map(({ field }) => field.key));
    const defaults = Object.entries(parameters.defaults).filter(
      ([key]) => !own.has(key) && findField(discipline, key) !== undefined,
    );
    this.#defaults = defaults
      .filter(([key]) => key !== 'totalCost')
      .map(([key, value]) => [positionOf(discipline, key), value]);
    this.#defaultTotal = own.has('totalCost')
      ? undefined
      : defaults.find(([key]) => key === 'totalCost')?.[1];
    this.#idColumn = (parameters.mode === 'upsert' ? columns.idColumn?.index : undefined) ?? noPosition;
    this.#itemColumn = this.#targets.find(({ reader }) => reader.field.key === 'itemNumber') ?? null;
    this.#letters = new Map(columns.fields.map(({ field, column }) => [field.key, column.letters]));
    this.givenToNew = {
      crew: true,
      labourRate: true,
      labourRateSource: true,
      wbsCode: true,
      totalCostOverride: own.has('totalCostOverride') || parameters.defaults.totalCostOverride !== undefined,
    };
    this.givenToPresent = givenBy(own);
  }

  get positions(): number[] {
    return [...this.columnPositions, ...this.#defaults.map(([position]) => position)];
  }

  columnOf(key: string): string | null {
    if (key === idKey && this.#idColumn !== noPosition) return columnLetters(this.#idColumn);
    return this.#letters.get(key) ?? null;
  }

  /** Reads a row into `line`, without defaults; false when a cell is wrong, with the reasons in `faults`. */
  read({ cells, beyond }: Row): boolean {
    const { line, faults } = this;
    line.fill(null);
    faults.length = 0;
    this.totalCost = undefined;
    for (const target of this.#targets) {
      const cell = cells[target.index] ?? null;
      if (cell === null && target.position !== noPosition) continue;
      const value = target.reader.read(cell);
      if (value === undefined) this.#refuse(target, cell);
      else if (target.position === noPosition) this.totalCost = value;
      else line[target.position] = value;
    }
    this.id = this.#idColumn === noPosition ? null : this.#readId(cells[this.#idColumn] ?? null);
    if (beyond) this.#refuseRagged(beyond);
    return faults.length === 0;
  }

  readKey(cells: readonly CellValue[]): { id: string | null; itemNumber: number | null } {
    const text = this.#idColumn === noPosition ? '' : textOf(cells[this.#idColumn] ?? null);
    if (text !== '') return { id: isUuid(text) ? text.toLowerCase() : null, itemNumber: null };
    const item = this.#itemColumn?.reader.read(cells[this.#itemColumn.index] ?? null);
    return { id: null, itemNumber: typeof item === 'number' ? item : null };
  }

  applyDefaults(): void {
    for (const [position, value] of this.#defaults) this.line[position] = value;
    if (this.#defaultTotal !== undefined) this.totalCost = this.#defaultTotal;
  }

  refuse(field: string, code: FaultCode, message: string, value: Cell = null): void {
    this.faults.push({ column: this.columnOf(field), field, value, code, message });
  }

  #refuse({ letters, reader }: Target, value: CellValue): void {
    if (reader.fault === null) return;
    this.faults.push({ column: letters, field: reader.field.key, value, ...reader.fault });
  }

  #readId(cell: CellValue): string | null {
    const text = textOf(cell);
    if (text === '') return null;
    if (isUuid(text)) return text.toLowerCase();
    this.refuse(idKey, 'REFERENCE', 'is not a line of this service', text);
    return null;
  }

  #refuseRagged({ column: index, value }: NonNullable<Row['beyond']>): void {
    const column = columnLetters(index);
    const message = 'the row has more cells than the header row has headers';
    this.faults.push({ column, field: null, value, code: 'RAGGED_ROW', message });
  }
}

function targetOf(
  discipline: Discipline,
  { column, field, isUs }: FieldColumn,
  evidence: ColumnEvidence,
  { decimalSeparator }: ImportParameters,
): Target {
  const reading: ColumnReading = {
    separator: evidence.separatorOf(column.index) ?? decimalSeparator,
    dateOrder: evidence.dateOrderOf(column.index),
    isInches: unitOf(field, isUs) === 'in',
    isPercent: field.unit === '%',
    isUs,
  };
  return {
    index: column.index,
    letters: column.letters,
    position: field.key === 'totalCost' ? noPosition : positionOf(discipline, field.key),
    reader: new CellReader(field, reading),
  };
}

const unitOf = ({ unit, unitUs }: Field, isUs: boolean) => (isUs ? unitUs : unit);

import type { RowFault } from '@consulting/imports/run/failed-rows';
import { type FaultCode, isUuid } from '@consulting/kernel/schema';
import {
  type Cell,
  CellReader,
  type Discipline,
  fieldsOf,
  findField,
  type GivenValues,
  givenBy,
  type Line,
  positionOf,
} from '@consulting/mto-engine';
import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import { idKey } from '../parameters/reading-parameters';
import type { ColumnContext, ColumnEvidence, DisciplineColumns } from '../sheet/columns';
import { isBlank } from '../sheet/row-kind';
import { type ColumnTarget, columnTarget, noPosition } from './column-target';
import { LineDefaults } from './line-defaults';
import type { DerivedCell } from './pipe-size-cells';
import { TextCells } from './text-cells';
import { UnitNormaliser } from './unit-normaliser';

export interface ColumnConversions {
  column: string;
  field: string;
  normalised: number;
  money: { currency: string; rate: string; rows: number } | null;
}

export class LineReader {
  readonly line: Line;
  id: string | null = null;
  totalCost: Cell | undefined;
  readonly faults: RowFault[] = [];
  readonly givenToNew: GivenValues;
  readonly givenToCurrent: GivenValues;
  readonly columnPositions: readonly number[];
  readonly targets: readonly ColumnTarget[];
  readonly #defaults: LineDefaults;
  readonly #texts: TextCells;
  readonly #units: UnitNormaliser | null;
  #cells: readonly CellValue[] = [];
  readonly #idColumn: number;
  readonly #itemColumn: ColumnTarget | null;
  readonly #letters: ReadonlyMap<string, string>;
  readonly #heading: { position: number; reader: CellReader } | null;

  constructor(
    readonly discipline: Discipline,
    columns: DisciplineColumns,
    evidence: ColumnEvidence,
    { parameters, unitSystem }: ColumnContext,
    emptyColumns: ReadonlySet<number> = new Set(),
  ) {
    this.line = Array(fieldsOf(discipline).length).fill(null);
    this.targets = columns.fields.map((one) => columnTarget(discipline, one, evidence, parameters));
    const own = new Set(columns.fields.map(({ field }) => field.key));
    // A column without any value is as good as absent where a default stands for its field: no line that is there is cleared.
    const replaced = new Set(
      columns.fields
        .filter(({ column, field }) => emptyColumns.has(column.index) && field.key in parameters.defaults)
        .map(({ field }) => field.key),
    );
    const decided = parameters.fillBlanks ? own : own.difference(replaced);
    this.columnPositions = this.targets.flatMap(({ position, reader }) =>
      position === noPosition || !decided.has(reader.field.key) ? [] : [position],
    );
    this.#defaults = new LineDefaults(discipline, parameters, decided);
    this.#texts = new TextCells(this, this.targets);
    this.#units = parameters.normaliseUnits ? new UnitNormaliser(discipline, unitSystem) : null;
    this.#idColumn = (parameters.mode === 'upsert' ? columns.idColumn?.index : undefined) ?? noPosition;
    this.#itemColumn = this.targets.find(({ reader }) => reader.field.key === 'itemNumber') ?? null;
    this.#heading = headingTarget(discipline, parameters.headings);
    this.#letters = new Map(columns.fields.map(({ field, column }) => [field.key, column.letters]));
    this.givenToNew = {
      crew: true,
      labourRate: true,
      labourRateSource: true,
      wbsCode: true,
      totalCostOverride: own.has('totalCostOverride') || parameters.defaults.totalCostOverride !== undefined,
    };
    this.givenToCurrent = givenBy(own);
  }

  get positions(): number[] {
    const heading = this.#heading === null ? [] : [this.#heading.position];
    return [...this.columnPositions, ...this.#defaults.positions, ...this.#texts.positions, ...heading];
  }

  columnOf(key: string): string | null {
    if (key === idKey && this.#idColumn !== noPosition) return columnLetters(this.#idColumn);
    return this.#letters.get(key) ?? null;
  }

  read({ cells, beyond }: Row): boolean {
    const { line, faults } = this;
    line.fill(null);
    faults.length = 0;
    this.totalCost = undefined;
    this.#cells = cells;
    this.#texts.clear();
    for (const target of this.targets) {
      const cell = cells[target.index] ?? null;
      if (cell === null && target.position !== noPosition) continue;
      const value = target.reader.read(cell);
      if (value === undefined) this.#refuse(target, cell);
      else if (target.position === noPosition) this.totalCost = value;
      else line[target.position] = value;
    }
    this.#texts.read();
    this.#defaults.fillBlanks(this);
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

  readText(key: string, cells: readonly CellValue[]): string | null {
    const target = this.targets.find(({ reader }) => reader.field.key === key);
    const value = target?.reader.read(cells[target.index] ?? null);
    return typeof value === 'string' ? value : null;
  }

  applyDefaults(): void {
    this.#defaults.fillAbsent(this);
    this.normalise();
  }

  normalise(): void {
    if (this.faults.length === 0) this.#units?.normalise(this.line);
  }

  get storedUnit(): string | null {
    return this.#units?.stored ?? null;
  }

  get wordForQuantity(): string | null {
    return this.#texts.wordForQuantity;
  }

  get derived(): readonly DerivedCell[] {
    return this.#texts.derived;
  }

  carryFigures(line: Line, currentUnit: Cell): readonly number[] {
    return this.#units?.carry(line, currentUnit, this.columnPositions) ?? [];
  }

  /** It must be called right after the row was read. The number is in the unit and currency of the file. */
  amountOf({ index, position, reader }: ColumnTarget): number | null {
    if ((this.#cells[index] ?? null) === null) return null;
    const value = position === noPosition ? this.totalCost : this.line[position];
    if (typeof value !== 'number' || isBlank(this.#cells[index])) return null;
    return reader.convert === null ? value : reader.inFile;
  }

  giveHeading(text: string): void {
    const heading = this.#heading;
    if (heading === null || text === '' || (this.line[heading.position] ?? null) !== null) return;
    const value = heading.reader.read(text);
    const { key } = heading.reader.field;
    if (value === undefined && heading.reader.fault)
      this.refuse(key, heading.reader.fault.code, heading.reader.fault.message, text);
    else this.#texts.give({ position: heading.position, value: value ?? null, from: null });
  }

  get conversions(): ColumnConversions[] {
    return this.targets.map(({ letters, position, reader, currency }) => {
      const { rate } = reader.reading;
      const money = rate === null || currency === null ? null : { currency, rate, rows: reader.converted };
      const normalised = this.#units?.counts.get(position) ?? 0;
      return { column: letters, field: reader.field.key, normalised, money };
    });
  }

  refuse(field: string, code: FaultCode, message: string, value: Cell = null): void {
    this.faults.push({ column: this.columnOf(field), field, value, code, message });
  }

  #refuse(target: ColumnTarget, value: CellValue): void {
    const { letters, reader } = target;
    if (reader.fault === null || this.#texts.takes(target, value)) return;
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

const asText = {
  separator: null,
  isInches: false,
  isPercent: false,
  dateOrder: null,
  isUs: false,
  rate: null,
};

function headingTarget(discipline: Discipline, key: string) {
  const field = findField(discipline, key);
  return field === undefined
    ? null
    : { position: positionOf(discipline, key), reader: new CellReader(field, asText) };
}

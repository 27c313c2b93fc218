import { faultsListedMax } from '@consulting/kernel/schema';
import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import { quotable, textOf } from '@consulting/spreadsheet/table/cell-text';
import type { SheetInfo, TableFile } from '@consulting/spreadsheet/table/table-file';
import { mappingNames } from '../mapping';
import {
  type CellRules,
  type Columns,
  isBlank,
  isBlankRow,
  type ReportedColumn,
  readTableRow,
  type TableOptions,
  type TableRow,
  type TableShape,
  type TableWarning,
} from './table';
import type { TableColumn } from './table-columns';
import { type DecimalSeparator, separatorProvedBy } from './table-text';

const samplesMax = 3;
const sampledMax = 1000;

class ColumnSurvey {
  filled = 0;
  readonly samples: string[] = [];
  readonly #proved = new Set<DecimalSeparator>();

  constructor(
    readonly column: TableColumn,
    private readonly isNumber: boolean,
  ) {}

  see(cell: CellValue): void {
    if (isBlank(cell)) return;
    this.filled += 1;
    if (this.samples.length < samplesMax && this.filled <= sampledMax)
      this.#addSample(quotable(textOf(cell)));
    if (!this.isNumber || typeof cell !== 'string') return;
    const separator = separatorProvedBy(cell);
    if (separator !== null) this.#proved.add(separator);
  }

  get separator(): DecimalSeparator | null {
    const [first] = this.#proved;
    return this.#proved.size === 1 ? (first ?? null) : null;
  }

  #addSample(text: string): void {
    if (!this.samples.includes(text)) this.samples.push(text);
  }
}

interface FoundTable {
  header: Row;
  columns: readonly TableColumn[];
  shape: TableShape;
  options: TableOptions;
}

export class SheetTable {
  rowCount = 0;
  readonly headers: (string | null)[];
  readonly #columns: Columns;
  readonly #surveys: readonly ColumnSurvey[];

  constructor(
    private readonly file: TableFile,
    private readonly sheet: SheetInfo,
    private readonly found: FoundTable,
  ) {
    const { header, columns, shape } = found;
    this.headers = header.cells.map((cell) => (isBlank(cell) ? null : textOf(cell)));
    const taken = columns.flatMap(({ field, index }): [string, number][] =>
      field === null ? [] : [[field, index]],
    );
    this.#columns = { width: header.cells.length, fields: new Map(taken) };
    this.#surveys = columns.map((column) => {
      const type = column.field === null ? undefined : shape.fields[column.field]?.kind.schema.type;
      return new ColumnSurvey(column, type === 'number' || type === 'integer');
    });
  }

  get name(): string {
    return this.sheet.name;
  }

  get headerRow(): number {
    return this.found.header.number;
  }

  get mappedNames(): string[] {
    return this.found.columns.flatMap((column) => mappingNames(this.name, column));
  }

  get fields(): ReadonlyMap<string, number> {
    return this.#columns.fields;
  }

  async *survey(warnings: TableWarning[]): AsyncGenerator<number> {
    for await (const batch of this.file.rows(this.sheet, this.#columns.width)) {
      const rows = batch.filter((row) => this.#isData(row, warnings));
      for (const { cells } of rows)
        for (const survey of this.#surveys) survey.see(cells[survey.column.index] ?? null);
      this.rowCount += rows.length;
      yield rows.length;
    }
  }

  async *rows(): AsyncGenerator<TableRow[]> {
    const { shape, options } = this.found;
    const rules = this.#rules(options);
    for await (const batch of this.file.rows(this.sheet, this.#columns.width)) {
      const data = batch.filter((row) => this.#isData(row));
      if (data.length === 0) continue;
      yield data.map((row) => ({
        sheet: this.name,
        number: row.number,
        ...readTableRow(row, this.#columns, shape.fields, rules),
        cells: row,
      }));
    }
  }

  reportColumns(warnings: TableWarning[]): void {
    const { header } = this.found;
    for (const { column } of this.#surveys) {
      if (column.how !== 'none') continue;
      const value = quotable(column.header);
      const leftOut = `The column ${column.letters} "${value}" is left out`;
      const at = { sheet: this.name, row: header.number, column: column.letters, value };
      warnings.push(
        column.isSpare
          ? { ...at, code: 'COLUMN_LEFT_OUT', message: `${leftOut}: another column has its field.` }
          : { ...at, code: 'UNKNOWN_FIELD', message: `${leftOut}: no field has this header.` },
      );
    }
  }

  report(): ReportedColumn[] {
    return this.#surveys.map(({ column, samples, filled }) => ({
      sheet: this.name,
      column: column.letters,
      header: column.header,
      field: column.field,
      how: column.how,
      unit: column.unit,
      samples,
      filled,
      invalid: 0,
      proposals: [],
    }));
  }

  #rules({ defaults, decimalSeparator }: TableOptions): CellRules {
    const separators = this.#surveys.flatMap((survey): [string, DecimalSeparator][] => {
      const separator = survey.separator ?? decimalSeparator;
      return survey.column.field === null || separator === null ? [] : [[survey.column.field, separator]];
    });
    const given = Object.entries(defaults).filter(([key]) => !this.#columns.fields.has(key));
    return {
      separators: new Map(separators),
      defaults: Object.fromEntries(given),
    };
  }

  #isData(row: Row, warnings?: TableWarning[]): boolean {
    const { header } = this.found;
    if (row.number <= header.number || isBlankRow(row) || isRepeated(row, header)) return false;
    if (!isExample(row.cells[0] ?? null)) return true;
    const message = `Row ${row.number} is left out: its first cell says that it is an example.`;
    const at = { sheet: this.name, row: row.number, column: columnLetters(0), value: 'Example' };
    if (warnings && warnings.length < faultsListedMax)
      warnings.push({ ...at, code: 'ROW_LEFT_OUT', message });
    return false;
  }
}

const isExample = (cell: CellValue) => typeof cell === 'string' && cell.trim().toLowerCase() === 'example';

const isRepeated = ({ cells, beyond }: Row, header: Row) =>
  !beyond &&
  cells.every((cell, index) => isBlank(cell) || (typeof cell === 'string' && cell === header.cells[index]));

import { addRefusedRow, type Fault, faultsListedMax } from '@consulting/kernel/schema';
import type { ReportedColumn, TableRow, TableWarning } from '../table/table';

interface RowMessage {
  row: number;
  message: string;
}

export abstract class RowTally {
  imported = 0;
  updated = 0;
  skipped = 0;
  refused = 0;
  readonly #invalid = new Map<string, number>();

  refuse(row: TableRow, faults: readonly Fault[]): void {
    this.refused += 1;
    for (const field of new Set(faults.map((fault) => fault.field)))
      this.#invalid.set(field, (this.#invalid.get(field) ?? 0) + 1);
    this.keepRefused(row, faults);
  }

  abstract warn(row: TableRow, code: TableWarning['code'], message: string): void;

  abstract warnOfFile(code: TableWarning['code'], message: string): void;

  protected abstract keepRefused(row: TableRow, faults: readonly Fault[]): void;

  judged(columns: readonly ReportedColumn[]): ReportedColumn[] {
    return columns.map((column) => ({
      ...column,
      invalid: (column.field !== null && this.#invalid.get(column.field)) || 0,
    }));
  }
}

/** Imported, updated, skipped and `errorCount` add up to the data rows of the file (resources.md 17). */
export interface ListImportResult {
  imported: number;
  updated: number;
  skipped: number;
  errors: RowMessage[];
  errorCount: number;
  warnings: RowMessage[];
  columns: ReportedColumn[];
}

export class AnsweredRows extends RowTally {
  readonly #refusals = { errors: [] as RowMessage[], errorCount: 0 };
  readonly #warnings: RowMessage[];

  constructor(
    private readonly columns: readonly ReportedColumn[],
    warnings: readonly TableWarning[],
  ) {
    super();
    this.#warnings = warnings.map(({ row, message }) => ({ row: row ?? 0, message }));
  }

  warn({ number }: TableRow, _: TableWarning['code'], message: string): void {
    if (this.#warnings.length < faultsListedMax) this.#warnings.push({ row: number, message });
  }

  warnOfFile(_: TableWarning['code'], message: string): void {
    this.#warnings.unshift({ row: 0, message });
  }

  protected keepRefused({ number }: TableRow, faults: readonly Fault[]): void {
    addRefusedRow(this.#refusals, number, faults);
  }

  get answer(): ListImportResult {
    const { imported, updated, skipped } = this;
    const columns = this.judged(this.columns);
    return { imported, updated, skipped, ...this.#refusals, warnings: this.#warnings, columns };
  }
}

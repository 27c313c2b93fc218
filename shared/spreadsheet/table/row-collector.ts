import { type CellValue, columnLetters, type Row } from './cell';
import { textOf } from './cell-text';
import type { TabularLimits } from './limits';
import { tooLarge, unreadable } from './table-file';

const BATCH_ROWS = 512;
const BATCH_BYTES = 1024 * 1024;
const BATCH_CELLS = 128 * 1024;

export class RowCollector {
  rowCount = 0;
  isFull = false;
  private rows: Row[] = [];
  private number = 0;
  private readonly cells: CellValue[] = [];
  private width = 0;
  private rowBytes = 0;
  private beyond: Row['beyond'];
  private batchBytes = 0;
  private batchCells = 0;
  private textBytes = 0;

  constructor(
    private readonly limits: TabularLimits,
    private readonly rowsMax: number,
    private readonly columnsMax = limits.columnsMax,
  ) {}

  startRow(number: number): void {
    this.number = number;
    this.cells.fill(null, 0, this.width);
    this.width = 0;
    this.beyond = undefined;
    this.rowBytes = 0;
  }

  set(column: number, value: CellValue, bytes: number): void {
    this.rowBytes += bytes;
    if (this.rowBytes > this.limits.rowBytesMax) {
      throw tooLarge(`Row ${this.number} is larger than ${this.limits.rowBytesMax} bytes.`);
    }
    if (column >= this.width) {
      if (column >= this.columnsMax) return this.leaveOut(column, value);
      while (this.cells.length <= column) this.cells.push(null);
      this.width = column + 1;
    } else if (this.cells[column] !== null) {
      throw unreadable(`The file is damaged: cell ${columnLetters(column)}${this.number} occurs twice.`);
    }
    this.cells[column] = value;
  }

  private leaveOut(column: number, value: CellValue): void {
    if (textOf(value) === '' || (this.beyond && this.beyond.column <= column)) return;
    this.beyond = { column, value };
  }

  endRow(): void {
    if (this.width === 0 && !this.beyond) return;
    if (++this.rowCount > this.rowsMax) throw tooLarge(`The file has more than ${this.limits.rowsMax} rows.`);
    this.textBytes += this.rowBytes;
    if (this.textBytes > this.limits.inflatedBytesMax) {
      throw tooLarge(`The texts of a sheet are larger than ${this.limits.inflatedBytesMax} bytes.`);
    }
    const { number, beyond } = this;
    const cells = this.cells.slice(0, this.width);
    this.rows.push(beyond ? { number, cells, beyond } : { number, cells });
    this.batchBytes += this.rowBytes;
    this.batchCells += this.width;
    this.isFull =
      this.rows.length >= BATCH_ROWS || this.batchBytes >= BATCH_BYTES || this.batchCells >= BATCH_CELLS;
  }

  take(): Row[] {
    const { rows } = this;
    this.rows = [];
    this.batchBytes = 0;
    this.batchCells = 0;
    this.isFull = false;
    return rows;
  }
}

export class RowBudget {
  private readonly collectors = new Map<number, RowCollector>();
  private readonly rowCounts = new Map<number, number>();

  constructor(private readonly limits: TabularLimits) {}

  collector(sheetIndex: number, width?: number): RowCollector {
    const earlier = this.collectors.get(sheetIndex);
    if (earlier)
      this.rowCounts.set(sheetIndex, Math.max(earlier.rowCount, this.rowCounts.get(sheetIndex) ?? 0));
    let others = 0;
    for (const [index, collector] of this.collectors) {
      if (index !== sheetIndex) others += Math.max(collector.rowCount, this.rowCounts.get(index) ?? 0);
    }
    const collector = new RowCollector(this.limits, this.limits.rowsMax - others, width);
    this.collectors.set(sheetIndex, collector);
    return collector;
  }
}

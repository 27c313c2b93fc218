import type { Row } from '../table/cell';
import type { TabularLimits } from '../table/limits';
import type { RowCollector } from '../table/row-collector';
import { unreadable } from '../table/table-file';
import { CellReader } from './cell-reader';
import type { SheetContext } from './cell-value';
import { PlainCells } from './plain-cells';
import { CLOSE, NONE, OPEN, XmlScanner } from './xml-scanner';

const LETTER_C = 0x63;
const ROWS_OF_EXCEL = 1_048_576;

type Inside = 'head' | 'rows' | 'row' | 'cell' | 'tail';

export async function* sheetRows(
  chunks: AsyncIterable<Uint8Array>,
  context: SheetContext,
  limits: TabularLimits,
  collector: RowCollector,
): AsyncGenerator<Row[]> {
  const sheet = new SheetReader(context, limits, collector);
  for await (const chunk of chunks) {
    sheet.feed(chunk);
    while (sheet.readUntilFull()) yield collector.take();
  }
  sheet.finish();
  const rest = collector.take();
  if (rest.length > 0) yield rest;
}

class SheetReader {
  private readonly scanner: XmlScanner;
  private readonly cell: CellReader;
  private readonly plainCells: PlainCells;
  private inside: Inside = 'head';
  private outerDepth = 0;
  private ignoredDepth = 0;
  private rowNumber = 0;
  private columnNext = 0;

  constructor(
    private readonly context: SheetContext,
    limits: TabularLimits,
    private readonly collector: RowCollector,
  ) {
    this.scanner = new XmlScanner(limits.cellBytesMax);
    this.cell = new CellReader(limits.cellBytesMax);
    this.plainCells = new PlainCells(context, collector, limits.cellBytesMax);
  }

  feed(chunk: Uint8Array): void {
    this.scanner.feed(chunk);
  }

  readUntilFull(): boolean {
    const { collector, scanner } = this;
    while (!collector.isFull) {
      if (this.inside === 'row' && this.ignoredDepth === 0) {
        this.columnNext = this.plainCells.read(scanner.window, this.columnNext);
      }
      const kind = scanner.next();
      if (kind === NONE) return false;
      this.take(kind);
    }
    return true;
  }

  finish(): void {
    this.scanner.finish();
    if (this.inside !== 'tail' || this.outerDepth !== 0)
      throw unreadable('The file is damaged: a sheet ends too early.');
  }

  private take(kind: number): void {
    if (this.inside === 'cell') {
      if (this.cell.take(this.scanner, kind)) this.endCell();
    } else if (this.ignoredDepth > 0) {
      if (kind === OPEN && !this.scanner.selfClosing) this.ignoredDepth++;
      else if (kind === CLOSE) this.ignoredDepth--;
    } else if (kind === OPEN) this.open();
    else if (kind === CLOSE) this.close();
  }

  private open(): void {
    const { scanner } = this;
    if (this.inside === 'row' && scanner.isNamed(LETTER_C)) this.openCell();
    else if (this.inside === 'rows' && scanner.name === 'row') this.openRow();
    else if (this.inside === 'head' && scanner.name === 'sheetData')
      this.inside = scanner.selfClosing ? 'tail' : 'rows';
    else if (!scanner.selfClosing) {
      if (this.inside === 'head' || this.inside === 'tail') this.outerDepth++;
      else this.ignoredDepth = 1;
    }
  }

  private close(): void {
    if (this.inside === 'row') {
      this.collector.endRow();
      this.inside = 'rows';
    } else if (this.inside === 'rows') this.inside = 'tail';
    else if (--this.outerDepth < 0)
      throw unreadable('The file is damaged: a sheet has tags that do not match.');
  }

  private openRow(): void {
    const stated = this.scanner.attributes.find((name) => name === 'r');
    const number = stated === undefined ? this.rowNumber + 1 : Number(stated);
    if (!Number.isInteger(number) || number <= this.rowNumber || number > ROWS_OF_EXCEL) {
      throw unreadable(`The file is damaged: row "${stated ?? number}" follows row ${this.rowNumber}.`);
    }
    this.rowNumber = number;
    this.columnNext = 0;
    if (this.scanner.selfClosing) return;
    this.collector.startRow(number);
    this.inside = 'row';
  }

  private openCell(): void {
    const { scanner, cell } = this;
    cell.start(scanner, this.columnNext);
    this.columnNext = cell.column + 1;
    if (!scanner.selfClosing) this.inside = 'cell';
  }

  private endCell(): void {
    this.inside = 'row';
    const value = this.cell.value(this.context);
    if (value !== null) this.collector.set(this.cell.column, value, this.cell.bytes);
  }
}

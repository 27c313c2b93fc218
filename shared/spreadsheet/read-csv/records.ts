import { ByteWindow } from '../read-xlsx/byte-window';
import { decodeUtf8 } from '../read-xlsx/xml-text';
import { ErrorCell, isErrorText } from '../table/cell';
import { unguardedText } from '../table/csv-text';
import type { TabularLimits } from '../table/limits';
import type { RowCollector } from '../table/row-collector';
import { tooLarge, unreadable } from '../table/table-file';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const HASH = 0x23;
const NONE = -1;
const PENDING_BYTES = 64 * 1024;

/**
 * Records follow what Excel does: text behind a closing quote belongs to the cell, a quote elsewhere is an ordinary
 * character, and a record ends with CR LF, LF or CR. The apostrophes of `guardedText` are removed.
 */
export class CsvRecords {
  private readonly window: ByteWindow;
  private record = 0;
  private column = 0;
  private isInRecord = false;
  private quoteEnd = NONE;
  private union = 0;
  private readonly separator: string;

  constructor(
    private readonly delimiter: number,
    private readonly collector: RowCollector,
    private readonly limits: TabularLimits,
  ) {
    this.window = new ByteWindow(limits.cellBytesMax * 2 + PENDING_BYTES);
    this.separator = String.fromCharCode(delimiter);
  }

  feed(chunk: Uint8Array): void {
    this.window.feed(chunk);
  }

  end(): void {
    this.window.ended = true;
  }

  readUntilFull(): boolean {
    const { collector, window } = this;
    while (!collector.isFull) {
      if (window.position >= window.end && !(window.ended && this.isInRecord)) return false;
      if (!this.readCell()) return false;
    }
    return true;
  }

  private readCell(): boolean {
    const { bytes, end, ended, position } = this.window;
    const close = this.findEnd(position);
    if (close === NONE) return false;
    const byte = close < end ? bytes[close] : LINE_FEED;
    if (byte === CARRIAGE_RETURN && close + 1 === end && !ended) return false;
    this.store(position, close);
    if (byte === this.delimiter) {
      this.column++;
      this.window.position = close + 1;
      return true;
    }
    const isPair = byte === CARRIAGE_RETURN && close + 1 < end && bytes[close + 1] === LINE_FEED;
    this.window.position = Math.min(close + (isPair ? 2 : 1), end);
    this.collector.endRow();
    this.isInRecord = false;
    return true;
  }

  private findEnd(start: number): number {
    const { bytes, end, ended } = this.window;
    const { delimiter } = this;
    this.union = 0;
    this.quoteEnd = start < end && bytes[start] === QUOTE ? this.findQuoteEnd(start + 1) : NONE;
    if (this.quoteEnd === end) return NONE;
    let cursor = this.quoteEnd === NONE ? start : this.quoteEnd + 1;
    let { union } = this;
    for (; cursor < end; cursor++) {
      const byte = bytes[cursor] as number;
      if (byte === delimiter || byte === LINE_FEED || byte === CARRIAGE_RETURN) break;
      union |= byte;
    }
    this.union = union;
    return cursor === end && !ended ? NONE : cursor;
  }

  private findQuoteEnd(from: number): number {
    const { bytes, end, ended } = this.window;
    let cursor = from;
    for (;;) {
      for (; cursor < end && bytes[cursor] !== QUOTE; cursor++) this.union |= bytes[cursor] as number;
      if (cursor + 1 < end && bytes[cursor + 1] === QUOTE) cursor += 2;
      else if (cursor < end && (cursor + 1 < end || ended)) return cursor;
      else if (!ended) return end;
      else throw unreadable(`The quote that opens a cell in row ${this.recordAtHand} is never closed.`);
    }
  }

  private get recordAtHand(): number {
    return this.isInRecord ? this.record : this.record + 1;
  }

  private store(start: number, end: number): void {
    if (!this.isInRecord) {
      this.isInRecord = true;
      this.column = 0;
      this.record++;
      this.collector.startRow(this.record);
    }
    if (end === start) return;
    if (end - start > this.limits.cellBytesMax)
      throw tooLarge(`A cell is larger than ${this.limits.cellBytesMax} bytes.`);
    const text = this.decode(start, end);
    if (text === '') return;
    const isError = text.charCodeAt(0) === HASH && isErrorText(text);
    const value = isError ? new ErrorCell(text) : unguardedText(text, this.separator);
    this.collector.set(this.column, value, end - start);
  }

  private decode(start: number, end: number): string {
    if (this.quoteEnd === NONE) return this.decodeBytes(start, end);
    const quoted = this.decodeBytes(start + 1, this.quoteEnd);
    const text = quoted.includes('"') ? quoted.replaceAll('""', '"') : quoted;
    return this.quoteEnd + 1 === end ? text : text + this.decodeBytes(this.quoteEnd + 1, end);
  }

  private decodeBytes(start: number, end: number): string {
    const { bytes } = this.window;
    return this.union < 0x80 ? bytes.toString('latin1', start, end) : decodeUtf8(bytes, start, end);
  }
}

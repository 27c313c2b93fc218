import { ByteWindow } from '../read-xlsx/byte-window';

const RECORD_BYTES_MAX = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const NOT_ALL_THERE = -1;

export interface CsvCell {
  start: number;
  end: number;
}

export class CsvRecordPlaces {
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  contentEnd = 0;
  end = 0;
  number = 0;
  cells: CsvCell[] = [];
  readonly #window = new ByteWindow(RECORD_BYTES_MAX);
  #hasEnded = false;

  constructor(private readonly delimiter: number) {}

  feed(chunk: Uint8Array): void {
    this.#window.feed(chunk);
    this.bytes = this.#window.bytes.subarray(0, this.#window.end);
  }

  finish(): void {
    this.#hasEnded = true;
  }

  next(): boolean {
    const { bytes } = this;
    const start = this.#window.position;
    if (start >= bytes.length) return false;
    const cells: CsvCell[] = [];
    for (let cursor = start; ; ) {
      const end = this.#cellEnd(cursor);
      if (end === NOT_ALL_THERE) return false;
      cells.push({ start: cursor, end });
      if (end < bytes.length && bytes[end] === this.delimiter) {
        cursor = end + 1;
        continue;
      }
      const isPair = bytes[end] === CARRIAGE_RETURN && bytes[end + 1] === LINE_FEED;
      if (bytes[end] === CARRIAGE_RETURN && end + 1 === bytes.length && !this.#hasEnded) return false;
      this.start = start;
      this.contentEnd = end;
      this.end = Math.min(end + (isPair ? 2 : 1), bytes.length);
      this.cells = cells;
      this.number += 1;
      this.#window.position = this.end;
      return true;
    }
  }

  #cellEnd(start: number): number {
    const { bytes, delimiter } = this;
    const { length } = bytes;
    let cursor = start;
    if (bytes[start] === QUOTE) {
      cursor = this.#quoteEnd(start + 1);
      if (cursor === NOT_ALL_THERE) return NOT_ALL_THERE;
    }
    for (; cursor < length; cursor++) {
      const byte = bytes[cursor];
      if (byte === delimiter || byte === LINE_FEED || byte === CARRIAGE_RETURN) return cursor;
    }
    return this.#hasEnded ? length : NOT_ALL_THERE;
  }

  #quoteEnd(from: number): number {
    const { bytes } = this;
    for (let cursor = from; ; cursor += 2) {
      cursor = bytes.indexOf(QUOTE, cursor);
      if (cursor < 0 || cursor + 1 >= bytes.length) return this.#hasEnded ? bytes.length : NOT_ALL_THERE;
      if (bytes[cursor + 1] !== QUOTE) return cursor + 1;
    }
  }
}

import { type CsvDialect, detectDialect } from '../read-csv/delimiter';
import { type CsvText, csvBytes, detectCsvText, PIECE_BYTES } from '../read-csv/encoding';
import { csvSheetName } from '../read-csv/file';
import { guardedText, quotedText } from '../table/csv-text';
import { type ByteSource, readChunks, readExactly } from '../table/source';
import { textBytes } from './csv-encoding';
import { type CsvCell, CsvRecordPlaces } from './csv-records';
import { FilledBytes } from './filled-bytes';
import {
  type CellFilling,
  type FillableFile,
  RowFillings,
  RowNumbers,
  RowSet,
  type RowsOfSheet,
  type SheetFilling,
} from './filling';

const QUOTE = 0x22;
const SPACE = 0x20;
const chunkBytes = 128 * 1024;

type Form = CsvText & CsvDialect;

export class FillableCsv implements FillableFile {
  private constructor(
    private readonly source: ByteSource,
    readonly sheetNames: readonly string[],
    private readonly form: Form,
    private readonly decimalSeparator: '.' | ',' | null,
  ) {}

  static async open(
    source: ByteSource,
    fileName: string,
    decimalSeparator: '.' | ',' | null,
  ): Promise<FillableCsv> {
    const text = await detectCsvText(source);
    let sample: Uint8Array = new Uint8Array(0);
    for await (const chunk of csvBytes(source, text)) {
      sample = chunk;
      break;
    }
    const isComplete = text.markBytes + PIECE_BYTES >= source.size;
    const form = { ...text, ...detectDialect(sample, isComplete, fileName) };
    return new FillableCsv(source, [csvSheetName(fileName)], form, decimalSeparator);
  }

  async lastColumnOf({ rows, atLeast }: RowsOfSheet): Promise<number> {
    const wanted = new RowNumbers(rows);
    let last = atLeast;
    for await (const record of this.#records()) {
      if (!wanted.has(record.number)) continue;
      const { cells, bytes } = record;
      const used = cells.findLastIndex((cell, at) => at <= last || !isEmpty(bytes, cell));
      last = Math.max(last, used);
    }
    return last;
  }

  async *filled([filling]: readonly SheetFilling[]): AsyncGenerator<Uint8Array, void> {
    if (!filling) return yield* readChunks(this.source, 0, this.source.size, chunkBytes);
    const { encoding, markBytes, start } = this.form;
    yield await readExactly(this.source, 0, markBytes);
    yield* textBytes(this.#filledText(filling, start), encoding);
  }

  async formulaRows(): Promise<RowSet> {
    return new RowSet();
  }

  async close(): Promise<void> {}

  async *#filledText({ rows }: SheetFilling, start: number): AsyncGenerator<Uint8Array> {
    const fillings = new RowFillings(rows);
    const out = new FilledBytes();
    try {
      for await (const record of this.#records((head) => out.copy(head, 0, start))) {
        while (fillings.needsMore(record.number)) await fillings.advance();
        this.#write(record, fillings.find(record.number) ?? [], out);
        if (out.length >= chunkBytes) yield Buffer.from(out.take());
      }
      if (out.length > 0) yield Buffer.from(out.take());
    } finally {
      await fillings.close();
    }
  }

  async *#records(seeHead: (bytes: Buffer) => void = () => {}): AsyncGenerator<CsvRecordPlaces> {
    const records = new CsvRecordPlaces(this.form.delimiter);
    let isFirst = true;
    for await (const chunk of csvBytes(this.source, this.form)) {
      if (isFirst) seeHead(Buffer.from(chunk));
      records.feed(isFirst ? chunk.subarray(this.form.start) : chunk);
      isFirst = false;
      while (records.next()) yield records;
    }
    records.finish();
    while (records.next()) yield records;
  }

  #write(record: CsvRecordPlaces, filling: readonly CellFilling[], out: FilledBytes): void {
    const { bytes, cells, start, contentEnd, end } = record;
    const isQuoted = cells.every((cell) => cell.start === cell.end || bytes[cell.start] === QUOTE);
    const delimiter = String.fromCharCode(this.form.delimiter);
    let cursor = start;
    let width = cells.length;
    for (const one of filling) {
      const own = cells[one.column];
      if (own && !one.replaces && !isEmpty(bytes, own)) continue;
      out.copy(bytes, cursor, own?.start ?? contentEnd);
      cursor = own?.end ?? contentEnd;
      if (!own) out.ascii(delimiter.repeat(one.column - width + 1));
      width = Math.max(width, one.column + 1);
      out.utf8(this.#cellText(one, isQuoted));
    }
    out.copy(bytes, cursor, end);
  }

  #cellText({ value, isNumber }: CellFilling, isQuoted: boolean): string {
    const delimiter = String.fromCharCode(this.form.delimiter);
    const separator = this.decimalSeparator ?? (delimiter === ';' ? ',' : '.');
    if (!isNumber) return quotedText(guardedText(value, delimiter), isQuoted || value.includes(delimiter));
    const text = value.replace('.', separator);
    return isQuoted || text.includes(delimiter) ? `"${text}"` : text;
  }
}

function isEmpty(bytes: Buffer, { start, end }: CsvCell): boolean {
  for (let cursor = start; cursor < end; cursor++) {
    const byte = bytes[cursor] as number;
    if (byte > SPACE && byte !== QUOTE) return false;
  }
  return true;
}

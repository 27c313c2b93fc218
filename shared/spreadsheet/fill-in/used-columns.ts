import { malformed, XmlAttributes } from '../read-xlsx/xml-attributes';
import { columnIndex } from '../table/cell';
import { RowNumbers, RowSet, type RowsOfSheet } from './filling';
import { LESS, MarkupReader } from './markup';
import { hasFormula, isEmptyCell, RowCells, tagContentEnd } from './row-cells';
import { SheetParts } from './sheet-parts';

const merged = /^[A-Z]{1,3}([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})$/;

export async function lastColumnOf(
  chunks: AsyncIterable<Uint8Array>,
  { rows, atLeast }: Omit<RowsOfSheet, 'sheet'>,
): Promise<number> {
  const numbers = [...rows];
  const wanted = new RowNumbers(numbers);
  const parts = new SheetParts();
  const cells = new RowCells();
  const tail = new MergedRanges(numbers);
  let last = atLeast;
  for await (const chunk of chunks) {
    parts.feed(chunk);
    while (parts.next()) {
      const { kind, bytes, start, end } = parts;
      if (kind === 'tail') tail.feed(bytes.subarray(start, end));
      if (kind !== 'row' || !parts.hasContent || !wanted.has(parts.rowNumber)) continue;
      if ((cells.readLast(parts)?.column ?? Number.POSITIVE_INFINITY) <= last) continue;
      const used = cells.read(parts).findLast((cell) => cell.column <= last || !isEmptyCell(bytes, cell));
      last = Math.max(last, used?.column ?? -1);
    }
  }
  parts.finish();
  return Math.max(last, tail.lastColumn);
}

export async function formulaRows(chunks: AsyncIterable<Uint8Array>, column: number): Promise<RowSet> {
  const found = new RowSet();
  const parts = new SheetParts();
  const cells = new RowCells();
  for await (const chunk of chunks) {
    parts.feed(chunk);
    while (parts.next()) {
      if (parts.kind !== 'row' || !parts.hasContent) continue;
      const own = cells.read(parts).find((cell) => cell.column === column);
      if (own && hasFormula(parts.bytes, own)) found.add(parts.rowNumber);
    }
  }
  parts.finish();
  return found;
}

/** A value in the place of a merged cell would not be shown. */
class MergedRanges {
  lastColumn = -1;
  readonly #markup = new MarkupReader();
  readonly #attributes = new XmlAttributes();
  #rest: Buffer = Buffer.alloc(0);

  constructor(private readonly rows: readonly number[]) {}

  feed(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const markup = this.#markup;
    let done = 0;
    for (let at = bytes.indexOf(LESS); at >= 0; at = bytes.indexOf(LESS, done)) {
      done = at;
      if (!markup.read(bytes, at)) break;
      done = markup.end;
      if (markup.kind !== 'close' && markup.isNamed(bytes, 'mergeCell')) this.#see(bytes);
    }
    this.#rest = Buffer.from(bytes.subarray(done));
    if (this.#rest.length > restBytesMax) throw malformed();
  }

  #see(bytes: Buffer): void {
    const attributes = this.#attributes;
    attributes.start(bytes, this.#markup.nameEnd, tagContentEnd(bytes, this.#markup.end));
    while (attributes.next()) {
      if (bytes.toString('latin1', attributes.nameStart, attributes.nameEnd) !== 'ref') continue;
      const [, top, letters = '', bottom] = merged.exec(attributes.asciiValue) ?? [];
      if (this.#hasRowWithin(Number(top), Number(bottom)))
        this.lastColumn = Math.max(this.lastColumn, columnIndex(letters));
    }
  }

  #hasRowWithin(top: number, bottom: number): boolean {
    let from = 0;
    let to = this.rows.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.rows[middle] ?? 0) < top) from = middle + 1;
      else to = middle;
    }
    return (this.rows[from] ?? Number.POSITIVE_INFINITY) <= bottom;
  }
}

const restBytesMax = 4 * 1024 * 1024;

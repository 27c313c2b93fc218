import { isBlank, malformed, XmlAttributes } from '../read-xlsx/xml-attributes';
import { COLUMNS_MAX } from '../table/cell';
import { eachMarkup, elementEnd, LESS, MarkupReader } from './markup';
import type { SheetParts } from './sheet-parts';

const LETTER_A = 0x41;
const LETTER_Z = 0x5a;
const LETTER_C = 0x63;
const LETTER_R = 0x72;
const LETTER_S = 0x73;
const SLASH = 0x2f;
const UNKNOWN = -1;

export interface CellPlace {
  column: number;
  start: number;
  end: number;
  contentStart: number;
  contentEnd: number;
  style: number;
}

export class RowCells {
  readonly #markup = new MarkupReader();
  readonly #attributes = new XmlAttributes();
  #closing = Buffer.alloc(0);
  #closingName = '';
  #opening = Buffer.from('<c');
  #openingPrefix = '';

  read({ bytes, tagEnd, contentEnd, isPlain }: SheetParts): CellPlace[] {
    const content = bytes.subarray(0, contentEnd);
    const cells: CellPlace[] = [];
    const markup = this.#markup;
    let column = 0;
    for (let at = content.indexOf(LESS, tagEnd); at >= 0; at = content.indexOf(LESS, markup.end)) {
      if (!markup.read(content, at)) throw malformed();
      if (!markup.isTag) continue;
      if (!isCell(content, markup)) {
        markup.end = elementEnd(content, markup);
        continue;
      }
      const cell = this.#open(content, column);
      this.#close(content, cell, isPlain);
      cells.push(cell);
      column = cell.column + 1;
    }
    return cells;
  }

  readLast({ bytes, tagEnd, contentEnd, isPlain, prefix }: SheetParts): CellPlace | null {
    if (!isPlain) return null;
    const content = bytes.subarray(0, contentEnd);
    const markup = this.#markup;
    const opening = this.#openingOf(prefix);
    for (let from = contentEnd; from > tagEnd; ) {
      const at = content.lastIndexOf(opening, from);
      if (at < tagEnd || !markup.read(content, at)) return null;
      if (isCell(content, markup)) {
        const cell = this.#open(content, UNKNOWN);
        if (cell.column === UNKNOWN) return null;
        this.#close(content, cell, true);
        return cell;
      }
      from = at - 1;
    }
    return null;
  }

  #openingOf(prefix: string): Buffer {
    if (this.#openingPrefix !== prefix) {
      this.#openingPrefix = prefix;
      this.#opening = Buffer.from(`<${prefix}c`);
    }
    return this.#opening;
  }

  #open(bytes: Buffer, columnNext: number): CellPlace {
    const { start, end, nameEnd, kind } = this.#markup;
    const attributes = this.#attributes;
    attributes.start(bytes, nameEnd, end - (kind === 'selfClosing' ? 2 : 1));
    const cell = { column: columnNext, start, end, contentStart: end, contentEnd: end, style: 0 };
    while (attributes.next()) {
      if (attributes.nameEnd - attributes.nameStart !== 1) continue;
      const name = bytes[attributes.nameStart];
      if (name === LETTER_R) cell.column = columnOf(bytes, attributes.valueStart);
      else if (name === LETTER_S) cell.style = Number(attributes.asciiValue);
    }
    return cell;
  }

  #close(bytes: Buffer, cell: CellPlace, isPlain: boolean): void {
    const markup = this.#markup;
    if (markup.kind === 'selfClosing') return;
    if (!isPlain) {
      markup.end = elementEnd(bytes, markup);
      cell.end = markup.end;
      cell.contentEnd = bytes.lastIndexOf(LESS, cell.end - 1);
      return;
    }
    const closing = this.#closingOf(bytes.toString('latin1', markup.nameStart, markup.nameEnd));
    const found = bytes.indexOf(closing, markup.end);
    if (found < 0 || !markup.read(bytes, found)) throw malformed();
    cell.contentEnd = found;
    cell.end = markup.end;
  }

  #closingOf(name: string): Buffer {
    if (this.#closingName !== name) {
      this.#closingName = name;
      this.#closing = Buffer.from(`</${name}`);
    }
    return this.#closing;
  }
}

const isCell = (bytes: Buffer, { localStart, nameEnd }: MarkupReader): boolean =>
  nameEnd - localStart === 1 && bytes[localStart] === LETTER_C;

function columnOf(bytes: Buffer, start: number): number {
  let column = 0;
  for (let cursor = start; ; cursor++) {
    const letter = bytes[cursor] as number;
    if (letter < LETTER_A || letter > LETTER_Z) break;
    column = column * 26 + letter - LETTER_A + 1;
  }
  if (column < 1 || column > COLUMNS_MAX) throw malformed();
  return column - 1;
}

export function hasFormula(bytes: Buffer, { contentStart, contentEnd }: CellPlace): boolean {
  const content = bytes.subarray(contentStart, contentEnd);
  for (const markup of eachMarkup(content))
    if (markup.kind !== 'close' && markup.isNamed(content, 'f')) return true;
  return false;
}

export function isEmptyCell(bytes: Buffer, { contentStart, contentEnd }: CellPlace): boolean {
  if (contentStart === contentEnd) return true;
  const content = bytes.subarray(contentStart, contentEnd);
  let behind = 0;
  for (const markup of eachMarkup(content)) {
    if (!isBlankText(content, behind, markup.start)) return false;
    if (markup.kind === 'data') return false;
    if (markup.kind !== 'close' && markup.isNamed(content, 'f')) return false;
    behind = markup.end;
  }
  return isBlankText(content, behind, content.length);
}

function isBlankText(bytes: Buffer, start: number, end: number): boolean {
  for (let cursor = start; cursor < end; cursor++) if (!isBlank(bytes[cursor] as number)) return false;
  return true;
}

export const tagContentEnd = (bytes: Buffer, end: number): number =>
  bytes[end - 2] === SLASH ? end - 2 : end - 1;

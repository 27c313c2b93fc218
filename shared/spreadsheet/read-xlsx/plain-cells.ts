import { COLUMNS_MAX } from '../table/cell';
import type { RowCollector } from '../table/row-collector';
import type { ByteWindow } from './byte-window';
import { numberValue, type SheetContext } from './cell-value';
import { NumberReader } from './number';
import { startsAt, TextContent } from './text-content';

const SPACE = 0x20;
const QUOTE = 0x22;
const SLASH = 0x2f;
const ZERO = 0x30;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const LETTER_A = 0x41;
const LETTER_C = 0x63;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_R = 0x72;
const LETTER_S = 0x73;
const LETTER_T = 0x74;
const LETTER_V = 0x76;
const TYPE_RESULT = 0;
const TYPE_INLINE = 1;
const OTHER = -1;
const RESULT_TYPE = Buffer.from('str"');
const INLINE_TYPE = Buffer.from('inlineStr"');
const INLINE_START = Buffer.from('<is><t>');
const PRESERVED_START = Buffer.from('<is><t xml:space="preserve">');
const INLINE_END = Buffer.from('</t></is></c>');

/**
 * Nearly every writer stores cells as `<c r="A1" s="2" t="s"><v>3</v></c>`, which is read with one look at each byte.
 * Any other form, or an incomplete cell, is left to CellReader.
 */
export class PlainCells {
  private readonly numbers = new NumberReader();
  private readonly content = new TextContent();
  private column = 0;
  private style = 0;
  private type = LETTER_N;

  constructor(
    private readonly context: SheetContext,
    private readonly collector: RowCollector,
    private readonly cellBytesMax: number,
  ) {}

  read(window: ByteWindow, columnNext: number): number {
    const { bytes, end } = window;
    let next = columnNext;
    for (;;) {
      const head = this.readHead(bytes, window.position);
      if (head === OTHER) return next;
      const behind =
        bytes[head] === SLASH ? this.skipBlank(bytes, head, end) : this.readContent(bytes, head + 1, end);
      if (behind === OTHER) return next;
      window.position = behind;
      next = this.column + 1;
    }
  }

  private readHead(bytes: Buffer, start: number): number {
    if (bytes[start] !== LESS || bytes[start + 1] !== LETTER_C || !isAttribute(bytes, start + 2, LETTER_R))
      return OTHER;
    let cursor = start + 6;
    let column = 0;
    for (; ; cursor++) {
      const letter = (bytes[cursor] as number) - LETTER_A;
      if (!(letter >= 0 && letter < 26)) break;
      column = column * 26 + letter + 1;
    }
    const letters = cursor - start - 6;
    const quote = digitsEnd(bytes, cursor);
    if (letters === 0 || letters > 3 || column > COLUMNS_MAX) return OTHER;
    if (quote === cursor || bytes[quote] !== QUOTE) return OTHER;
    this.column = column - 1;
    this.style = 0;
    this.type = LETTER_N;
    cursor = quote + 1;
    if (isAttribute(bytes, cursor, LETTER_S)) cursor = this.readStyle(bytes, cursor + 4);
    if (cursor !== OTHER && isAttribute(bytes, cursor, LETTER_T)) cursor = this.readType(bytes, cursor + 4);
    if (cursor === OTHER || (bytes[cursor] !== GREATER && bytes[cursor] !== SLASH)) return OTHER;
    return cursor;
  }

  private readStyle(bytes: Buffer, start: number): number {
    let cursor = start;
    let style = 0;
    for (; ; cursor++) {
      const digit = (bytes[cursor] as number) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      style = style * 10 + digit;
    }
    this.style = style;
    return bytes[cursor] === QUOTE ? cursor + 1 : OTHER;
  }

  private readType(bytes: Buffer, start: number): number {
    const letter = bytes[start] as number;
    if (bytes[start + 1] === QUOTE && (letter === LETTER_S || letter === LETTER_N)) {
      this.type = letter;
      return start + 2;
    }
    const isResult = startsAt(bytes, start, RESULT_TYPE);
    if (!isResult && !startsAt(bytes, start, INLINE_TYPE)) return OTHER;
    this.type = isResult ? TYPE_RESULT : TYPE_INLINE;
    return start + (isResult ? RESULT_TYPE : INLINE_TYPE).length;
  }

  private skipBlank(bytes: Buffer, slash: number, end: number): number {
    return bytes[slash + 1] === GREATER && slash + 2 <= end ? slash + 2 : OTHER;
  }

  private readContent(bytes: Buffer, start: number, end: number): number {
    if (this.type === TYPE_INLINE) return this.readInline(bytes, start, end);
    const element = bytes[start + 1] === LETTER_F ? formulaEnd(bytes, start, end) : start;
    if (element === OTHER || bytes[element] !== LESS || bytes[element + 1] !== LETTER_V) return OTHER;
    if (bytes[element + 2] !== GREATER) return OTHER;
    if (this.type === LETTER_N) return this.readNumber(bytes, element + 3, end);
    if (this.type === LETTER_S) return this.readShared(bytes, element + 3, end);
    return this.readResult(bytes, element + 3, end);
  }

  private readNumber(bytes: Buffer, start: number, end: number): number {
    const value = this.numbers.read(bytes, start);
    const close = this.numbers.end;
    const behind = cellEnd(bytes, close, end);
    if (behind === OTHER || Number.isNaN(value)) return OTHER;
    this.collector.set(this.column, numberValue(value, this.style, this.context), close - start);
    return behind;
  }

  private readShared(bytes: Buffer, start: number, end: number): number {
    const { texts } = this.context;
    let cursor = start;
    let index = 0;
    for (; ; cursor++) {
      const digit = (bytes[cursor] as number) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      index = index * 10 + digit;
    }
    const behind = cellEnd(bytes, cursor, end);
    if (behind === OTHER || cursor === start || texts === null) return OTHER;
    const text = texts.text(index);
    if (text !== '') this.collector.set(this.column, text, text.length);
    return behind;
  }

  private readResult(bytes: Buffer, start: number, end: number): number {
    this.content.scan(bytes, start, end);
    const behind = cellEnd(bytes, this.content.end, end);
    return behind === OTHER ? OTHER : this.setText(bytes, true, behind);
  }

  private readInline(bytes: Buffer, start: number, end: number): number {
    const { content } = this;
    const isPreserved = startsAt(bytes, start, PRESERVED_START);
    if (!isPreserved && !startsAt(bytes, start, INLINE_START)) return OTHER;
    content.scan(bytes, start + (isPreserved ? PRESERVED_START : INLINE_START).length, end);
    const behind = content.end + INLINE_END.length;
    if (behind > end || !startsAt(bytes, content.end, INLINE_END)) return OTHER;
    return this.setText(bytes, isPreserved, behind);
  }

  private setText(bytes: Buffer, isPreserved: boolean, behind: number): number {
    const { content } = this;
    const length = content.end - content.start;
    const text = length === 0 || length > this.cellBytesMax ? null : content.decode(bytes, isPreserved);
    if (text === null) return OTHER;
    this.collector.set(this.column, text, length);
    return behind;
  }
}

function isAttribute(bytes: Buffer, start: number, letter: number): boolean {
  if (bytes[start] !== SPACE || bytes[start + 1] !== letter) return false;
  return bytes[start + 2] === EQUALS && bytes[start + 3] === QUOTE;
}

function digitsEnd(bytes: Buffer, start: number): number {
  let cursor = start;
  for (; ; cursor++) {
    const digit = (bytes[cursor] as number) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return cursor;
  }
}

function cellEnd(bytes: Buffer, start: number, end: number): number {
  if (start + 8 > end || bytes[start] !== LESS || bytes[start + 1] !== SLASH) return OTHER;
  if (bytes[start + 2] !== LETTER_V || bytes[start + 3] !== GREATER || bytes[start + 4] !== LESS)
    return OTHER;
  if (bytes[start + 5] !== SLASH || bytes[start + 6] !== LETTER_C || bytes[start + 7] !== GREATER)
    return OTHER;
  return start + 8;
}

function formulaEnd(bytes: Buffer, start: number, end: number): number {
  let cursor = start + 2;
  if (bytes[start] !== LESS || (bytes[cursor] !== SPACE && bytes[cursor] !== GREATER)) return OTHER;
  while (cursor < end && bytes[cursor] !== GREATER) cursor++;
  if (bytes[cursor - 1] === SLASH) return cursor + 1;
  while (cursor < end && bytes[cursor] !== LESS) cursor++;
  const closes =
    bytes[cursor + 1] === SLASH && bytes[cursor + 2] === LETTER_F && bytes[cursor + 3] === GREATER;
  return cursor < end && closes ? cursor + 4 : OTHER;
}

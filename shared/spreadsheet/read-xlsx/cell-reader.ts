import { type CellValue, COLUMNS_MAX } from '../table/cell';
import { tooLarge, unreadable } from '../table/table-file';
import { cellValue, type SheetContext, type StoredCell } from './cell-value';
import { RichText } from './rich-text';
import type { XmlAttributes } from './xml-attributes';
import { CLOSE, OPEN, TEXT, type XmlScanner } from './xml-scanner';

const LETTER_A = 0x41;
const LETTER_Z = 0x5a;
const ZERO = 0x30;
const LETTER_F = 0x66;
const LETTER_R = 0x72;
const LETTER_S = 0x73;
const LETTER_T = 0x74;
const LETTER_V = 0x76;
const COLUMN_LETTERS_MAX = 3;

type Inside = 'cell' | 'value' | 'richText' | 'other';

export class CellReader {
  column = 0;
  bytes = 0;
  private readonly cell: StoredCell = { type: 'n', style: 0, hasFormula: false, hasValue: false, text: '' };
  private readonly richText: RichText;
  private inside: Inside = 'cell';
  private otherDepth = 0;

  constructor(private readonly cellBytesMax: number) {
    this.richText = new RichText(cellBytesMax);
  }

  start(scanner: XmlScanner, columnNext: number): void {
    const { cell } = this;
    cell.type = 'n';
    cell.style = 0;
    cell.hasFormula = false;
    cell.hasValue = false;
    cell.text = '';
    this.column = columnNext;
    this.bytes = 0;
    this.inside = 'cell';
    const { attributes } = scanner;
    while (attributes.next()) {
      if (attributes.nameEnd - attributes.nameStart === 1) this.readAttribute(attributes);
    }
  }

  take(scanner: XmlScanner, kind: number): boolean {
    if (this.inside === 'cell') {
      if (kind === OPEN) this.open(scanner);
      return kind === CLOSE;
    }
    if (this.inside === 'value') this.takeValue(scanner, kind);
    else if (this.inside === 'richText') this.takeRichText(scanner, kind);
    else if (kind === OPEN && !scanner.selfClosing) this.otherDepth++;
    else if (kind === CLOSE && --this.otherDepth === 0) this.inside = 'cell';
    return false;
  }

  value(context: SheetContext): CellValue {
    const value = cellValue(this.cell, context);
    if (this.cell.type === 's' && typeof value === 'string') this.bytes = value.length;
    return value;
  }

  private readAttribute(attributes: XmlAttributes): void {
    const { bytes, nameStart, valueStart, valueEnd } = attributes;
    const name = bytes[nameStart];
    if (name === LETTER_R)
      this.column = columnOf(bytes, valueStart, valueEnd) ?? columnIn(attributes.asciiValue);
    else if (name === LETTER_T) this.cell.type = attributes.asciiValue;
    else if (name === LETTER_S) this.cell.style = Number(attributes.asciiValue);
  }

  private open(scanner: XmlScanner): void {
    if (scanner.isNamed(LETTER_V)) {
      this.cell.hasValue = true;
      if (!scanner.selfClosing) this.inside = 'value';
      return;
    }
    if (scanner.isNamed(LETTER_F)) this.cell.hasFormula = true;
    if (scanner.selfClosing) return;
    if (scanner.name === 'is') {
      this.inside = 'richText';
      this.richText.start(scanner);
    } else {
      this.inside = 'other';
      this.otherDepth = 1;
    }
  }

  private takeValue(scanner: XmlScanner, kind: number): void {
    if (kind === OPEN) throw unreadable('The file is damaged: the value of a cell holds another element.');
    if (kind === CLOSE) this.inside = 'cell';
    if (kind !== TEXT) return;
    this.bytes += scanner.textEnd - scanner.textStart;
    if (this.bytes > this.cellBytesMax) throw tooLarge(`A cell is larger than ${this.cellBytesMax} bytes.`);
    this.cell.text += scanner.text;
  }

  private takeRichText(scanner: XmlScanner, kind: number): void {
    if (!this.richText.take(scanner, kind)) return;
    this.inside = 'cell';
    this.cell.text = this.richText.text;
    this.cell.hasValue = true;
    this.bytes = this.cell.text.length;
  }
}

function columnIn(reference: string): number {
  const bytes = Buffer.from(reference);
  const column = columnOf(bytes, 0, bytes.length);
  if (column === null) throw unreadable('The file is damaged: a cell has an invalid reference.');
  return column;
}

function columnOf(bytes: Uint8Array, start: number, end: number): number | null {
  let column = 0;
  let cursor = start;
  for (; cursor < end; cursor++) {
    const letter = bytes[cursor] as number;
    if (letter < LETTER_A || letter > LETTER_Z) break;
    column = column * 26 + letter - LETTER_A + 1;
  }
  const letters = cursor - start;
  for (; cursor < end; cursor++) {
    const digit = (bytes[cursor] as number) - ZERO;
    if (digit < 0 || digit > 9) break;
  }
  const isReference = cursor === end && letters > 0 && cursor > start + letters;
  return isReference && letters <= COLUMN_LETTERS_MAX && column <= COLUMNS_MAX ? column - 1 : null;
}

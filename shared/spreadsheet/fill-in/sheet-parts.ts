import { ByteWindow } from '../read-xlsx/byte-window';
import { malformed, XmlAttributes } from '../read-xlsx/xml-attributes';
import { DECLARATION, INSTRUCTION, LESS, MarkupReader } from './markup';

const PART_BYTES_MAX = 64 * 1024 * 1024;
const LETTER_R = 0x72;
const SLASH = 0x2f;

export type SheetPartKind = 'head' | 'row' | 'between' | 'tail';

export class SheetParts {
  bytes: Buffer = Buffer.alloc(0);
  kind: SheetPartKind = 'head';
  start = 0;
  end = 0;
  hasContent = false;
  contentEnd = 0;
  isPlain = true;
  rowNumber = 0;
  prefix = '';
  nameEnd = 0;
  tagEnd = 0;
  readonly #window = new ByteWindow(PART_BYTES_MAX);
  readonly #markup = new MarkupReader();
  readonly #attributes = new XmlAttributes();
  #state: 'head' | 'rows' | 'tail' = 'head';
  #searched = 0;
  #closing: Buffer = Buffer.alloc(0);
  #hasDeclarations = false;

  feed(chunk: Uint8Array): void {
    this.#window.feed(chunk);
    this.bytes = this.#window.bytes.subarray(0, this.#window.end);
  }

  /** A part is valid until more bytes are fed. @throws TableFileError */
  next(): boolean {
    if (this.#window.position >= this.bytes.length) return false;
    this.start = this.#window.position;
    if (this.#state === 'head') return this.#nextHead();
    return this.#state === 'rows' ? this.#nextInRows() : this.#give('tail', this.bytes.length);
  }

  finish(): void {
    if (this.#state !== 'tail' || this.#window.position < this.bytes.length) throw malformed();
  }

  #give(kind: SheetPartKind, end: number): true {
    this.kind = kind;
    this.end = end;
    this.#window.position = end;
    this.#searched = 0;
    this.#hasDeclarations = false;
    return true;
  }

  #nextHead(): boolean {
    const markup = this.#markup;
    for (;;) {
      const at = this.bytes.indexOf(LESS, this.start + this.#searched);
      if (at < 0) return false;
      this.#searched = at - this.start;
      if (!markup.read(this.bytes, at)) return false;
      this.#searched = markup.end - this.start;
      if (markup.kind === 'close' || !markup.isNamed(this.bytes, 'sheetData')) continue;
      this.#state = markup.kind === 'open' ? 'rows' : 'tail';
      this.prefix = markup.prefix(this.bytes);
      return this.#give('head', markup.end);
    }
  }

  #nextInRows(): boolean {
    const { bytes, start } = this;
    const markup = this.#markup;
    const at = bytes.indexOf(LESS, start);
    if (at !== start) return this.#give('between', at < 0 ? bytes.length : at);
    if (!markup.read(bytes, at)) return false;
    if (markup.kind === 'close') {
      this.#state = 'tail';
      return this.#give('tail', markup.end);
    }
    if (!markup.isNamed(bytes, 'row')) return this.#give('between', markup.end);
    const { end, kind, nameEnd } = markup;
    if (kind === 'open') {
      const name = bytes.toString('latin1', markup.nameStart, nameEnd);
      const closing = this.#findClosing(name, end);
      if (closing < 0 || !markup.read(bytes, closing)) return false;
      this.contentEnd = closing;
      this.isPlain = !this.#hasDeclarations;
    }
    this.hasContent = kind === 'open';
    this.nameEnd = nameEnd;
    this.tagEnd = end;
    this.rowNumber = this.#numberOf(nameEnd, end);
    return this.#give('row', this.hasContent ? markup.end : end);
  }

  #findClosing(name: string, contentStart: number): number {
    if (this.#hasDeclarations) return this.#walkToClosing(name);
    const { bytes, start } = this;
    if (this.#closing.length !== name.length + 2) this.#closing = Buffer.from(`</${name}`);
    const from = Math.max(contentStart, start + this.#searched);
    const found = bytes.indexOf(this.#closing, from);
    const content = bytes.subarray(from, found < 0 ? bytes.length : found);
    if (content.includes(DECLARATION) || content.includes(INSTRUCTION)) {
      this.#hasDeclarations = true;
      this.#searched = contentStart - start;
      return this.#walkToClosing(name);
    }
    this.#searched = Math.max(contentStart, bytes.length - this.#closing.length) - start;
    return found;
  }

  /** A comment or a CDATA section may contain what looks like the closing tag. */
  #walkToClosing(name: string): number {
    const { bytes, start } = this;
    const markup = new MarkupReader();
    for (;;) {
      const at = bytes.indexOf(LESS, start + this.#searched);
      if (at < 0 || !markup.read(bytes, at)) return -1;
      const isClosing = markup.kind === 'close';
      if (isClosing && bytes.toString('latin1', markup.nameStart, markup.nameEnd) === name) return at;
      this.#searched = markup.end - start;
    }
  }

  #numberOf(nameEnd: number, tagEnd: number): number {
    const attributes = this.#attributes;
    const isSelfClosing = this.bytes[tagEnd - 2] === SLASH;
    attributes.start(this.bytes, nameEnd, tagEnd - (isSelfClosing ? 2 : 1));
    while (attributes.next())
      if (attributes.nameEnd - attributes.nameStart === 1 && this.bytes[attributes.nameStart] === LETTER_R)
        return Number(attributes.asciiValue);
    return this.rowNumber + 1;
  }
}

import { tooLarge } from '../table/table-file';
import { CLOSE, OPEN, type XmlScanner } from './xml-scanner';
import { decodeOfficeEscapes } from './xml-text';

const LETTER_R = 0x72;
const LETTER_T = 0x74;
const BLANKS = ' \t\r\n';

export class RichText {
  text = '';
  private depth = 0;
  private ignoredDepth = 0;
  private isText = false;
  private isPreserved = false;
  private isRunPreserved = false;
  private isWholePreserved = false;
  private chunk = '';
  private bytes = 0;

  constructor(private readonly textBytesMax: number) {}

  start(scanner: XmlScanner): void {
    this.isWholePreserved = preserves(scanner, false);
    this.isRunPreserved = this.isWholePreserved;
    this.text = '';
    this.bytes = 0;
    this.depth = 0;
    this.ignoredDepth = 0;
    this.isText = false;
  }

  take(scanner: XmlScanner, kind: number): boolean {
    if (kind === OPEN) this.open(scanner);
    else if (kind === CLOSE) return this.close();
    else if (this.isText) this.append(scanner);
    return false;
  }

  private open(scanner: XmlScanner): void {
    if (scanner.selfClosing) return;
    this.depth++;
    if (this.ignoredDepth > 0) return;
    if (scanner.isNamed(LETTER_T) && !this.isText) {
      this.isText = true;
      this.chunk = '';
      this.isPreserved = preserves(scanner, this.isRunPreserved);
    } else if (scanner.isNamed(LETTER_R) && !this.isText)
      this.isRunPreserved = preserves(scanner, this.isWholePreserved);
    else this.ignoredDepth = this.depth;
  }

  private append(scanner: XmlScanner): void {
    if (this.ignoredDepth > 0) return;
    this.bytes += scanner.textEnd - scanner.textStart;
    if (this.bytes > this.textBytesMax) throw tooLarge(`A cell is larger than ${this.textBytesMax} bytes.`);
    this.chunk += scanner.text;
  }

  private close(): boolean {
    if (this.depth === 0) return true;
    if (this.ignoredDepth === this.depth) this.ignoredDepth = 0;
    else if (this.ignoredDepth === 0 && this.isText) {
      this.isText = false;
      this.text += decodeOfficeEscapes(this.isPreserved ? this.chunk : withoutOuterBlanks(this.chunk));
    }
    this.depth--;
    return false;
  }
}

function preserves({ attributes }: XmlScanner, inherited: boolean): boolean {
  const stated = attributes.find(isSpace);
  return stated === undefined ? inherited : stated === 'preserve';
}

function isSpace(name: string): boolean {
  return name === 'xml:space';
}

function withoutOuterBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start++;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

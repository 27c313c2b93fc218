import type { TabularLimits } from '../table/limits';
import { tooLarge, unreadable } from '../table/table-file';
import type { ByteWindow } from './byte-window';
import { RichText } from './rich-text';
import { startsAt, TextContent } from './text-content';
import { CLOSE, NONE, OPEN, XmlScanner } from './xml-scanner';

const SEGMENT_BITS_MIN = 20;
const UTF8_BYTES_PER_UNIT = 3;
const SHORT_UNITS = 1024;
const BLOCK_BITS = 14;
const BLOCK_MASK = 2 ** BLOCK_BITS - 1;
const INDEX_BYTES = 8;
const CACHED_TEXTS = 16_384;
const CACHED_UNITS_MAX = 256;

export class SharedTexts {
  private readonly segments: Buffer[] = [];
  private readonly segmentBits: number;
  private used = 0;
  private totalBytes = 0;
  private count = 0;
  private readonly blocks: Uint32Array[] = [];
  /**
   * A text is cached only when it is asked for again, because caching texts that occur once would only leave old
   * garbage.
   */
  private readonly cachedIndex = new Int32Array(CACHED_TEXTS).fill(-1);
  private readonly cachedText: string[] = new Array<string>(CACHED_TEXTS).fill('');

  constructor(private readonly limits: TabularLimits) {
    this.segmentBits = Math.max(SEGMENT_BITS_MIN, Math.ceil(Math.log2(limits.cellBytesMax)));
  }

  text(index: number): string {
    const slot = index & (CACHED_TEXTS - 1);
    if (this.cachedIndex[slot] !== index) {
      this.cachedIndex[slot] = index;
      this.cachedText[slot] = '';
      return this.decode(index);
    }
    const cached = this.cachedText[slot] as string;
    if (cached !== '') return cached;
    const text = this.decode(index);
    if (text.length <= CACHED_UNITS_MAX) this.cachedText[slot] = text;
    return text;
  }

  add(text: string): void {
    const isShort = text.length <= SHORT_UNITS;
    const segment = this.room(isShort ? text.length * UTF8_BYTES_PER_UNIT : Buffer.byteLength(text));
    this.added(segment.write(text, this.used, 'utf8'));
  }

  addBytes(bytes: Buffer, start: number, end: number): void {
    bytes.copy(this.room(end - start), this.used, start, end);
    this.added(end - start);
  }

  private decode(index: number): string {
    if (index >= this.count)
      throw unreadable('The file is damaged: a cell names a text that does not exist.');
    const block = this.blocks[index >>> BLOCK_BITS] as Uint32Array;
    const entry = (index & BLOCK_MASK) * 2;
    const position = block[entry] as number;
    const start = position & (2 ** this.segmentBits - 1);
    const segment = this.segments[position >>> this.segmentBits] as Buffer;
    return segment.toString('utf8', start, start + (block[entry + 1] as number));
  }

  private room(bytes: number): Buffer {
    const last = this.segments.at(-1);
    if (last && this.used + bytes <= last.length) return last;
    const segment = Buffer.allocUnsafeSlow(2 ** this.segmentBits);
    this.segments.push(segment);
    this.used = 0;
    return segment;
  }

  private added(bytes: number): void {
    const entry = (this.count & BLOCK_MASK) * 2;
    if (entry === 0) this.blocks.push(new Uint32Array(2 * (BLOCK_MASK + 1)));
    const block = this.blocks[this.blocks.length - 1] as Uint32Array;
    block[entry] = (this.segments.length - 1) * 2 ** this.segmentBits + this.used;
    block[entry + 1] = bytes;
    this.count++;
    this.used += bytes;
    this.totalBytes += bytes + INDEX_BYTES;
    if (this.totalBytes > this.limits.sharedTextBytesMax) {
      throw tooLarge(
        `The distinct texts of the workbook are larger than ${this.limits.sharedTextBytesMax} bytes.`,
      );
    }
  }
}

const PLAIN_START = Buffer.from('<si><t>');
const PRESERVED_START = Buffer.from('<si><t xml:space="preserve">');
const PLAIN_END = Buffer.from('</t></si>');

export async function readSharedTexts(
  chunks: AsyncIterable<Uint8Array>,
  limits: TabularLimits,
): Promise<SharedTexts> {
  const texts = new SharedTexts(limits);
  const scanner = new XmlScanner(limits.cellBytesMax);
  const richText = new RichText(limits.cellBytesMax);
  let isInside = false;
  let depth = 0;
  for await (const chunk of chunks) {
    scanner.feed(chunk);
    for (;;) {
      if (depth === 1 && !isInside) addPlainTexts(scanner.window, texts, limits.cellBytesMax);
      const kind = scanner.next();
      if (kind === NONE) break;
      if (isInside) {
        if (!richText.take(scanner, kind)) continue;
        isInside = false;
        texts.add(richText.text);
      } else if (kind === OPEN && depth === 1 && scanner.name === 'si') {
        if (scanner.selfClosing) texts.add('');
        else isInside = true;
        richText.start(scanner);
      } else if (kind === OPEN && !scanner.selfClosing) depth++;
      else if (kind === CLOSE) depth--;
    }
  }
  scanner.finish();
  if (isInside || depth !== 0)
    throw unreadable('The file is damaged: the texts of the workbook end too early.');
  return texts;
}

function addPlainTexts(window: ByteWindow, texts: SharedTexts, textBytesMax: number): void {
  const { bytes, end } = window;
  const content = new TextContent();
  for (;;) {
    const isPreserved = startsAt(bytes, window.position, PRESERVED_START);
    if (!isPreserved && !startsAt(bytes, window.position, PLAIN_START)) return;
    content.scan(bytes, window.position + (isPreserved ? PRESERVED_START : PLAIN_START).length, end);
    const behind = content.end + PLAIN_END.length;
    if (behind > end || !startsAt(bytes, content.end, PLAIN_END)) return;
    if (content.end - content.start > textBytesMax || !addText(texts, bytes, content, isPreserved)) return;
    window.position = behind;
  }
}

function addText(texts: SharedTexts, bytes: Buffer, content: TextContent, isPreserved: boolean): boolean {
  if (content.isExact(bytes, isPreserved)) {
    texts.addBytes(bytes, content.start, content.end);
    return true;
  }
  const text = content.decode(bytes, isPreserved);
  if (text !== null) texts.add(text);
  return text !== null;
}

import type { TabularLimits } from '../limits';
import { unreadable } from '../table-file-error';
import type { ByteWindow } from './byte-window';
import { RichText } from './rich-text';
import { SharedTexts } from './shared-texts';
import { startsAt, TextContent } from './text-content';
import { CLOSE, NONE, OPEN, XmlScanner } from './xml-scanner';

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
        richText.start();
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

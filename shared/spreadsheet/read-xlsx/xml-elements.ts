import { unreadable } from '../table/table-file';
import { CLOSE, NONE, OPEN, XmlScanner } from './xml-scanner';

const TEXT_BYTES_MAX = 1024 * 1024;
const DEPTH_MAX = 256;

export interface XmlElement {
  readonly name: string;
  readonly parent: string;
  attribute(name: string): string | undefined;
  prefixed(name: string): string | undefined;
}

export async function eachElement(
  chunks: AsyncIterable<Uint8Array>,
  visit: (element: XmlElement) => void,
): Promise<void> {
  const scanner = new XmlScanner(TEXT_BYTES_MAX);
  const path: string[] = [];
  const attribute = (name: string) => scanner.attributes.find((one) => one === name);
  const prefixed = (name: string) => scanner.attributes.find((one) => one.endsWith(`:${name}`));
  for await (const chunk of chunks) {
    scanner.feed(chunk);
    for (let kind = scanner.next(); kind !== NONE; kind = scanner.next()) {
      if (kind === OPEN) {
        const { name } = scanner;
        visit({ name, parent: path.at(-1) ?? '', attribute, prefixed });
        if (!scanner.selfClosing && path.push(name) > DEPTH_MAX)
          throw unreadable('A part is nested too deeply.');
      } else if (kind === CLOSE && path.pop() !== scanner.name) {
        throw unreadable('The file is damaged: a part of the workbook has tags that do not match.');
      }
    }
  }
  scanner.finish();
  if (path.length > 0) throw unreadable('The file is damaged: a part of the workbook ends too early.');
}

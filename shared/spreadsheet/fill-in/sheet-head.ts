import { XmlAttributes } from '../read-xlsx/xml-attributes';
import { columnLetters } from '../table/cell';
import { eachMarkup, elementEnd, type MarkupReader } from './markup';
import { tagContentEnd } from './row-cells';

const widthCharacters = 16;
const declaredEncoding = /(\sencoding\s*=\s*["'])([A-Za-z][A-Za-z0-9._-]{0,39})(?=["'])/;
const corners = /^([A-Z]{1,3}[0-9]{1,7})(?::([A-Z]{1,3})([0-9]{1,7}))?$/;

interface NewColumns {
  first: number;
  count: number;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * New columns get a width of their own, so that they are shown where the columns behind the table are hidden.
 * @throws TableFileError
 */
export function headWithColumns(head: Buffer, columns: NewColumns): Buffer {
  const edits: Edit[] = [];
  let columnsEdit: Edit | null = null;
  for (const markup of eachMarkup(head)) {
    if (markup.isNamed(head, 'dimension')) edits.push(...dimensionEdits(head, markup, columns));
    else if (markup.kind === 'open' && markup.isNamed(head, 'cols'))
      columnsEdit = { start: markup.end, ...columnsWithin(head, markup, columns) };
    else if (markup.kind === 'selfClosing' && markup.isNamed(head, 'cols'))
      edits.push({ start: markup.start, end: markup.end, text: '' });
    else if (markup.kind !== 'close' && markup.isNamed(head, 'sheetData')) {
      const prefix = markup.prefix(head);
      const { start } = markup;
      columnsEdit ??= { start, end: start, text: newColumns(prefix, columns) };
    }
  }
  if (columns.count > 0 && columnsEdit) edits.push(columnsEdit);
  return edited(head, edits);
}

function edited(head: Buffer, edits: Edit[]): Buffer {
  let text = '';
  let behind = 0;
  for (const { start, end, text: inserted } of edits.sort((one, other) => one.start - other.start)) {
    text += head.toString('latin1', behind, start) + inserted;
    behind = end;
  }
  return Buffer.from(declaredAsUtf8(text + head.toString('latin1', behind)), 'latin1');
}

export function declaredAsUtf8(text: string): string {
  const declarationEnd = text.startsWith('<?xml') ? text.indexOf('?>') : 0;
  const declaration = text
    .slice(0, declarationEnd)
    .replace(declaredEncoding, (written, key: string, name: string) =>
      name.toLowerCase() === 'utf-8' ? written : `${key}UTF-8`,
    );
  return declaration + text.slice(declarationEnd);
}

function dimensionEdits(head: Buffer, { nameEnd, end }: MarkupReader, { first, count }: NewColumns): Edit[] {
  const attributes = attributesOf(head, nameEnd, end);
  while (attributes.next()) {
    const { valueStart, valueEnd } = attributes;
    if (head.toString('latin1', attributes.nameStart, attributes.nameEnd) !== 'ref') continue;
    const [, corner = '', lastLetters, lastRow] = corners.exec(attributes.asciiValue) ?? [];
    const last = columnLetters(first + count - 1);
    if (count === 0 || !lastLetters || lastRow === undefined || !isBehind(last, lastLetters)) return [];
    return [{ start: valueStart, end: valueEnd, text: `${corner}:${last}${lastRow}` }];
  }
  return [];
}

const isBehind = (letters: string, others: string) =>
  letters.length === others.length ? letters > others : letters.length > others.length;

function attributesOf(head: Buffer, nameEnd: number, tagEnd: number): XmlAttributes {
  const attributes = new XmlAttributes();
  attributes.start(head, nameEnd, tagContentEnd(head, tagEnd));
  return attributes;
}

const newColumns = (prefix: string, columns: NewColumns) =>
  `<${prefix}cols>${newColumn(prefix, columns)}</${prefix}cols>`;

const newColumn = (prefix: string, { first, count }: NewColumns) =>
  `<${prefix}col min="${first + 1}" max="${first + count}" width="${widthCharacters}" customWidth="1"/>`;

function columnsWithin(head: Buffer, opened: MarkupReader, columns: NewColumns): Omit<Edit, 'start'> {
  const start = opened.end;
  const prefix = opened.prefix(head);
  const closing = head.lastIndexOf('<', elementEnd(head, opened) - 1);
  const before: string[] = [];
  const behind: string[] = [];
  const first = columns.first + 1;
  const last = columns.first + columns.count;
  for (const markup of eachMarkup(head.subarray(0, closing))) {
    if (markup.start < start || markup.kind === 'close' || !markup.isNamed(head, 'col')) continue;
    const attributes = attributesOf(head, markup.nameEnd, markup.end);
    const { min, max, others } = rangeOf(attributes);
    const column = (from: number, to: number) => `<${prefix}col min="${from}" max="${to}"${others}/>`;
    if (min < first) before.push(column(min, Math.min(max, first - 1)));
    if (max > last) behind.push(column(Math.max(min, last + 1), max));
  }
  return { end: closing, text: [...before, newColumn(prefix, columns), ...behind].join('') };
}

function rangeOf(attributes: XmlAttributes) {
  const range = { min: 0, max: 0, others: '' };
  while (attributes.next()) {
    const { bytes, nameStart, nameEnd, valueStart, valueEnd } = attributes;
    const name = bytes.toString('latin1', nameStart, nameEnd);
    if (name === 'min' || name === 'max') range[name] = Number(attributes.asciiValue);
    else range.others += ` ${name}=${bytes.toString('latin1', valueStart - 1, valueEnd + 1)}`;
  }
  return range;
}

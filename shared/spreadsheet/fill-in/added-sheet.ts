import { posix } from 'node:path';
import { readSmallPart, relationshipsOf } from '../read-xlsx/relationships';
import type { Workbook } from '../read-xlsx/workbook';
import { malformed } from '../read-xlsx/xml-attributes';
import type { Archive } from '../read-xlsx/zip';
import type { TabularLimits } from '../table/limits';
import { textElement } from '../write-xlsx/text';
import type { AddedPart } from './archive-copy';
import type { AddedSheet } from './filling';
import { eachMarkup } from './markup';
import { declaredAsUtf8 } from './sheet-head';

const contentTypesPart = '[Content_Types].xml';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';
const sheetIds = /\ssheetId\s*=\s*["'](\d{1,9})["']/g;
const columnWidth = 32;

const transitional = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  office: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const strict = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};

interface ChangedParts {
  changed: ReadonlyMap<string, Buffer>;
  added: AddedPart;
}

export async function withSheet(
  archive: Archive,
  workbook: Workbook,
  limits: TabularLimits,
  sheet: AddedSheet,
): Promise<ChangedParts | null> {
  const read = async (part: string) =>
    Buffer.concat(await Array.fromAsync(readSmallPart(archive, part, limits), (chunk) => Buffer.from(chunk)));
  const relationshipsPart = relationshipsOf(workbook.part);
  if (![relationshipsPart, contentTypesPart].every((part) => archive.has(part))) return null;
  const [book, relationships, types] = await Promise.all(
    [workbook.part, relationshipsPart, contentTypesPart].map(read),
  );
  if (!book || !relationships || !types) throw malformed();
  const { main, office } = book.includes(strict.main) ? strict : transitional;
  const folder = posix.join('/', posix.dirname(workbook.part), 'worksheets');
  const part = firstFree(
    (at) => `${folder}/added${at}.xml`,
    (path) => archive.has(path.slice(1)),
  );
  const id = firstFree(
    (at) => `rIdAdded${at}`,
    (one) => relationships.includes(`"${one}"`),
  );
  const taken = new Set(workbook.sheets.map(({ name }) => name.toLowerCase()));
  const name = firstFree(
    (at) => (at === 1 ? sheet.name : `${sheet.name} (${at})`),
    (one) => taken.has(one.toLowerCase()),
  );
  const sheetId =
    1 +
    Math.max(
      0,
      ...book
        .toString('latin1')
        .matchAll(sheetIds)
        .map(([, one]) => Number(one)),
    );
  const changed = new Map([
    [
      workbook.part,
      withLast(
        book,
        'sheets',
        (p) => `<${p}sheet xmlns:added="${office}" name="${name}" sheetId="${sheetId}" added:id="${id}"/>`,
      ),
    ],
    [
      relationshipsPart,
      withLast(
        relationships,
        'Relationships',
        (p) => `<${p}Relationship Id="${id}" Type="${office}/worksheet" Target="${part}"/>`,
      ),
    ],
    [
      contentTypesPart,
      withLast(types, 'Types', (p) => `<${p}Override PartName="${part}" ContentType="${sheetType}"/>`),
    ],
  ]);
  return { changed, added: { name: part.slice(1), content: sheetXml(main, sheet) } };
}

function firstFree(nameOf: (at: number) => string, isTaken: (name: string) => boolean): string {
  for (let at = 1; ; at++) if (!isTaken(nameOf(at))) return nameOf(at);
}

function withLast(bytes: Buffer, parent: string, elementOf: (prefix: string) => string): Buffer {
  for (const markup of eachMarkup(bytes)) {
    if (markup.kind !== 'close' || !markup.isNamed(bytes, parent)) continue;
    const before = bytes.toString('latin1', 0, markup.start);
    const text = before + elementOf(markup.prefix(bytes)) + bytes.toString('latin1', markup.start);
    return Buffer.from(declaredAsUtf8(text), 'latin1');
  }
  throw malformed();
}

function sheetXml(main: string, { rows }: AddedSheet): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is>${textElement(text)}</is></c>`;
  const width = Math.max(1, ...rows.map(({ length }) => length));
  const columns = `<cols><col min="1" max="${width}" width="${columnWidth}" customWidth="1"/></cols>`;
  const lines = rows.map((texts) => `<row>${texts.map(cell).join('')}</row>`).join('');
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}">${columns}<sheetData>${lines}</sheetData></worksheet>`,
  );
}

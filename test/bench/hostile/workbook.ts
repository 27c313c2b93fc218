import { type ArchiveOptions, archive, type Content, type Entry, type Repeated } from './archive';
import type { FileToSend } from './attack';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';

export const sheetHead = `${xml}<worksheet xmlns="${main}"><sheetData>`;
export const sheetTail = '</sheetData></worksheet>';

/** What stands inside `sheetData`, as a part. */
export function sheet(rows: string | Repeated): Content {
  if (typeof rows === 'string') return sheetHead + rows + sheetTail;
  return { ...rows, head: sheetHead + (rows.head ?? ''), tail: (rows.tail ?? '') + sheetTail };
}

export interface Workbook {
  /** Whole parts; several names may stand for one part. */
  sheets: Content[];
  /** Which part each listed sheet is; each its own without it. */
  listed?: number[];
  /** What stands inside `sst`. */
  texts?: string | Repeated;
  /** What stands inside `styleSheet`. */
  styles?: string | Repeated;
}

/** The entries of a workbook; what follows the root element of every part is `after`. */
export function partsOf(
  { sheets, listed = [...sheets.keys()], texts, styles }: Workbook,
  after = '',
): Entry[] {
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relationships = (all: string) =>
    `${xml}<Relationships xmlns="${packages}">${all}</Relationships>${after}`;
  const names = listed
    .map((_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('');
  const others = [
    ...listed.map((part, at) => related(`rId${at + 1}`, 'worksheet', `worksheets/sheet${part}.xml`)),
    texts === undefined ? '' : related('rIdT', 'sharedStrings', 'sharedStrings.xml'),
    styles === undefined ? '' : related('rIdS', 'styles', 'styles.xml'),
  ].join('');
  return [
    { name: '_rels/.rels', content: relationships(related('rId1', 'officeDocument', 'xl/workbook.xml')) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationships(others) },
    {
      name: 'xl/workbook.xml',
      content: `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names}</sheets></workbook>${after}`,
    },
    ...sheets.map((content, at) => ({
      name: `xl/worksheets/sheet${at}.xml`,
      content: followed(content, after),
    })),
    ...wrapped('xl/sharedStrings.xml', 'sst', texts, after),
    ...wrapped('xl/styles.xml', 'styleSheet', styles, after),
  ];
}

function wrapped(name: string, root: string, inside: string | Repeated | undefined, after: string): Entry[] {
  if (inside === undefined) return [];
  const {
    head = '',
    unit,
    times,
    tail = '',
  } = typeof inside === 'string' ? { unit: inside, times: 1 } : inside;
  const begin = `${xml}<${root} xmlns="${main}">`;
  return [{ name, content: { head: begin + head, unit, times, tail: `${tail}</${root}>${after}` } }];
}

function followed(content: Content, after: string): Content {
  if (typeof content === 'string') return content + after;
  return content instanceof Uint8Array ? content : { ...content, tail: (content.tail ?? '') + after };
}

export const xlsx = (entries: readonly Entry[], options?: ArchiveOptions): FileToSend => ({
  name: 'takeoff.xlsx',
  bytes: archive(entries, options),
});

/** A workbook of one sheet with these rows. */
export const bookOf = (rows: string | Repeated, others: Partial<Workbook> = {}): FileToSend =>
  xlsx(partsOf({ sheets: [sheet(rows)], ...others }));

export const cell = (text: string | number) =>
  typeof text === 'number' ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`;
export const row = (...cells: (string | number)[]) => `<row>${cells.map(cell).join('')}</row>`;

/** Headers that every takeoff has, and a line beneath them. */
export const headers = row('Item No.', 'Description', 'Quantity', 'UOM');
export const line = row(1, 'Pipe', 12.5, 'm');

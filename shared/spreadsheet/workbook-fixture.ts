import { crc32, deflateRawSync } from 'node:zlib';
import { openTableFile } from './open-table-file';
import type { CellValue, Row } from './table/cell';
import { defaultTabularLimits, type TabularLimits } from './table/limits';
import { type ByteSource, bytesSource } from './table/source';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export interface ArchiveEntry {
  name: string;
  content: string | Uint8Array;
  stored?: boolean;
  statedSize?: number;
  statedChecksum?: number;
  flags?: number;
}

export function archiveFixture(entries: ArchiveEntry[], { zip64 = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const content = Buffer.from(entry.content);
    const packed = entry.stored ? content : deflateRawSync(content);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(name.length, 26);
    parts.push(header, name, packed);
    directory.push(directoryRecord(entry, name, content, packed.length, offset, zip64));
    offset += header.length + name.length + packed.length;
  }
  const size = directory.reduce((sum, record) => sum + record.length, 0);
  return Buffer.concat([...parts, ...directory, ...directoryEnd(entries.length, size, offset, zip64)]);
}

function directoryRecord(
  entry: ArchiveEntry,
  name: Buffer,
  content: Buffer,
  packedBytes: number,
  offset: number,
  zip64: boolean,
): Buffer {
  const size = entry.statedSize ?? content.length;
  const extra = Buffer.alloc(zip64 ? 28 : 0);
  if (zip64) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [index, value] of [size, packedBytes, offset].entries())
      extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  }
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE((entry.flags ?? 0) | 0x800, 8);
  record.writeUInt16LE(entry.stored ? 0 : 8, 10);
  record.writeUInt32LE(entry.statedChecksum ?? crc32(content), 16);
  record.writeUInt32LE(zip64 ? 0xffffffff : packedBytes, 20);
  record.writeUInt32LE(zip64 ? 0xffffffff : size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(zip64 ? 0xffffffff : offset, 42);
  return Buffer.concat([record, name, extra]);
}

function directoryEnd(count: number, size: number, offset: number, zip64: boolean): Buffer[] {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(zip64 ? 0xffff : count, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : size, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16);
  if (!zip64) return [end];
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  return [record, locator, end];
}

interface SheetFixture {
  name?: string;
  state?: string;
  rows?: string;
  xml?: string | Uint8Array;
  target?: string;
  part?: string;
  type?: string;
}

export interface WorkbookFixture {
  sheets: SheetFixture[];
  texts?: string;
  styles?: string;
  workbookPr?: string;
}

export function workbookEntries({ sheets, texts, styles, workbookPr = '' }: WorkbookFixture): ArchiveEntry[] {
  const relationships: string[] = [];
  const listed = sheets.map(({ name, state, target, type = 'worksheet' }, index) => {
    const id = `rId${index + 1}`;
    relationships.push(relationship(id, type, target ?? `worksheets/sheet${index + 1}.xml`));
    const stated = state ? ` state="${state}"` : '';
    return `<sheet name="${name ?? `Sheet${index + 1}`}" sheetId="${index + 1}"${stated} r:id="${id}"/>`;
  });
  if (texts !== undefined) relationships.push(relationship('rIdTexts', 'sharedStrings', 'sharedStrings.xml'));
  if (styles !== undefined) relationships.push(relationship('rIdStyles', 'styles', 'styles.xml'));
  const entries: ArchiveEntry[] = [
    {
      name: '_rels/.rels',
      content: relationshipsXml([relationship('rId1', 'officeDocument', 'xl/workbook.xml')]),
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml(relationships) },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${workbookPr}<sheets>${listed.join('')}</sheets></workbook>`,
    },
  ];
  for (const [index, { part, xml, rows = '' }] of sheets.entries()) {
    entries.push({ name: part ?? `xl/worksheets/sheet${index + 1}.xml`, content: xml ?? sheetXml(rows) });
  }
  if (texts !== undefined)
    entries.push({ name: 'xl/sharedStrings.xml', content: `${XML}<sst xmlns="${MAIN}">${texts}</sst>` });
  if (styles !== undefined) {
    entries.push({
      name: 'xl/styles.xml',
      content: `${XML}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    });
  }
  return entries;
}

export function workbookFixture(workbook: WorkbookFixture): Buffer {
  return archiveFixture(workbookEntries(workbook));
}

export function sheetXml(rows: string): string {
  return `${XML}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${rows}</sheetData><pageMargins left="0.7"/></worksheet>`;
}

function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function relationshipsXml(relationships: string[]): string {
  return `${XML}<Relationships xmlns="${PACKAGE}">${relationships.join('')}</Relationships>`;
}

export async function readAll(
  file: Uint8Array | ByteSource,
  {
    name = 'book.xlsx',
    sheet = 0,
    limits = {},
  }: { name?: string; sheet?: number; limits?: Partial<TabularLimits> } = {},
): Promise<Row[]> {
  const source = file instanceof Uint8Array ? bytesSource(file) : file;
  const table = await openTableFile(source, name, { ...defaultTabularLimits, ...limits });
  const found = table.sheets[sheet];
  if (!found) throw new RangeError(`no sheet ${sheet}`);
  const rows: Row[] = [];
  for await (const batch of table.rows(found)) rows.push(...batch);
  await table.close();
  return rows;
}

export async function readCells(
  rows: string,
  others: Omit<WorkbookFixture, 'sheets'> = {},
): Promise<CellValue[] | undefined> {
  const [row] = await readAll(workbookFixture({ sheets: [{ rows }], ...others }));
  return row?.cells;
}

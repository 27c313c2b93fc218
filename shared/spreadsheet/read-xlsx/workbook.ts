import type { TabularLimits } from '../table/limits';
import { TableFileError, tooLarge, unreadable } from '../table/table-file';
import { type Relationship, readRelationships, readSmallPart } from './relationships';
import { eachElement, type XmlElement } from './xml-elements';
import { decodeOfficeEscapes } from './xml-text';
import type { Archive } from './zip';

const WORKBOOK_PART = 'xl/workbook.xml';

export interface Workbook {
  part: string;
  sheets: WorkbookSheet[];
  date1904: boolean;
  stylesPart: string | undefined;
  sharedTextsPart: string | undefined;
}

interface WorkbookSheet {
  name: string;
  hidden: boolean;
  part: string;
}

interface SheetEntry {
  name: string;
  hidden: boolean;
  relationshipId: string | undefined;
}

export async function readWorkbook(archive: Archive, limits: TabularLimits): Promise<Workbook> {
  const part = await workbookPart(archive, limits);
  const relationships = await readRelationships(archive, part, limits);
  const partOf = (type: string) => relationships.find((one) => one.type === type)?.part;
  const entries: SheetEntry[] = [];
  let date1904 = false;
  await eachElement(readSmallPart(archive, part, limits), (element) => {
    // Excel's extension list has another workbookPr, which knows nothing of dates.
    if (element.name === 'workbookPr' && element.parent === 'workbook')
      date1904 = isTrue(element.attribute('date1904'));
    else if (element.name === 'sheet' && element.parent === 'sheets') entries.push(sheetEntry(element));
    if (entries.length > limits.sheetsMax)
      throw tooLarge(`The workbook has more than ${limits.sheetsMax} sheets.`);
  });
  const sheets = sheetsOf(entries, relationships, archive);
  const textsPart = partOf('sharedStrings');
  // Some writers name a part of texts and write none when every text stands in its cell.
  const sharedTextsPart = textsPart !== undefined && archive.has(textsPart) ? textsPart : undefined;
  return { part, sheets, date1904, stylesPart: partOf('styles'), sharedTextsPart };
}

async function workbookPart(archive: Archive, limits: TabularLimits): Promise<string> {
  const relationships = await readRelationships(archive, '', limits);
  const part = relationships.find((one) => one.type === 'officeDocument')?.part ?? WORKBOOK_PART;
  if (part.toLowerCase().endsWith('.bin'))
    throw unsupported('This is a binary workbook (.xlsb). Save it as .xlsx.');
  if (!archive.has(part)) throw unreadable('The file is an archive without a workbook in it.');
  if (/(?:^|\/)(?:document|presentation)\.xml$/i.test(part)) {
    throw unsupported('This is a document or a presentation, not a workbook.');
  }
  return part;
}

function unsupported(message: string): TableFileError {
  return new TableFileError('UNSUPPORTED_FILE_TYPE', message);
}

function sheetEntry({ attribute, prefixed }: XmlElement): SheetEntry {
  const state = attribute('state');
  return {
    name: decodeOfficeEscapes(attribute('name') ?? ''),
    hidden: state === 'hidden' || state === 'veryHidden',
    relationshipId: prefixed('id'),
  };
}

function sheetsOf(entries: SheetEntry[], relationships: Relationship[], archive: Archive): WorkbookSheet[] {
  const byId = new Map(relationships.map((one) => [one.id, one]));
  const parts = new Set<string>();
  return entries.flatMap(({ name, hidden, relationshipId }) => {
    const relationship = byId.get(relationshipId ?? '');
    if (relationship && relationship.type !== 'worksheet') return [];
    const part = relationship?.part ?? '';
    if (!archive.has(part))
      throw unreadable(`The file is damaged: the content of sheet "${name}" is missing.`);
    if (parts.has(part.toLowerCase()))
      throw unreadable(`The file is damaged: sheet "${name}" is another sheet too.`);
    parts.add(part.toLowerCase());
    return [{ name, hidden, part }];
  });
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

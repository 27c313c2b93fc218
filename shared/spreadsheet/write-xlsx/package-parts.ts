import type { DefinedName } from './choices';
import { type Drawn, drawingContentTypes } from './drawing';
import { part, relationshipList, officeRelationships as relationships, schemas } from './package-part';
import { quotedSheetName } from './sheet-name';
import { escapeText } from './text';
import type { ArchiveEntry } from './zip';

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export interface ListedSheet {
  name: string;
  hidden: boolean;
  filterReference?: string | undefined;
  titleRows?: { from: number; to: number } | undefined;
}

export interface Properties {
  title: string;
  creator: string;
  subject: string;
  language: string;
  createdAt: Date;
}

export function worksheetPath(sheetNumber: number): string {
  return `xl/worksheets/sheet${sheetNumber}.xml`;
}

export function openingParts({ title, creator, subject, language, createdAt }: Properties): ArchiveEntry[] {
  const created = `${createdAt.toISOString().slice(0, 19)}Z`;
  const core = `<cp:coreProperties xmlns:cp="${schemas}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeText(title)}</dc:title><dc:creator>${escapeText(creator)}</dc:creator>${property('subject', subject)}${property('language', language)}<dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`;
  return [
    part(
      '_rels/.rels',
      relationshipList([
        [`${relationships}/officeDocument`, 'xl/workbook.xml'],
        [`${schemas}/package/2006/relationships/metadata/core-properties`, 'docProps/core.xml'],
      ]),
    ),
    part('docProps/core.xml', core),
  ];
}

const property = (name: 'subject' | 'language', value: string) =>
  value === '' ? '' : `<dc:${name}>${escapeText(value)}</dc:${name}>`;

interface Contents {
  sheets: readonly ListedSheet[];
  names: readonly DefinedName[];
  drawn: Drawn;
}

export function closingParts({ sheets, names, drawn }: Contents): ArchiveEntry[] {
  const targets = sheets.map((_, index): [string, string] => [
    `${relationships}/worksheet`,
    worksheetPath(index + 1).replace('xl/', ''),
  ]);
  return [
    part('xl/workbook.xml', workbook(sheets, names)),
    part(
      'xl/_rels/workbook.xml.rels',
      relationshipList([...targets, [`${relationships}/styles`, 'styles.xml']]),
    ),
    part('[Content_Types].xml', contentTypes(sheets.length, drawn)),
  ];
}

function contentTypes(sheetCount: number, drawn: Drawn): string {
  const parts = [
    ['/xl/workbook.xml', `${spreadsheet}.sheet.main+xml`],
    ['/xl/styles.xml', `${spreadsheet}.styles+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ...Array.from({ length: sheetCount }, (_, index) => [
      `/${worksheetPath(index + 1)}`,
      `${spreadsheet}.worksheet+xml`,
    ]),
    ...drawingContentTypes(drawn),
  ];
  const overrides = parts.map(([path, type]) => `<Override PartName="${path}" ContentType="${type}"/>`);
  return `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function workbook(sheets: readonly ListedSheet[], names: readonly DefinedName[]): string {
  const list = sheets.map(({ name, hidden }, index) => {
    const state = hidden ? ' state="hidden"' : '';
    return `<sheet name="${escapeText(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  const front = sheets.findIndex(({ hidden }) => !hidden);
  const activeTab = front > 0 ? ` activeTab="${front}"` : '';
  const defined = definedNames(sheets, names);
  return `<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${relationships}"><workbookPr/><bookViews><workbookView${activeTab}/></bookViews><sheets>${list.join('')}</sheets>${defined === '' ? '' : `<definedNames>${defined}</definedNames>`}</workbook>`;
}

function definedNames(sheets: readonly ListedSheet[], names: readonly DefinedName[]): string {
  const ofSheets = sheets.flatMap(({ name, filterReference, titleRows }, index) => {
    const local = `localSheetId="${index}"`;
    const filter =
      filterReference === undefined
        ? []
        : `<definedName name="_xlnm._FilterDatabase" ${local} hidden="1">${escapeText(filterReference)}</definedName>`;
    if (titleRows === undefined) return filter;
    const rows = `${quotedSheetName(name)}!$${titleRows.from}:$${titleRows.to}`;
    return [
      filter,
      `<definedName name="_xlnm.Print_Titles" ${local}>${escapeText(rows)}</definedName>`,
    ].flat();
  });
  const ranges = names.map(
    ({ name, reference }) => `<definedName name="${name}">${escapeText(reference)}</definedName>`,
  );
  return [...ofSheets, ...ranges].join('');
}

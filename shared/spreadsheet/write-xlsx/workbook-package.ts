import type { SheetOutput } from '../write-output';
import { ChoiceLists, type DefinedName } from './choices';
import { headerRowNumber } from './header-rows';
import { worksheetXml } from './sheet';
import { filledReference, SheetNames } from './sheet-name';
import { RowSource, type SheetSource } from './sheet-source';
import { stylesXml } from './styles';
import { escapeText } from './text';
import type { ArchiveEntry } from './zip';

export interface PackageOptions extends Properties {
  sheetRowsMax: number;
}

const noSheet: SheetOutput = { name: 'Sheet1', columns: [], rows: noRows(), freezeHeader: false };

/** The files inside an .xlsx file, in the order of writing: those that name all sheets come last. */
export async function* workbookPackage(
  sheets: SheetSource,
  options: PackageOptions,
): AsyncGenerator<ArchiveEntry, void> {
  const written = new WrittenSheets(options.sheetRowsMax);
  yield* openingParts(options);
  yield { path: 'xl/styles.xml', content: [stylesXml()] };
  for (let sheet = await sheets.next(); sheet !== undefined; sheet = await sheets.next())
    yield* written.write(sheet);
  if (written.list.every(({ hidden }) => hidden)) yield* written.write(noSheet);
  const lists = written.choices.sheet();
  if (lists !== undefined) yield* written.write(lists);
  const names = written.choices.definedNames(written.list.at(-1)?.name ?? '');
  yield* closingParts(written.list, names);
}

class WrittenSheets {
  readonly list: ListedSheet[] = [];
  readonly choices = new ChoiceLists();
  readonly #names = new SheetNames();
  readonly #sheetRowsMax: number;

  constructor(sheetRowsMax: number) {
    this.#sheetRowsMax = sheetRowsMax;
  }

  async *write(sheet: SheetOutput): AsyncGenerator<ArchiveEntry, void> {
    const source = new RowSource(sheet.rows);
    const choiceNames = sheet.columns.map((column) => this.choices.nameFor(column));
    const { hidden = false } = sheet;
    try {
      do {
        const name = this.#names.claim(sheet.name);
        const selected = !hidden && this.list.every((earlier) => earlier.hidden);
        const takenBefore = source.taken;
        const path = worksheetPath(this.list.length + 1);
        const sheetRowsMax = this.#sheetRowsMax;
        yield { path, content: worksheetXml({ name, sheet, source, sheetRowsMax, selected, choiceNames }) };
        const headerRow = headerRowNumber(sheet);
        const lastRow = source.taken - takenBefore + headerRow;
        const filtered = sheet.autoFilter !== false && sheet.columns.length > 0;
        const filterReference = filtered
          ? filledReference(name, sheet.columns.length, lastRow, headerRow)
          : undefined;
        this.list.push({ name, hidden, filterReference });
      } while (await source.hasMore());
      if (sheet.rowCount !== undefined && sheet.rowCount !== source.taken)
        throw new RangeError(
          `Sheet "${sheet.name}" announced ${sheet.rowCount} rows and gave ${source.taken}`,
        );
    } finally {
      await source.close();
    }
  }
}

async function* noRows(): AsyncGenerator<never> {}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = 'http://schemas.openxmlformats.org';
const relationships = `${schemas}/officeDocument/2006/relationships`;
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface ListedSheet {
  name: string;
  hidden: boolean;
  filterReference?: string;
}

interface Properties {
  title: string;
  creator: string;
  createdAt: Date;
}

function worksheetPath(sheetNumber: number): string {
  return `xl/worksheets/sheet${sheetNumber}.xml`;
}

function openingParts({ title, creator, createdAt }: Properties): ArchiveEntry[] {
  const created = `${createdAt.toISOString().slice(0, 19)}Z`;
  const core = `<cp:coreProperties xmlns:cp="${schemas}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeText(title)}</dc:title><dc:creator>${escapeText(creator)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`;
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

function closingParts(sheets: readonly ListedSheet[], names: readonly DefinedName[]): ArchiveEntry[] {
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
    part('[Content_Types].xml', contentTypes(sheets.length)),
  ];
}

function part(path: string, xml: string): ArchiveEntry {
  return { path, content: [declaration + xml] };
}

function relationshipList(targets: [type: string, target: string][]): string {
  const list = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${schemas}/package/2006/relationships">${list.join('')}</Relationships>`;
}

function contentTypes(sheetCount: number): string {
  const parts = [
    ['/xl/workbook.xml', `${spreadsheet}.sheet.main+xml`],
    ['/xl/styles.xml', `${spreadsheet}.styles+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ...Array.from({ length: sheetCount }, (_, index) => [
      `/${worksheetPath(index + 1)}`,
      `${spreadsheet}.worksheet+xml`,
    ]),
  ];
  const overrides = parts.map(([path, type]) => `<Override PartName="${path}" ContentType="${type}"/>`);
  return `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function workbook(sheets: readonly ListedSheet[], names: readonly DefinedName[]): string {
  const list = sheets.map(({ name, hidden }, index) => {
    const state = hidden ? ' state="hidden"' : '';
    return `<sheet name="${escapeText(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  const filters = sheets.flatMap(({ filterReference }, index) =>
    filterReference === undefined
      ? []
      : `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${escapeText(filterReference)}</definedName>`,
  );
  const ranges = names.map(
    ({ name, reference }) => `<definedName name="${name}">${escapeText(reference)}</definedName>`,
  );
  const front = sheets.findIndex(({ hidden }) => !hidden);
  const activeTab = front > 0 ? ` activeTab="${front}"` : '';
  const defined = [...filters, ...ranges].join('');
  return `<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${relationships}"><workbookPr/><bookViews><workbookView${activeTab}/></bookViews><sheets>${list.join('')}</sheets>${defined === '' ? '' : `<definedNames>${defined}</definedNames>`}</workbook>`;
}

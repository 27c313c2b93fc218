import {
  appPropertiesXml,
  contentTypesXml,
  corePropertiesXml,
  packageRelations,
  relationshipsXml,
  sheetRelations,
  themeXml,
} from './package';
import {
  type CorpusSheet,
  dimensionOf,
  escaped,
  mainSpace,
  officeSpace,
  type Part,
  rowsXml,
  serialOf,
  spaceOf,
} from './sheet';
import { zipOf } from './zip';

const pythonZip = { madeBy: 20 | (3 << 8) };

/** openpyxl: no declaration, ASCII with numeric references, texts in their cells, absolute targets. */
export function openpyxl(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const relations = [
    ...sheetRelations(sheets, 1, '/xl/worksheets/'),
    { id: `rId${sheets.length + 1}`, type: 'styles', target: 'styles.xml' },
    { id: `rId${sheets.length + 2}`, type: 'theme', target: 'theme/theme1.xml' },
  ];
  const typeFirst = (id: string, type: string, target: string) =>
    `<Relationship Type="${type}" Target="${target}" Id="${id}"/>`;
  const parts: Part[] = [
    { name: 'docProps/app.xml', content: appPropertiesXml('', 'Microsoft Excel') },
    { name: 'docProps/core.xml', content: corePropertiesXml('') },
    { name: 'xl/theme/theme1.xml', content: themeXml('<?xml version="1.0"?>\n') },
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: openpyxlSheet(sheet),
    })),
    { name: 'xl/styles.xml', content: openpyxlStyles },
    { name: '_rels/.rels', content: relationshipsXml('', packageRelations, typeFirst) },
    { name: 'xl/workbook.xml', content: openpyxlWorkbook(sheets) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml('', relations, typeFirst) },
  ];
  const types = { name: '[Content_Types].xml', content: contentTypesXml('', parts) };
  return zipOf([...parts, types], { ...pythonZip, dosTime: 0x6db3, dosDate: 0x5c2f });
}

const asciiOf = (text: string): string =>
  escaped(text).replace(/[^\n -~]/gu, (character) => `&#${character.codePointAt(0)};`);

function openpyxlSheet(sheet: CorpusSheet): string {
  const rows = rowsXml(sheet, (value, cell) => {
    if (typeof value === 'string')
      return `<c r="${cell}" t="inlineStr"><is><t${spaceOf(value)}>${asciiOf(value)}</t></is></c>`;
    if (typeof value === 'boolean') return `<c r="${cell}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number') return `<c r="${cell}" t="n"><v>${value}</v></c>`;
    return `<c r="${cell}" s="1" t="n"><v>${serialOf(value)}</v></c>`;
  });
  return `<worksheet xmlns="${mainSpace}"><sheetPr><outlinePr summaryBelow="1" summaryRight="1"/><pageSetUpPr/></sheetPr><dimension ref="${dimensionOf(sheet)}"/><sheetViews><sheetView workbookViewId="0"><selection activeCell="A1" sqref="A1"/></sheetView></sheetViews><sheetFormatPr baseColWidth="8" defaultRowHeight="15"/><sheetData>${rows}</sheetData><pageMargins left="0.75" right="0.75" top="1" bottom="1" header="0.5" footer="0.5"/></worksheet>`;
}

function openpyxlWorkbook(sheets: readonly CorpusSheet[]): string {
  const listed = sheets.map(
    ({ name }, at) =>
      `<sheet xmlns:r="${officeSpace}" name="${asciiOf(name)}" sheetId="${at + 1}" state="visible" r:id="rId${at + 1}"/>`,
  );
  return `<workbook xmlns="${mainSpace}"><workbookPr/><workbookProtection/><bookViews><workbookView visibility="visible" minimized="0" showHorizontalScroll="1" showVerticalScroll="1" showSheetTabs="1" tabRatio="600" firstSheet="0" activeTab="0" autoFilterDateGrouping="1"/></bookViews><sheets>${listed.join('')}</sheets><definedNames/><calcPr calcId="124519" fullCalcOnLoad="1"/></workbook>`;
}

const fills =
  '<fills count="2"><fill><patternFill/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>';
const openpyxlStyles = `<styleSheet xmlns="${mainSpace}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><fonts count="1"><font><name val="Calibri"/><family val="2"/><color theme="1"/><sz val="11"/><scheme val="minor"/></font></fonts>${fills}<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" pivotButton="0" quotePrefix="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" pivotButton="0" quotePrefix="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0" hidden="0"/></cellStyles></styleSheet>`;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** xlsxwriter with constant_memory: texts in their cells and no part of shared ones, numbers of at most 16 digits. */
export function xlsxwriter(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const relations = [
    ...sheetRelations(sheets),
    { id: `rId${sheets.length + 1}`, type: 'theme', target: 'theme/theme1.xml' },
    { id: `rId${sheets.length + 2}`, type: 'styles', target: 'styles.xml' },
  ];
  const parts: Part[] = [
    { name: '_rels/.rels', content: relationshipsXml(declaration, packageRelations) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml(declaration, relations) },
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: xlsxwriterSheet(sheet, at),
    })),
    { name: 'xl/workbook.xml', content: xlsxwriterWorkbook(sheets) },
    { name: 'xl/styles.xml', content: xlsxwriterStyles },
    { name: 'xl/theme/theme1.xml', content: themeXml(declaration) },
    { name: 'docProps/core.xml', content: corePropertiesXml(declaration) },
    { name: 'docProps/app.xml', content: appPropertiesXml(declaration, 'Microsoft Excel') },
  ];
  const types = { name: '[Content_Types].xml', content: contentTypesXml(declaration, parts) };
  return zipOf([types, ...parts], { ...pythonZip, dosDate: 0x3f });
}

function xlsxwriterSheet(sheet: CorpusSheet, at: number): string {
  const rows = rowsXml(sheet, (value, cell) => {
    if (typeof value === 'string')
      return `<c r="${cell}" t="inlineStr"><is><t${spaceOf(value)}>${escaped(value)}</t></is></c>`;
    if (typeof value === 'boolean') return `<c r="${cell}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number') return `<c r="${cell}"><v>${Number(value.toPrecision(16))}</v></c>`;
    return `<c r="${cell}" s="1"><v>${serialOf(value)}</v></c>`;
  });
  const selected = at === 0 ? ' tabSelected="1"' : '';
  return `${declaration}<worksheet xmlns="${mainSpace}" xmlns:r="${officeSpace}"><dimension ref="${dimensionOf(sheet)}"/><sheetViews><sheetView${selected} workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>${rows}</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`;
}

function xlsxwriterWorkbook(sheets: readonly CorpusSheet[]): string {
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${mainSpace}" xmlns:r="${officeSpace}"><fileVersion appName="xl" lastEdited="4" lowestEdited="4" rupBuild="4505"/><workbookPr defaultThemeVersion="124226"/><bookViews><workbookView xWindow="240" yWindow="15" windowWidth="16095" windowHeight="9660"/></bookViews><sheets>${listed.join('')}</sheets><calcPr calcId="124519" fullCalcOnLoad="1"/></workbook>`;
}

const xlsxwriterStyles = `${declaration}<styleSheet xmlns="${mainSpace}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><fonts count="1"><font><sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts>${fills}<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/><tableStyles count="0" defaultTableStyle="TableStyleMedium9" defaultPivotStyle="PivotStyleLight16"/></styleSheet>`;

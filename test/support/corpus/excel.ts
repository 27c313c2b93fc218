import {
  type CorpusSheet,
  corePropertiesType,
  dimensionOf,
  epoch1904,
  escaped,
  excelNumber,
  isoOf,
  mainSpace,
  officeSpace,
  type Part,
  packageSpace,
  rowsXml,
  serialOf,
  spaceOf,
  TextTable,
  typesSpace,
} from './sheet';
import { type ZipManner, zipOf } from './zip';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const contentType = 'application/vnd.openxmlformats-officedocument';
const excelZip: ZipManner = { flags: 0x6, madeBy: 45, growthHintBytes: 0x208 };
const compatibility =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr xr2 xr3" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xmlns:xr2="http://schemas.microsoft.com/office/spreadsheetml/2015/revision2" xmlns:xr3="http://schemas.microsoft.com/office/spreadsheetml/2016/revision3"';

/** Where the editions of Excel differ. */
interface Edition {
  application: string;
  main: string;
  office: string;
  rootAttributes: string;
  workbookPr: string;
  savedIn: string;
  rowAttributes: string;
  /** A date as the attributes of its cell and its value. */
  date(day: Date): [type: string, value: string];
}

const windows: Edition = {
  application: 'Microsoft Excel',
  main: mainSpace,
  office: officeSpace,
  rootAttributes: '',
  workbookPr: '<workbookPr defaultThemeVersion="166925"/>',
  savedIn: 'C:\\Users\\estimator\\Documents\\',
  rowAttributes: 'x14ac:dyDescent="0.25"',
  date: (day) => ['', String(serialOf(day))],
};

const mac: Edition = {
  ...windows,
  application: 'Microsoft Macintosh Excel',
  workbookPr: '<workbookPr date1904="1" showInkAnnotation="0" autoCompressPictures="0"/>',
  savedIn: '/Users/estimator/Desktop/',
  rowAttributes: 'x14ac:dyDescent="0.2"',
  date: (day) => ['', String(serialOf(day, epoch1904))],
};

const strict: Edition = {
  ...windows,
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  rootAttributes: ' conformance="strict"',
  workbookPr: '<workbookPr dateCompatibility="0" defaultThemeVersion="166925"/>',
  date: (day) => [' t="d"', isoOf(day)],
};

export const excelForWindows = (sheets: readonly CorpusSheet[]) => excelFile(sheets, windows);
export const excelForMac = (sheets: readonly CorpusSheet[]) => excelFile(sheets, mac);
export const excelStrict = (sheets: readonly CorpusSheet[]) => excelFile(sheets, strict);

function excelFile(sheets: readonly CorpusSheet[], edition: Edition): Buffer<ArrayBuffer> {
  const texts = new TextTable();
  const worksheets = sheets.map((sheet, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: worksheetXml(sheet, at, edition, texts),
  }));
  const parts: Part[] = [
    { name: '[Content_Types].xml', content: contentTypesXml(sheets.length) },
    { name: '_rels/.rels', content: packageRelationships(edition) },
    { name: 'xl/workbook.xml', content: workbookXml(sheets, edition) },
    { name: 'xl/_rels/workbook.xml.rels', content: workbookRelationships(sheets.length, edition) },
    ...worksheets,
    { name: 'xl/theme/theme1.xml', content: themeXml },
    { name: 'xl/styles.xml', content: stylesXml(edition) },
    { name: 'xl/sharedStrings.xml', content: sharedStringsXml(texts, edition) },
    { name: 'docProps/core.xml', content: coreXml },
    { name: 'docProps/app.xml', content: appXml(edition) },
  ];
  return zipOf(parts, excelZip);
}

function worksheetXml(sheet: CorpusSheet, at: number, edition: Edition, texts: TextTable): string {
  const rows = rowsXml(
    sheet,
    (value, cell) => {
      if (typeof value === 'string') return `<c r="${cell}" t="s"><v>${texts.indexOf(value)}</v></c>`;
      if (typeof value === 'boolean') return `<c r="${cell}" t="b"><v>${value ? 1 : 0}</v></c>`;
      if (typeof value === 'number') return `<c r="${cell}"><v>${excelNumber(value)}</v></c>`;
      const [type, written] = edition.date(value);
      return `<c r="${cell}" s="1"${type}><v>${written}</v></c>`;
    },
    (number, cells, width) => `<row r="${number}" spans="1:${width}" ${edition.rowAttributes}>${cells}</row>`,
  );
  const view = at === 0 ? '<sheetView tabSelected="1" workbookViewId="0"' : '<sheetView workbookViewId="0"';
  return `${declaration}<worksheet xmlns="${edition.main}" xmlns:r="${edition.office}" ${compatibility} xr:uid="{00000000-0001-0000-0000-000000000000}"><dimension ref="${dimensionOf(sheet)}"/><sheetViews>${view}/></sheetViews><sheetFormatPr defaultRowHeight="15" ${edition.rowAttributes}/><cols><col min="1" max="1" width="10.7109375" bestFit="1" customWidth="1"/></cols><sheetData>${rows}</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`;
}

function workbookXml(sheets: readonly CorpusSheet[], edition: Edition): string {
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const path = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x15"><x15ac:absPath url="${edition.savedIn}" xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"/></mc:Choice></mc:AlternateContent>`;
  const extensions =
    '<extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}" xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>';
  return `${declaration}<workbook xmlns="${edition.main}" xmlns:r="${edition.office}" ${compatibility}${edition.rootAttributes}><fileVersion appName="xl" lastEdited="7" lowestEdited="7" rupBuild="26026"/>${edition.workbookPr}${path}<xr:revisionPtr revIDLastSave="0" documentId="8_{8C6F7B0E-1B3B-4A55-9F1D-6A3D7A1B2C3D}" xr6:coauthVersionLast="47" xr6:coauthVersionMax="47" xmlns:xr6="http://schemas.microsoft.com/office/spreadsheetml/2016/revision6"/><bookViews><workbookView xWindow="-120" yWindow="-120" windowWidth="29040" windowHeight="15840"/></bookViews><sheets>${listed.join('')}</sheets><calcPr calcId="191029"/>${extensions}</workbook>`;
}

function workbookRelationships(count: number, { office }: Edition): string {
  const one = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`;
  const sheets = Array.from({ length: count }, (_, at) =>
    one(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`),
  );
  const list = [
    one(count + 2, 'styles', 'styles.xml'),
    one(count + 1, 'theme', 'theme/theme1.xml'),
    ...sheets.toReversed(),
    one(count + 3, 'sharedStrings', 'sharedStrings.xml'),
  ];
  return `${declaration}<Relationships xmlns="${packageSpace}">${list.join('')}</Relationships>`;
}

const packageRelationships = ({ office }: Edition): string =>
  `${declaration}<Relationships xmlns="${packageSpace}"><Relationship Id="rId3" Type="${office}/extended-properties" Target="docProps/app.xml"/><Relationship Id="rId2" Type="${corePropertiesType}" Target="docProps/core.xml"/><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function contentTypesXml(count: number): string {
  const sheets = Array.from(
    { length: count },
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${contentType}.spreadsheetml.worksheet+xml"/>`,
  );
  return `${declaration}<Types xmlns="${typesSpace}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.spreadsheetml.sheet.main+xml"/>${sheets.join('')}<Override PartName="/xl/theme/theme1.xml" ContentType="${contentType}.theme+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${contentType}.spreadsheetml.sharedStrings+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/docProps/app.xml" ContentType="${contentType}.extended-properties+xml"/></Types>`;
}

function sharedStringsXml({ texts, count }: TextTable, { main }: Edition): string {
  const items = texts.map((text) => {
    const space = text.includes('\n') ? ' xml:space="preserve"' : spaceOf(text);
    return `<si><t${space}>${escaped(text)}</t></si>`;
  });
  return `${declaration}<sst xmlns="${main}" count="${count}" uniqueCount="${texts.length}">${items.join('')}</sst>`;
}

const stylesXml = ({ main }: Edition): string =>
  `${declaration}<styleSheet xmlns="${main}" ${compatibility}><fonts count="1" x14ac:knownFonts="1"><font><sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/><tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/></styleSheet>`;

const themeXml = `${declaration}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office Theme"><a:themeElements/></a:theme>`;
const coreXml = `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Estimator</dc:creator></cp:coreProperties>`;
const appXml = ({ application }: Edition): string =>
  `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>${application}</Application><AppVersion>16.0300</AppVersion></Properties>`;

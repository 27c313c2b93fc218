import {
  appPropertiesXml,
  contentTypesXml,
  corePropertiesXml,
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
  TextTable,
} from './sheet';
import { zipOf } from './zip';

const mark = '\ufeff';
const marked = `${mark}<?xml version="1.0" encoding="utf-8"?>`;
const spaced = (id: string, type: string, target: string) =>
  `<Relationship Type="${type}" Target="${target}" Id="${id}" />`;
const numberFormats = '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts>';

const fills =
  '<fills count="2"><fill><patternFill patternType="none" /></fill><fill><patternFill patternType="gray125" /></fill></fills><borders count="1"><border><left /><right /><top /><bottom /><diagonal /></border></borders>';

/** EPPlus: a byte order mark before the parts that a document object writes, blanks before `/>`, absolute targets. */
export function epplus(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const plain = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const texts = new TextTable();
  const worksheets = sheets.map((sheet, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: `${plain}<worksheet xmlns="${mainSpace}" xmlns:r="${officeSpace}"><dimension ref="${dimensionOf(sheet)}" /><sheetViews><sheetView${at === 0 ? ' tabSelected="1"' : ''} workbookViewId="0" /></sheetViews><sheetFormatPr defaultRowHeight="15" /><cols /><sheetData>${rowsXml(sheet, epplusCell(texts))}</sheetData></worksheet>`,
  }));
  const relations = [
    ...sheetRelations(sheets, 1, '/xl/worksheets/'),
    { id: `rId${sheets.length + 1}`, type: 'styles', target: '/xl/styles.xml' },
    { id: `rId${sheets.length + 2}`, type: 'sharedStrings', target: '/xl/sharedStrings.xml' },
  ];
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}" />`,
  );
  const items = texts.texts.map((text) => `<si><t${spaceOf(text)}>${escaped(text)}</t></si>`);
  const root = [{ id: 'rId1', type: 'officeDocument', target: '/xl/workbook.xml' }];
  const parts: Part[] = [
    { name: '_rels/.rels', content: relationshipsXml(plain, root, spaced) },
    { name: 'docProps/app.xml', content: appPropertiesXml(marked, 'EPPlus') },
    { name: 'docProps/core.xml', content: corePropertiesXml(marked) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml(plain, relations, spaced) },
    {
      name: 'xl/sharedStrings.xml',
      content: `${plain}<sst xmlns="${mainSpace}" count="${texts.texts.length}" uniqueCount="${texts.texts.length}">${items.join('')}</sst>`,
    },
    {
      name: 'xl/styles.xml',
      content: `${marked}<styleSheet xmlns="${mainSpace}">${numberFormats}<fonts count="1"><font><sz val="11" /><name val="Calibri" /></font></fonts>${fills}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" /></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" applyNumberFormat="1" applyFill="1" applyFont="1" xfId="0" applyAlignment="1" /><xf numFmtId="164" fontId="0" applyNumberFormat="1" applyFill="1" applyFont="1" xfId="0" applyAlignment="1" /></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0" /></cellStyles><dxfs count="0" /></styleSheet>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${marked}<workbook xmlns:r="${officeSpace}" xmlns="${mainSpace}"><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="20000" windowHeight="12000" /></bookViews><sheets>${listed.join('')}</sheets></workbook>`,
    },
    ...worksheets,
  ];
  const types = { name: '[Content_Types].xml', content: contentTypesXml(plain, parts) };
  return zipOf([types, ...parts], { dosTime: 0x6db3, dosDate: 0x5c2f });
}

const epplusCell =
  (texts: TextTable) =>
  (value: string | number | boolean | Date, cell: string): string => {
    if (typeof value === 'string') return `<c r="${cell}" s="0" t="s"><v>${texts.indexOf(value)}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${cell}" s="0" t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number') return `<c r="${cell}" s="0"><v>${value}</v></c>`;
    return `<c r="${cell}" s="1"><v>${serialOf(value)}</v></c>`;
  };

/** ClosedXML: `x:` before every name, core properties under a name without sense, marks before relationships. */
export function closedXml(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const declaration = '<?xml version="1.0" encoding="utf-8"?>';
  const texts = new TextTable();
  const worksheets = sheets.map((sheet, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: `${declaration}<x:worksheet xmlns:r="${officeSpace}" xmlns:x="${mainSpace}"><x:sheetPr><x:outlinePr summaryBelow="1" summaryRight="1" /></x:sheetPr><x:dimension ref="${dimensionOf(sheet)}" /><x:sheetViews><x:sheetView workbookViewId="0" /></x:sheetViews><x:sheetFormatPr defaultRowHeight="15" />${closedXmlRows(sheet, texts)}<x:printOptions horizontalCentered="0" verticalCentered="0" headings="0" gridLines="0" /><x:pageMargins left="0.75" right="0.75" top="0.75" bottom="0.5" header="0.5" footer="0.75" /></x:worksheet>`,
  }));
  const count = sheets.length;
  const relations = [
    { id: `rId${count + 1}`, type: 'sharedStrings', target: '/xl/sharedStrings.xml' },
    { id: `rId${count + 2}`, type: 'styles', target: '/xl/styles.xml' },
    { id: `rId${count + 3}`, type: 'theme', target: '/xl/theme/theme1.xml' },
    ...sheetRelations(sheets, 1, '/xl/worksheets/'),
  ];
  const corePart = 'package/services/metadata/core-properties/8f3ad0a3c4c24a5b9c0f1f0f8d3a2b1c.psmdcp';
  const root = [
    { id: 'rId1', type: 'officeDocument', target: '/xl/workbook.xml' },
    { id: 'R0f1e2d3c4b5a6978', type: 'core-properties', target: `/${corePart}` },
  ];
  const listed = sheets.map(
    ({ name }, at) => `<x:sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}" />`,
  );
  const items = texts.texts.map((text) => `<x:si><x:t${spaceOf(text)}>${escaped(text)}</x:t></x:si>`);
  const parts: Part[] = [
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<x:workbook xmlns:r="${officeSpace}" xmlns:x="${mainSpace}"><x:workbookPr codeName="ThisWorkbook" /><x:bookViews><x:workbookView firstSheet="0" activeTab="0" /></x:bookViews><x:sheets>${listed.join('')}</x:sheets><x:definedNames /><x:calcPr calcId="125725" /></x:workbook>`,
    },
    { name: '_rels/.rels', content: relationshipsXml(marked, root, spaced) },
    {
      name: 'xl/sharedStrings.xml',
      content: `${declaration}<x:sst xmlns:x="${mainSpace}" count="${texts.count}" uniqueCount="${texts.texts.length}">${items.join('')}</x:sst>`,
    },
    { name: 'xl/styles.xml', content: `${declaration}${closedXmlStyles}` },
    { name: 'xl/theme/theme1.xml', content: themeXml(declaration) },
    ...worksheets,
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml(marked, relations, spaced) },
    { name: corePart, content: corePropertiesXml(marked) },
  ];
  const types = { name: '[Content_Types].xml', content: contentTypesXml(marked, parts) };
  return zipOf([...parts, types], { dosTime: 0x6db3, dosDate: 0x5c2f });
}

const closedXmlRows = (sheet: CorpusSheet, texts: TextTable): string =>
  `<x:sheetData>${rowsXml(
    sheet,
    (value, cell) => {
      if (typeof value === 'string')
        return `<x:c r="${cell}" s="0" t="s"><x:v>${texts.indexOf(value)}</x:v></x:c>`;
      if (typeof value === 'boolean') return `<x:c r="${cell}" s="0" t="b"><x:v>${value ? 1 : 0}</x:v></x:c>`;
      if (typeof value === 'number') return `<x:c r="${cell}" s="0"><x:v>${value}</x:v></x:c>`;
      return `<x:c r="${cell}" s="1"><x:v>${serialOf(value)}</x:v></x:c>`;
    },
    (number, cells, width) => `<x:row r="${number}" spans="1:${width}">${cells}</x:row>`,
  )}</x:sheetData>`;

const closedXmlStyles = `<x:styleSheet xmlns:x="${mainSpace}"><x:numFmts count="1"><x:numFmt numFmtId="164" formatCode="yyyy-mm-dd" /></x:numFmts><x:fonts count="1"><x:font><x:sz val="11" /><x:name val="Calibri" /></x:font></x:fonts><x:cellStyleXfs count="1"><x:xf numFmtId="0" fontId="0" /></x:cellStyleXfs><x:cellXfs count="2"><x:xf numFmtId="0" fontId="0" applyNumberFormat="1" xfId="0" /><x:xf numFmtId="164" fontId="0" applyNumberFormat="1" xfId="0" /></x:cellXfs><x:cellStyles count="1"><x:cellStyle name="Normal" xfId="0" builtinId="0" /></x:cellStyles></x:styleSheet>`;

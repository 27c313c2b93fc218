import {
  appPropertiesXml,
  contentTypesXml,
  corePropertiesXml,
  packageRelations,
  relationshipsXml,
  sheetRelations,
} from './package';
import {
  type CorpusSheet,
  dimensionOf,
  escapedWithQuotes,
  mainSpace,
  officeSpace,
  type Part,
  rowsXml,
  serialOf,
  TextTable,
} from './sheet';
import { zipOf } from './zip';

const bare = '<?xml version="1.0" encoding="UTF-8"?>\n';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const rowAttributes =
  'customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"';
const namespaces = `xmlns="${mainSpace}" xmlns:r="${officeSpace}"`;
const dateStyle = 1;
const booleanStyle = 2;

/** Calc: every attribute written out, booleans in words, a style on every cell, all outer blanks preserved. */
export function libreOffice(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const texts = new TextTable();
  const worksheets = sheets.map((sheet, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: worksheetXml(sheet, at, texts),
  }));
  const relations = [
    { id: 'rId1', type: 'styles', target: 'styles.xml' },
    ...sheetRelations(sheets, 2),
    { id: `rId${sheets.length + 2}`, type: 'sharedStrings', target: 'sharedStrings.xml' },
  ];
  const parts: Part[] = [
    { name: '_rels/.rels', content: closing(relationshipsXml(bare, packageRelations)) },
    { name: 'xl/workbook.xml', content: workbookXml(sheets) },
    { name: 'xl/styles.xml', content: stylesXml },
    ...worksheets,
    { name: 'xl/_rels/workbook.xml.rels', content: closing(relationshipsXml(bare, relations)) },
    { name: 'xl/sharedStrings.xml', content: sharedStringsXml(texts) },
    { name: 'docProps/core.xml', content: corePropertiesXml(declaration) },
    { name: 'docProps/app.xml', content: appPropertiesXml(declaration, 'LibreOffice/24.2.7.2$Linux_X86_64') },
  ];
  const types = { name: '[Content_Types].xml', content: closing(contentTypesXml(bare, parts)) };
  return zipOf([...parts, types], { flags: 0x808, dosTime: 0x6db5, dosDate: 0x5c2f });
}

/** A line break before the tag that closes the root. */
const closing = (xml: string): string =>
  `${xml.slice(0, xml.lastIndexOf('</'))}\n${xml.slice(xml.lastIndexOf('</'))}`;

function worksheetXml(sheet: CorpusSheet, at: number, texts: TextTable): string {
  const rows = rowsXml(
    sheet,
    (value, cell) => {
      if (typeof value === 'string') return `<c r="${cell}" s="0" t="s"><v>${texts.indexOf(value)}</v></c>`;
      if (typeof value === 'boolean')
        return `<c r="${cell}" s="${booleanStyle}" t="b"><v>${value ? 1 : 0}</v></c>`;
      if (typeof value === 'number') return `<c r="${cell}" s="0" t="n"><v>${value}</v></c>`;
      return `<c r="${cell}" s="${dateStyle}" t="n"><v>${serialOf(value)}</v></c>`;
    },
    (number, cells) => `<row r="${number}" ${rowAttributes}>${cells}</row>`,
  );
  return `${declaration}<worksheet ${namespaces} xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xr2="http://schemas.microsoft.com/office/spreadsheetml/2015/revision2" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><sheetPr filterMode="false"><pageSetUpPr fitToPage="false"/></sheetPr><dimension ref="${dimensionOf(sheet)}"/><sheetViews><sheetView showFormulas="false" showGridLines="true" tabSelected="${at === 0}" workbookViewId="0"><selection pane="topLeft" activeCell="A1" activeCellId="0" sqref="A1"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="11.53515625" defaultRowHeight="12.8" zeroHeight="false" outlineLevelRow="0" outlineLevelCol="0"></sheetFormatPr><sheetData>${rows}</sheetData><printOptions headings="false" gridLines="false" gridLinesSet="true" horizontalCentered="false" verticalCentered="false"/><pageMargins left="0.7875" right="0.7875" top="1.05277777777778" bottom="1.05277777777778" header="0.7875" footer="0.7875"/><headerFooter differentFirst="false" differentOddEven="false"><oddHeader>&amp;C&amp;&quot;Times New Roman,Regular&quot;&amp;12&amp;A</oddHeader></headerFooter></worksheet>`;
}

function workbookXml(sheets: readonly CorpusSheet[]): string {
  const listed = sheets.map(
    ({ name }, at) =>
      `<sheet name="${escapedWithQuotes(name)}" sheetId="${at + 1}" state="visible" r:id="rId${at + 2}"/>`,
  );
  return `${declaration}<workbook ${namespaces}><fileVersion appName="Calc"/><workbookPr backupFile="false" showObjects="all" date1904="false"/><workbookProtection/><bookViews><workbookView showHorizontalScroll="true" showVerticalScroll="true" showSheetTabs="true" xWindow="0" yWindow="0" windowWidth="16384" windowHeight="8192" tabRatio="500" firstSheet="0" activeTab="0"/></bookViews><sheets>${listed.join('')}</sheets><calcPr iterateCount="100" refMode="A1" iterate="false" iterateDelta="0.001"/><extLst><ext xmlns:loext="http://schemas.libreoffice.org/" uri="{7626C862-2A13-11E5-B345-FEFF819CDC9F}"><loext:extCalcPr stringRefSyntax="CalcA1"/></ext></extLst></workbook>`;
}

function sharedStringsXml({ texts, count }: TextTable): string {
  const items = texts.map(
    (text) => `<si><t xml:space="preserve">${escapedWithQuotes(text).replaceAll('\n', '&#10;')}</t></si>`,
  );
  return `${declaration}<sst xmlns="${mainSpace}" count="${count}" uniqueCount="${texts.length}">${items.join('')}</sst>`;
}

const style = (format: number) =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyFont="false" applyBorder="false" applyAlignment="false" applyProtection="false"><alignment horizontal="general" vertical="bottom" textRotation="0" wrapText="false" indent="0" shrinkToFit="false"/><protection locked="true" hidden="false"/></xf>`;
const stylesXml = `${declaration}<styleSheet xmlns="${mainSpace}"><numFmts count="3"><numFmt numFmtId="164" formatCode="General"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="&quot;TRUE&quot;;&quot;TRUE&quot;;&quot;FALSE&quot;"/></numFmts><fonts count="4"><font><sz val="10"/><name val="Arial"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border diagonalUp="false" diagonalDown="false"><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">${style(164)}</cellStyleXfs><cellXfs count="3">${[164, 165, 166].map(style).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

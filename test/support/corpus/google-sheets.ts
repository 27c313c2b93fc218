import { columnLetters } from '@consulting/spreadsheet/table/cell';
import { contentTypesXml, relationshipsXml, sheetRelations, themeXml } from './package';
import {
  type CorpusSheet,
  escaped,
  javaNumber,
  mainSpace,
  officeSpace,
  type Part,
  rowsXml,
  serialOf,
  spaceOf,
  TextTable,
  widthOf,
} from './sheet';
import { zipOf } from './zip';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const namespaces = `xmlns="${mainSpace}" xmlns:r="${officeSpace}"`;
const compatible =
  'xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:mv="urn:schemas-microsoft-com:mac:vml" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"';
const blankRows = 40;

/** Google Sheets: floats, a drawing for every sheet, styled rows without values below, an absolute path in the package. */
export function googleSheets(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const texts = new TextTable();
  const worksheets = sheets.map((sheet, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: worksheetXml(sheet, texts),
  }));
  const drawings = sheets.flatMap((_, at) => [
    {
      name: `xl/worksheets/_rels/sheet${at + 1}.xml.rels`,
      content: relationshipsXml(declaration, [
        { id: 'rId1', type: 'drawing', target: `../drawings/drawing${at + 1}.xml` },
      ]),
    },
    {
      name: `xl/drawings/drawing${at + 1}.xml`,
      content: `${declaration}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>`,
    },
  ]);
  const relations = [
    { id: 'rId1', type: 'theme', target: 'theme/theme1.xml' },
    { id: 'rId2', type: 'styles', target: 'styles.xml' },
    { id: 'rId3', type: 'sharedStrings', target: 'sharedStrings.xml' },
    ...sheetRelations(sheets, 4),
  ];
  const root = [{ id: 'rId1', type: 'officeDocument', target: '/xl/workbook.xml' }];
  const parts: Part[] = [
    ...worksheets,
    ...drawings,
    { name: 'xl/sharedStrings.xml', content: sharedStringsXml(texts) },
    { name: 'xl/styles.xml', content: stylesXml },
    { name: 'xl/theme/theme1.xml', content: themeXml(declaration) },
    { name: 'xl/workbook.xml', content: workbookXml(sheets) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml(declaration, relations) },
    { name: '_rels/.rels', content: relationshipsXml(declaration, root) },
  ];
  const types = { name: '[Content_Types].xml', content: contentTypesXml(declaration, parts) };
  return zipOf([...parts, types], { flags: 0x808 });
}

function worksheetXml(sheet: CorpusSheet, texts: TextTable): string {
  const row = (number: number, cells: string) =>
    `<row r="${number}" ht="15.75" customHeight="1">${cells}</row>`;
  const rows = rowsXml(
    sheet,
    (value, cell) => {
      if (typeof value === 'string') return `<c r="${cell}" s="1" t="s"><v>${texts.indexOf(value)}</v></c>`;
      if (typeof value === 'boolean') return `<c r="${cell}" s="1" t="b"><v>${value ? 1 : 0}</v></c>`;
      if (typeof value === 'number') return `<c r="${cell}" s="1"><v>${javaNumber(value)}</v></c>`;
      return `<c r="${cell}" s="2"><v>${javaNumber(serialOf(value))}</v></c>`;
    },
    row,
  );
  const blank = Array.from({ length: blankRows }, (_, at) => {
    const number = sheet.rows.length + 1 + at;
    const cells = Array.from(
      { length: widthOf(sheet) },
      (_, column) => `<c r="${columnLetters(column)}${number}" s="1"/>`,
    );
    return row(number, cells.join(''));
  });
  return `${declaration}<worksheet ${namespaces} xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ${compatible}><sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1.0" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection activeCell="B3" sqref="B3" pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/><sheetData>${rows}${blank.join('')}</sheetData><drawing r:id="rId1"/></worksheet>`;
}

function workbookXml(sheets: readonly CorpusSheet[]): string {
  const listed = sheets.map(
    ({ name }, at) =>
      `<sheet state="visible" name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 4}"/>`,
  );
  return `${declaration}<workbook ${namespaces} ${compatible}><workbookPr/><sheets>${listed.join('')}</sheets><definedNames/><calcPr/></workbook>`;
}

function sharedStringsXml({ texts, count }: TextTable): string {
  const items = texts.map((text) => `<si><t${spaceOf(text)}>${escaped(text)}</t></si>`);
  return `${declaration}<sst xmlns="${mainSpace}" count="${count}" uniqueCount="${texts.length}">${items.join('')}</sst>`;
}

const style = (format: number) =>
  `<xf borderId="0" fillId="0" fontId="1" numFmtId="${format}" xfId="0" applyAlignment="1" applyFont="1"${format ? ' applyNumberFormat="1"' : ''}><alignment readingOrder="0"/></xf>`;
const stylesXml = `${declaration}<styleSheet xmlns="${mainSpace}" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><fonts count="2"><font><sz val="10.0"/><color rgb="FF000000"/><name val="Arial"/><scheme val="minor"/></font><font><color theme="1"/><name val="Arial"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="lightGray"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf borderId="0" fillId="0" fontId="0" numFmtId="0" applyAlignment="1" applyFont="1"/></cellStyleXfs><cellXfs count="3"><xf borderId="0" fillId="0" fontId="0" numFmtId="0" xfId="0" applyAlignment="1" applyFont="1"><alignment readingOrder="0" shrinkToFit="0" vertical="bottom" wrapText="0"/></xf>${style(0)}${style(164)}</cellXfs><cellStyles count="1"><cellStyle xfId="0" name="Normal" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>`;

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
  TextTable,
} from './sheet';
import { zipOf } from './zip';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const etData = 'xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData"';
const others =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const dateStyle = 49;

/** WPS Spreadsheets: Excel's parts with namespaces of its own, fifty styles, custom properties, properties first. */
export function wps(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const texts = new TextTable();
  const worksheets = sheets.map((sheet, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: worksheetXml(sheet, texts),
  }));
  const count = sheets.length;
  const relations = [
    { id: `rId${count + 3}`, type: 'sharedStrings', target: 'sharedStrings.xml' },
    { id: `rId${count + 2}`, type: 'styles', target: 'styles.xml' },
    { id: `rId${count + 1}`, type: 'theme', target: 'theme/theme1.xml' },
    ...sheetRelations(sheets).toReversed(),
  ];
  const root = [
    ...packageRelations,
    { id: 'rId4', type: 'custom-properties', target: 'docProps/custom.xml' },
  ];
  const parts: Part[] = [
    { name: 'docProps/app.xml', content: appPropertiesXml(declaration, 'WPS 表格') },
    { name: 'docProps/core.xml', content: corePropertiesXml(declaration) },
    {
      name: 'docProps/custom.xml',
      content: `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="KSOProductBuildVer"><vt:lpwstr>2052-12.1.0.17133</vt:lpwstr></property></Properties>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml(declaration, relations) },
    { name: 'xl/sharedStrings.xml', content: sharedStringsXml(texts) },
    { name: 'xl/styles.xml', content: stylesXml },
    { name: 'xl/theme/theme1.xml', content: themeXml(declaration) },
    { name: 'xl/workbook.xml', content: workbookXml(sheets) },
    ...worksheets,
    { name: '_rels/.rels', content: relationshipsXml(declaration, root.toReversed()) },
  ];
  const types = { name: '[Content_Types].xml', content: contentTypesXml(declaration, parts) };
  return zipOf([...parts, types], { dosTime: 0x4ee2, dosDate: 0x87, madeBy: 10 });
}

function worksheetXml(sheet: CorpusSheet, texts: TextTable): string {
  const rows = rowsXml(
    sheet,
    (value, cell) => {
      if (typeof value === 'string') return `<c r="${cell}" t="s"><v>${texts.indexOf(value)}</v></c>`;
      if (typeof value === 'boolean') return `<c r="${cell}" t="b"><v>${value ? 1 : 0}</v></c>`;
      if (typeof value === 'number') return `<c r="${cell}"><v>${value}</v></c>`;
      return `<c r="${cell}" s="${dateStyle}"><v>${serialOf(value)}</v></c>`;
    },
    (number, cells, width) => `<row r="${number}" ht="13.5" spans="1:${width}">${cells}</row>`,
  );
  return `${declaration}<worksheet xmlns="${mainSpace}" xmlns:r="${officeSpace}" ${others} ${etData}><sheetPr/><dimension ref="${dimensionOf(sheet)}"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><selection activeCell="A1" sqref="A1"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="9" defaultRowHeight="13.5"/><sheetData>${rows}</sheetData><pageMargins left="0.75" right="0.75" top="1" bottom="1" header="0.5" footer="0.5"/><headerFooter/></worksheet>`;
}

function workbookXml(sheets: readonly CorpusSheet[]): string {
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${mainSpace}" xmlns:r="${officeSpace}"><fileVersion appName="xl" lastEdited="3" lowestEdited="5" rupBuild="9302"/><workbookPr/><bookViews><workbookView windowWidth="28800" windowHeight="12540"/></bookViews><sheets>${listed.join('')}</sheets><calcPr calcId="144525"/></workbook>`;
}

function sharedStringsXml({ texts, count }: TextTable): string {
  const items = texts.map((text) => `<si><t${spaceOf(text)}>${escaped(text)}</t></si>`);
  return `${declaration}<sst xmlns="${mainSpace}" count="${count}" uniqueCount="${texts.length}">${items.join('')}</sst>`;
}

const style = (format: number) =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ''}><alignment vertical="center"/></xf>`;
const stylesXml = `${declaration}<styleSheet xmlns="${mainSpace}"><numFmts count="5"><numFmt numFmtId="176" formatCode="yyyy/m/d;@"/><numFmt numFmtId="41" formatCode="_ * #,##0_ ;_ * \\-#,##0_ ;_ * &quot;-&quot;_ ;_ @_ "/><numFmt numFmtId="44" formatCode="_ &quot;￥&quot;* #,##0.00_ ;_ &quot;￥&quot;* \\-#,##0.00_ ;_ &quot;￥&quot;* &quot;-&quot;??_ ;_ @_ "/></numFmts><fonts count="1"><font><sz val="11"/><color theme="1"/><name val="宋体"/><charset val="134"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="2">${style(0)}${style(44)}</cellStyleXfs><cellXfs count="50">${style(0).repeat(dateStyle)}${style(176)}</cellXfs><cellStyles count="1"><cellStyle name="常规" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

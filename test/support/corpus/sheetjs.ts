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
  escapedWithQuotes,
  mainSpace,
  officeSpace,
  type Part,
  rowsXml,
  serialOf,
  spaceOf,
} from './sheet';
import { zipOf } from './zip';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** SheetJS: nothing packed, texts as results of formulas that are not there, days in a built-in format. */
export function sheetJs(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const count = sheets.length;
  const relations = [
    ...sheetRelations(sheets),
    { id: `rId${count + 1}`, type: 'theme', target: 'theme/theme1.xml' },
    { id: `rId${count + 2}`, type: 'styles', target: 'styles.xml' },
  ];
  const [workbook, ...properties] = packageRelations;
  const root = [...properties, ...(workbook ? [workbook] : [])];
  const parts: Part[] = [
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml(declaration, relations) },
    { name: 'xl/theme/theme1.xml', content: themeXml(declaration) },
    { name: 'xl/styles.xml', content: stylesXml },
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: worksheetXml(sheet),
    })),
    { name: 'xl/workbook.xml', content: workbookXml(sheets) },
    { name: '_rels/.rels', content: relationshipsXml(declaration, root) },
    { name: 'docProps/app.xml', content: appPropertiesXml(declaration, 'SheetJS') },
    { name: 'docProps/core.xml', content: corePropertiesXml(declaration) },
  ];
  const types = { name: '[Content_Types].xml', content: contentTypesXml(declaration, parts) };
  return zipOf([...parts, types], { stored: true, madeBy: 0, dosDate: 0 });
}

function worksheetXml(sheet: CorpusSheet): string {
  const rows = rowsXml(sheet, (value, cell) => {
    if (typeof value === 'string')
      return `<c r="${cell}" t="str"><v${spaceOf(value)}>${escapedWithQuotes(value)}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${cell}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number') return `<c r="${cell}"><v>${value}</v></c>`;
    return `<c r="${cell}" s="1"><v>${serialOf(value)}</v></c>`;
  });
  const range = dimensionOf(sheet);
  return `${declaration}<worksheet xmlns="${mainSpace}" xmlns:r="${officeSpace}"><dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetData>${rows}</sheetData><ignoredErrors><ignoredError numberStoredAsText="1" sqref="${range}"/></ignoredErrors></worksheet>`;
}

function workbookXml(sheets: readonly CorpusSheet[]): string {
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escapedWithQuotes(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${mainSpace}" xmlns:r="${officeSpace}"><workbookPr codeName="ThisWorkbook"/><sheets>${listed.join('')}</sheets></workbook>`;
}

const stylesXml = `${declaration}<styleSheet xmlns="${mainSpace}" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><numFmts count="1"><numFmt numFmtId="56" formatCode="&quot;上午/下午 &quot;hh&quot;時&quot;mm&quot;分&quot;ss&quot;秒 &quot;"/></numFmts><fonts count="1"><font><sz val="12"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>`;

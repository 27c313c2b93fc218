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
  escapedWithQuotes,
  javaNumber,
  mainSpace,
  officeSpace,
  type Part,
  rowsXml,
  serialOf,
  spaceOf,
} from './sheet';
import { zipOf } from './zip';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const notStandalone = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>';
const targetFirst = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Target="${target}" Type="${type}"/>`;

/** Apache POI streaming (SXSSF): an empty part of shared texts, texts in their cells, sizes behind the data, ZIP64. */
export function apachePoi(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const relations = [
    { id: 'rId1', type: 'sharedStrings', target: 'sharedStrings.xml' },
    { id: 'rId2', type: 'styles', target: 'styles.xml' },
    ...sheetRelations(sheets, 3),
  ];
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escapedWithQuotes(name)}" r:id="rId${at + 3}" sheetId="${at + 1}"/>`,
  );
  const parts: Part[] = [
    { name: '_rels/.rels', content: relationshipsXml(notStandalone, packageRelations, targetFirst) },
    { name: 'docProps/app.xml', content: appPropertiesXml(declaration, 'Apache POI') },
    { name: 'docProps/core.xml', content: corePropertiesXml(notStandalone) },
    {
      name: 'xl/sharedStrings.xml',
      content: `${declaration}<sst count="0" uniqueCount="0" xmlns="${mainSpace}"/>`,
    },
    { name: 'xl/styles.xml', content: stylesXml },
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${mainSpace}" xmlns:r="${officeSpace}"><workbookPr date1904="false"/><bookViews><workbookView activeTab="0"/></bookViews><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationshipsXml(notStandalone, relations, targetFirst),
    },
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: worksheetXml(sheet, at),
    })),
  ];
  const types = { name: '[Content_Types].xml', content: contentTypesXml(notStandalone, parts) };
  return zipOf([types, ...parts], {
    flags: 0x808,
    zip64: true,
    madeBy: 45,
    needed: 45,
    dosTime: 0x6db3,
    dosDate: 0x5c2f,
  });
}

const textOf = (value: string): string => escapedWithQuotes(value).replaceAll('\n', '&#xa;');

function worksheetXml(sheet: CorpusSheet, at: number): string {
  const rows = rowsXml(
    sheet,
    (value, cell) => {
      if (typeof value === 'string')
        return `<c r="${cell}" t="inlineStr"><is><t${spaceOf(value)}>${textOf(value)}</t></is></c>`;
      if (typeof value === 'boolean') return `<c r="${cell}" t="b"><v>${value ? 1 : 0}</v></c>`;
      if (typeof value === 'number') return `<c r="${cell}" t="n"><v>${javaNumber(value)}</v></c>`;
      return `<c r="${cell}" s="1" t="n"><v>${javaNumber(serialOf(value))}</v></c>`;
    },
    (number, cells) => `<row r="${number}">\n${cells}</row>\n`,
  );
  return `${declaration}<worksheet xmlns="${mainSpace}"><dimension ref="A1"/><sheetViews><sheetView workbookViewId="0"${at === 0 ? ' tabSelected="true"' : ''}/></sheetViews><sheetFormatPr defaultRowHeight="15.0"/><sheetData>\n${rows}</sheetData><pageMargins bottom="0.75" footer="0.3" header="0.3" left="0.7" right="0.7" top="0.75"/></worksheet>`;
}

const stylesXml = `${declaration}<styleSheet xmlns="${mainSpace}"><numFmts count="1"><numFmt numFmtId="165" formatCode="yyyy-mm-dd"/></numFmts><fonts count="1"><font><sz val="11.0"/><color indexed="8"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="darkGray"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="true"/></cellXfs></styleSheet>`;

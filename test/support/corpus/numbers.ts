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
  TextTable,
} from './sheet';
import { zipOf } from './zip';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const dateStyle = 4;
const otherStyle = 3;

/** Numbers for Mac: an element a line, indented, a line break behind every root, `t` before `s`, formats from 59 on. */
export function numbers(sheets: readonly CorpusSheet[]): Buffer<ArrayBuffer> {
  const texts = new TextTable();
  const worksheets = sheets.map((sheet, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: worksheetXml(sheet, texts),
  }));
  const drawings = sheets.map((_, at) => ({
    name: `xl/worksheets/_rels/sheet${at + 1}.xml.rels`,
    content: relationshipsXml(declaration, []),
  }));
  const relations = [
    { id: 'rId1', type: 'sharedStrings', target: 'sharedStrings.xml' },
    { id: 'rId2', type: 'styles', target: 'styles.xml' },
    { id: 'rId3', type: 'theme', target: 'theme/theme1.xml' },
    ...sheetRelations(sheets, 4),
  ];
  const parts: Part[] = [
    { name: '_rels/.rels', content: relationshipsXml(declaration, packageRelations) },
    { name: 'docProps/app.xml', content: appPropertiesXml(declaration, 'Numbers') },
    { name: 'docProps/core.xml', content: corePropertiesXml(declaration) },
    { name: 'xl/workbook.xml', content: workbookXml(sheets) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml(declaration, relations) },
    { name: 'xl/sharedStrings.xml', content: sharedStringsXml(texts) },
    { name: 'xl/styles.xml', content: stylesXml },
    { name: 'xl/theme/theme1.xml', content: themeXml(declaration) },
    ...worksheets,
    ...drawings,
  ];
  const types = { name: '[Content_Types].xml', content: contentTypesXml(declaration, parts) };
  const ended = [types, ...parts].map(({ name, content }) => ({ name, content: `${content}\n` }));
  return zipOf(ended, { stored: true, dosTime: 0x4800, dosDate: 0x5c2f });
}

function worksheetXml(sheet: CorpusSheet, texts: TextTable): string {
  const rows = rowsXml(
    sheet,
    (value, cell) => {
      if (typeof value === 'string')
        return `      <c r="${cell}" t="s" s="${otherStyle}">\n        <v>${texts.indexOf(value)}</v>\n      </c>\n`;
      const isDay = value instanceof Date;
      const type = typeof value === 'boolean' ? ' t="b"' : '';
      return `      <c r="${cell}"${type} s="${isDay ? dateStyle : otherStyle}">\n        <v>${isDay ? serialOf(value) : Number(value)}</v>\n      </c>\n`;
    },
    (number, cells) => `    <row r="${number}" ht="20.25" customHeight="1">\n${cells}    </row>\n`,
  );
  return `${declaration}<worksheet xmlns:r="${officeSpace}" xmlns="${mainSpace}">
  <sheetPr>
    <pageSetUpPr fitToPage="1"/>
  </sheetPr>
  <dimension ref="${dimensionOf(sheet)}"/>
  <sheetViews>
    <sheetView workbookViewId="0" showGridLines="0" defaultGridColor="1">
      <pane topLeftCell="A2" xSplit="0" ySplit="1" activePane="bottomLeft" state="frozen"/>
    </sheetView>
  </sheetViews>
  <sheetFormatPr defaultColWidth="16.3333" defaultRowHeight="19.9" customHeight="1" outlineLevelRow="0" outlineLevelCol="0"/>
  <cols>
    <col min="1" max="256" width="16.3516" style="1" customWidth="1"/>
  </cols>
  <sheetData>
${rows}  </sheetData>
  <pageMargins left="1" right="1" top="1" bottom="1" header="0.25" footer="0.25"/>
  <pageSetup firstPageNumber="1" fitToHeight="1" fitToWidth="1" scale="72" useFirstPageNumber="0" orientation="portrait" pageOrder="downThenOver"/>
  <headerFooter>
    <oddFooter>&amp;C&amp;"Helvetica Neue,Regular"&amp;12&amp;K000000&amp;P</oddFooter>
  </headerFooter>
</worksheet>`;
}

function workbookXml(sheets: readonly CorpusSheet[]): string {
  const listed = sheets.map(
    ({ name }, at) => `    <sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 4}"/>\n`,
  );
  return `${declaration}<workbook xmlns:r="${officeSpace}" xmlns="${mainSpace}">
  <bookViews>
    <workbookView xWindow="0" yWindow="40" windowWidth="15960" windowHeight="18080"/>
  </bookViews>
  <sheets>
${listed.join('')}  </sheets>
</workbook>`;
}

function sharedStringsXml({ texts }: TextTable): string {
  const items = texts.map((text) => {
    const space = text === text.trim() ? '' : ' xml:space="preserve"';
    return `  <si>\n    <t${space}>${escaped(text)}</t>\n  </si>\n`;
  });
  return `${declaration}<sst xmlns="${mainSpace}" uniqueCount="${texts.length}">\n${items.join('')}</sst>`;
}

const style = (format: number) =>
  `    <xf numFmtId="${format}" fontId="0" applyNumberFormat="1" applyFont="1" applyFill="0" applyBorder="0" applyAlignment="1" applyProtection="0">\n      <alignment vertical="top" wrapText="1"/>\n    </xf>\n`;
const stylesXml = `${declaration}<styleSheet xmlns="${mainSpace}">
  <numFmts count="1">
    <numFmt numFmtId="59" formatCode="yyyy-mm-dd"/>
  </numFmts>
  <fonts count="1">
    <font>
      <sz val="10"/>
      <color indexed="8"/>
      <name val="Helvetica Neue"/>
    </font>
  </fonts>
  <cellStyleXfs count="1">
    <xf numFmtId="0" fontId="0" applyNumberFormat="0" applyFont="1" applyFill="0" applyBorder="0" applyAlignment="1" applyProtection="0">
      <alignment vertical="top" wrapText="1"/>
    </xf>
  </cellStyleXfs>
  <cellXfs count="5">
${[0, 0, 49, 0, 59].map(style).join('')}  </cellXfs>
</styleSheet>`;

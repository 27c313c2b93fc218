import { crc32, deflateSync } from 'node:zlib';
import { archiveFixture } from '@consulting/spreadsheet/workbook-fixture';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const relationships = (...all: [id: string, type: string, target: string][]) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const types = (contentTypes: Record<string, string>) =>
  `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${Object.entries(
    contentTypes,
  )
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
    .join('')}</Types>`;

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const headers = ['Item No.', 'Description', 'Quantity', 'UOM', 'Material Unit Price', 'Total Cost'];
const texts = [...headers, 'Offer for the client', 'Pipe', 'm', 'Elbow', 'EA'];
const textCell = (reference: string, index: number, style: number) =>
  `<c r="${reference}" s="${style}" t="s"><v>${index}</v></c>`;

const headerCells = headers.map((_, at) => textCell(`${'ABCDEF'[at]}3`, at, 2)).join('');

const sheetParts = `<sheetPr><tabColor rgb="FF336699"/></sheetPr><dimension ref="A1:F6"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="3" topLeftCell="A4" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="1" width="9" customWidth="1"/><col min="2" max="2" width="30" customWidth="1"/><col min="7" max="16384" width="9.14" hidden="1"/></cols>
<sheetData><row r="1" spans="1:6" ht="24" customHeight="1">${textCell('A1', 6, 1)}<c r="B1" s="1"/><c r="C1" s="1"/><c r="D1" s="1"/><c r="E1" s="1"/><c r="F1" s="1"/></row><row r="3" spans="1:6">${headerCells}</row>
<row r="4" spans="1:6"><c r="A4" s="3"><v>1</v></c>${textCell('B4', 7, 3)}<c r="C4" s="4"><v>12.5</v></c>${textCell('D4', 8, 3)}<c r="E4" s="4"><v>4</v></c><c r="F4" s="4"/></row>
<row r="5" spans="1:6"><c r="A5" s="3"><v>2</v></c>${textCell('B5', 9, 3)}<c r="C5" s="4"><v>3</v></c>${textCell('D5', 10, 3)}<c r="E5" s="4"><v>10.25</v></c><c r="F5" s="4"><f>C5*E5</f><v>30.75</v></c></row>
<row r="6" spans="1:6"><c r="E6" s="2" t="str"><v>Total</v></c><c r="F6" s="4"><f>SUM(F4:F5)</f><v>30.75</v></c></row></sheetData><sheetProtection sheet="1" objects="1" scenarios="1"/><autoFilter ref="A3:F5"/><mergeCells count="1"><mergeCell ref="A1:F1"/></mergeCells><conditionalFormatting sqref="C4:C5"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>10</formula></cfRule></conditionalFormatting><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><drawing r:id="rId2"/>`;

const sheetXml = `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}">${sheetParts}</worksheet>`;

const tableSheet = `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><dimension ref="A1:B2"/><sheetData><row r="1"><c r="A1" t="str"><v>Crew</v></c><c r="B1" t="str"><v>Rate</v></c></row><row r="2"><c r="A2" t="str"><v>PF</v></c><c r="B2"><v>80</v></c></row></sheetData><tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>`;

const table = `${declaration}<table xmlns="${main}" id="1" name="Rates" displayName="Rates" ref="A1:B2" totalsRowShown="0"><autoFilter ref="A1:B2"/><tableColumns count="2"><tableColumn id="1" name="Crew"/><tableColumn id="2" name="Rate"/></tableColumns></table>`;

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="16"/><name val="Calibri"/></font><font><b/><color rgb="FFFFFFFF"/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF336699"/></patternFill></fill></fills><borders count="2"><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf fontId="2" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1"/><xf borderId="1" applyBorder="1"/><xf numFmtId="164" borderId="1" applyNumberFormat="1" applyBorder="1"/></cellXfs><dxfs count="1"><dxf><font><color rgb="FF9C0006"/></font></dxf></dxfs></styleSheet>`;

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(8 + named.length);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), 4 + named.length);
  return chunk;
}

/** A picture of one blue dot. */
function picture(): Uint8Array {
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const dot = deflateSync(Buffer.from([0, 0x33, 0x66, 0x99]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', dot),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const drawingXml = `${declaration}<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main"><xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>7</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="900000" cy="300000"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${office}" r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="300000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`;

const sharedTexts = `${declaration}<sst xmlns="${main}" count="${texts.length}" uniqueCount="${texts.length}">${texts
  .map((text) => `<si><t>${text}</t></si>`)
  .join('')}</sst>`;

/**
 * A workbook of a client with a protected sheet that has a merged title, a frozen header, a filter, a conditional format, hidden
 * columns behind the table, formulas with their chain, a picture, and a further sheet with a table.
 */
export function fullWorkbook(name = 'offer.xlsx'): File {
  const bytes = archiveFixture([
    {
      name: '[Content_Types].xml',
      content: types({
        '/xl/workbook.xml': `${spreadsheet}.sheet.main+xml`,
        '/xl/worksheets/sheet1.xml': `${spreadsheet}.worksheet+xml`,
        '/xl/worksheets/sheet2.xml': `${spreadsheet}.worksheet+xml`,
        '/xl/tables/table1.xml': `${spreadsheet}.table+xml`,
        '/xl/styles.xml': `${spreadsheet}.styles+xml`,
        '/xl/sharedStrings.xml': `${spreadsheet}.sharedStrings+xml`,
        '/xl/calcChain.xml': `${spreadsheet}.calcChain+xml`,
        '/xl/drawings/drawing1.xml': 'application/vnd.openxmlformats-officedocument.drawing+xml',
      }),
    },
    { name: '_rels/.rels', content: relationships(['rId1', 'officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Piping" sheetId="1" r:id="rId1"/><sheet name="Rates" sheetId="2" r:id="rId2"/></sheets><calcPr calcId="191029"/></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships(
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
        ['rId3', 'styles', 'styles.xml'],
        ['rId4', 'sharedStrings', 'sharedStrings.xml'],
        ['rId5', 'calcChain', 'calcChain.xml'],
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml },
    {
      name: 'xl/worksheets/_rels/sheet1.xml.rels',
      content: relationships(['rId2', 'drawing', '../drawings/drawing1.xml']),
    },
    { name: 'xl/worksheets/sheet2.xml', content: tableSheet },
    {
      name: 'xl/worksheets/_rels/sheet2.xml.rels',
      content: relationships(['rId1', 'table', '../tables/table1.xml']),
    },
    { name: 'xl/tables/table1.xml', content: table },
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/sharedStrings.xml', content: sharedTexts },
    {
      name: 'xl/calcChain.xml',
      content: `${declaration}<calcChain xmlns="${main}"><c r="F5" i="1"/><c r="F6" i="1"/></calcChain>`,
    },
    { name: 'xl/drawings/drawing1.xml', content: drawingXml },
    {
      name: 'xl/drawings/_rels/drawing1.xml.rels',
      content: relationships(['rId1', 'image', '../media/image1.png']),
    },
    { name: 'xl/media/image1.png', content: picture(), stored: true },
  ]);
  return new File([new Uint8Array(bytes)], name);
}

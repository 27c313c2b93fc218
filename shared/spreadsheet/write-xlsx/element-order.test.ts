import { expect, test } from 'bun:test';
import { read } from '@e965/xlsx';
import type { ChartOutput, PageOutput, WorkbookSheet } from '../output/page-output';
import { ColumnSum, FormulaCell, type SheetOutput } from '../output/write-output';
import { writeWorkbook } from '../write-workbook';

/** Excel insists on the order of children in the schemas of ECMA-376. */
const order: Record<string, string> = {
  worksheet:
    'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing tableParts extLst',
  sheetPr: 'tabColor outlinePr pageSetUpPr',
  sheetView: 'pane selection pivotSelection',
  headerFooter: 'oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter',
  c: 'f v is extLst',
  styleSheet: 'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst',
  font: 'b i strike condense extend outline shadow u vertAlign sz color name family charset scheme',
  border: 'start end left right top bottom diagonal vertical horizontal',
  workbook:
    'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences definedNames calcPr',
  'c:chartSpace':
    'c:date1904 c:lang c:roundedCorners c:style c:clrMapOvr c:pivotSource c:protection c:chart c:spPr c:txPr c:externalData c:printSettings c:userShapes c:extLst',
  'c:chart':
    'c:title c:autoTitleDeleted c:pivotFmts c:view3D c:floor c:sideWall c:backWall c:plotArea c:legend c:plotVisOnly c:dispBlanksAs c:extLst',
  'c:title': 'c:tx c:layout c:overlay c:spPr c:txPr c:extLst',
  'c:plotArea': 'c:layout c:barChart c:catAx c:valAx c:dTable c:spPr c:extLst',
  'c:barChart':
    'c:barDir c:grouping c:varyColors c:ser c:dLbls c:gapWidth c:overlap c:serLines c:axId c:extLst',
  'c:ser':
    'c:idx c:order c:tx c:spPr c:invertIfNegative c:pictureOptions c:dPt c:dLbls c:trendline c:errBars c:cat c:val c:shape c:extLst',
  'c:dLbls':
    'c:dLbl c:numFmt c:spPr c:txPr c:dLblPos c:showLegendKey c:showVal c:showCatName c:showSerName c:showPercent c:showBubbleSize c:separator c:showLeaderLines c:leaderLines',
  'c:strRef': 'c:f c:strCache c:extLst',
  'c:numRef': 'c:f c:numCache c:extLst',
  'c:strCache': 'c:ptCount c:pt c:extLst',
  'c:numCache': 'c:formatCode c:ptCount c:pt c:extLst',
  'c:catAx':
    'c:axId c:scaling c:delete c:axPos c:majorGridlines c:minorGridlines c:title c:numFmt c:majorTickMark c:minorTickMark c:tickLblPos c:spPr c:txPr c:crossAx c:crosses c:crossesAt c:auto c:lblAlgn c:lblOffset c:tickLblSkip c:tickMarkSkip c:noMultiLvlLbl c:extLst',
  'c:valAx':
    'c:axId c:scaling c:delete c:axPos c:majorGridlines c:minorGridlines c:title c:numFmt c:majorTickMark c:minorTickMark c:tickLblPos c:spPr c:txPr c:crossAx c:crosses c:crossesAt c:crossBetween c:majorUnit c:minorUnit c:dispUnits c:extLst',
  'c:scaling': 'c:logBase c:orientation c:max c:min',
  'c:legend': 'c:legendPos c:legendEntry c:layout c:overlay c:spPr c:txPr',
  'c:rich': 'a:bodyPr a:lstStyle a:p',
  'c:txPr': 'a:bodyPr a:lstStyle a:p',
  'a:p': 'a:pPr a:r a:br a:fld a:endParaRPr',
  'c:spPr': 'a:xfrm a:custGeom a:prstGeom a:noFill a:solidFill a:gradFill a:ln a:effectLst',
  'xdr:twoCellAnchor': 'xdr:from xdr:to xdr:graphicFrame xdr:clientData',
  'xdr:graphicFrame': 'xdr:nvGraphicFramePr xdr:xfrm a:graphic',
  'xdr:from': 'xdr:col xdr:colOff xdr:row xdr:rowOff',
};

interface Element {
  name: string;
  children: string[];
}

function elementsOf(xml: string): Element[] {
  const open: Element[] = [];
  const all: Element[] = [];
  for (const [, closing, name = '', , single] of xml.matchAll(
    /<(\/?)([a-zA-Z][\w:]*)((?:[^>"]|"[^"]*")*?)(\/?)>/g,
  )) {
    if (closing) {
      expect(open.pop()?.name).toBe(name);
      continue;
    }
    open.at(-1)?.children.push(name);
    const element = { name, children: [] };
    all.push(element);
    if (!single) open.push(element);
  }
  expect(open).toEqual([]);
  return all;
}

const chart = (rest: Partial<ChartOutput> = {}): ChartOutput => {
  const cells = { sheet: 'Owner’s "A&B"', fromRow: 2, toRow: 3 };
  return {
    title: 'Cost <by> & "area"',
    unit: 'CAD',
    direction: 'bar',
    categories: { ...cells, column: 0 },
    labels: ['Area & 1', '<2>'],
    series: [{ name: 'Cost', values: { ...cells, column: 1 }, figures: ['10.25', '20'], color: '2F5597' }],
    from: { row: 5, column: 0 },
    to: { row: 20, column: 2 },
    hasDataLabels: true,
    ...rest,
  };
};

const page: PageOutput = {
  name: 'Owner’s "A&B"',
  columnWidths: [20, 12],
  pageRows: [
    { cells: [{ value: 'Areas & costs', look: 'title', format: 'text', span: 2 }], heightPoints: 30 },
    {
      cells: [
        { value: '=1+1', look: 'body', format: 'prose' },
        { value: '10.25', look: 'body', format: 'amount' },
      ],
    },
    {
      cells: [
        { value: 'Two', look: 'body', format: 'text' },
        { value: 20, look: 'body', format: 'whole' },
      ],
    },
    { cells: [null, { value: new FormulaCell('SUM(B2:B3)', '30.25'), look: 'total', format: 'amount' }] },
    { cells: [{ value: '2026-11-22', look: 'note', format: 'date' }] },
  ],
  charts: [
    chart(),
    chart({
      direction: 'column',
      hasDataLabels: false,
      series: [
        ...chart().series,
        { ...chart().series[0], figures: ['-1', '0'] } as ChartOutput['series'][number],
      ],
    }),
  ],
  frozen: { rows: 1, columns: 1 },
  titleRows: { from: 1, to: 2 },
  pageBreaks: [4],
  tabColor: '2F5597',
  print: {
    orientation: 'portrait',
    headerLeft: 'R&D "x" <y>\n2026',
    headerRight: '&&&'.repeat(200),
    footerLeft: 'x'.repeat(400),
    namesSheet: true,
    pageWord: 'Page',
  },
};

async function* rows() {
  yield [
    ['a', '1.10', 'a long text that wraps within its column'],
    ['b', '2.20', 'short'],
  ];
}

const table = (): SheetOutput => ({
  name: 'Lines',
  columns: [
    { header: 'Code', format: 'text', choices: ['a', 'b'] },
    { header: 'Cost', format: 'money' },
    { header: 'Note', format: 'prose', widthCharacters: 12 },
  ],
  rows: rows(),
  rowCount: 2,
  totals: ['Total', new ColumnSum('3.30'), null],
  look: 'report',
  print: { orientation: 'landscape', pagesWide: 2 },
});

async function partsOf(sheets: WorkbookSheet[]): Promise<Map<string, string>> {
  const bytes = await new Response(writeWorkbook(sheets, { language: 'fr', subject: 'A & B' })).bytes();
  const { files } = read(bytes, { bookFiles: true }) as unknown as {
    files: Record<string, { content: Uint8Array }>;
  };
  return new Map(
    Object.entries(files).map(([path, { content }]) => [path, new TextDecoder().decode(content)]),
  );
}

const parts = await partsOf([page, table(), { ...page, name: 'Second', charts: [chart()] }]);

test('every part: its elements are closed, and in the order of ECMA-376', () => {
  const seen = new Set<string>();
  for (const [path, xml] of parts) {
    if (!path.endsWith('.xml')) continue;
    for (const { name, children } of elementsOf(xml)) {
      const known = order[name]?.split(' ');
      if (!known) continue;
      seen.add(name);
      const places = children.map((child) => known.indexOf(child));
      expect({ path, name, unknown: children.filter((_, at) => places[at] === -1) }).toEqual({
        path,
        name,
        unknown: [],
      });
      expect({ path, name, children }).toEqual({
        path,
        name,
        children: children.toSorted((one, other) => known.indexOf(one) - known.indexOf(other)),
      });
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(order).sort());
});

test('charts: each has its part, type and relationship, and a pair of axes that cross each other', () => {
  const charts = [...parts.keys()].filter((path) => path.startsWith('xl/charts/'));
  expect(charts.sort()).toEqual(['xl/charts/chart1.xml', 'xl/charts/chart2.xml', 'xl/charts/chart3.xml']);
  for (const path of charts) {
    const xml = parts.get(path) ?? '';
    const idsOf = (element: string) =>
      [...xml.matchAll(new RegExp(`<c:${element} val="(\\d+)"/>`, 'g'))].map(([, id]) => id);
    const [first, second] = idsOf('axId');
    expect(idsOf('axId')).toEqual([first, second, first, second]);
    expect(idsOf('crossAx')).toEqual([second, first]);
    expect(parts.get('[Content_Types].xml')).toContain(`<Override PartName="/${path}"`);
  }
  const targets = (path: string) =>
    [...(parts.get(path) ?? '').matchAll(/Target="([^"]+)"/g)].map(([, to]) => to);
  expect(targets('xl/worksheets/_rels/sheet1.xml.rels')).toEqual(['../drawings/drawing1.xml']);
  expect(targets('xl/worksheets/_rels/sheet3.xml.rels')).toEqual(['../drawings/drawing2.xml']);
  expect(targets('xl/drawings/_rels/drawing1.xml.rels')).toEqual([
    '../charts/chart1.xml',
    '../charts/chart2.xml',
  ]);
  expect(targets('xl/drawings/_rels/drawing2.xml.rels')).toEqual(['../charts/chart3.xml']);
});

test('a chart: it refers to its cells and holds what they hold', () => {
  const xml = parts.get('xl/charts/chart1.xml') ?? '';
  expect(xml).toContain(`<c:f>'Owner’s &quot;A&amp;B&quot;'!$B$2:$B$3</c:f>`);
  expect(xml).toContain('<c:ptCount val="2"/><c:pt idx="0"><c:v>10.25</c:v></c:pt>');
  expect(xml).toContain('<c:pt idx="0"><c:v>Area &amp; 1</c:v></c:pt>');
  expect(xml).toContain('<c:min val="0"/>');
  expect(parts.get('xl/charts/chart2.xml')).not.toContain('<c:min val');
});

test('header and footer: an ampersand of a text is no code, and neither is longer than Excel allows', () => {
  const text = (element: string) =>
    new RegExp(`<${element}>([^<]*)<`).exec(parts.get('xl/worksheets/sheet1.xml') ?? '')?.[1] ?? '';
  const plain = (escaped: string) =>
    escaped.replace(/&(amp|lt|gt|quot);/g, (_, name) => (name === 'amp' ? '&' : '.'));
  expect(plain(text('oddHeader'))).toStartWith('&L&8 R&&D .x. .y. 2026&C&8&A&R&8 &&');
  expect(plain(text('oddFooter'))).toEndWith('…&R&8Page &P / &N');
  for (const element of ['oddHeader', 'oddFooter']) expect(plain(text(element)).length).toBeLessThan(256);
});

test('names: titles of printed pages of each sheet, quoted', () => {
  const workbook = parts.get('xl/workbook.xml') ?? '';
  expect(workbook).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'Owner’s &quot;A&amp;B&quot;'!$1:$2</definedName>`,
  );
  expect(workbook).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="1">'Lines'!$1:$1</definedName>`,
  );
});

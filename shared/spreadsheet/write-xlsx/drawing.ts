import type { ChartOutput } from '../output/page-output';
import { chartXml } from './chart';
import { officeRelationships, part, relationshipList } from './package-part';
import { escapeText } from './text';
import type { ArchiveEntry } from './zip';

const drawingNamespaces =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';

export interface Drawn {
  drawings: number;
  charts: number;
}

export function drawingParts(
  charts: readonly ChartOutput[],
  { sheetNumber, drawn }: { sheetNumber: number; drawn: Drawn },
): ArchiveEntry[] {
  const drawing = drawn.drawings + 1;
  const numbers = charts.map((_, at) => drawn.charts + at + 1);
  const targets = numbers.map((number): [string, string] => [
    `${officeRelationships}/chart`,
    `../charts/chart${number}.xml`,
  ]);
  drawn.drawings += 1;
  drawn.charts += charts.length;
  return [
    part(
      `xl/worksheets/_rels/sheet${sheetNumber}.xml.rels`,
      relationshipList([[`${officeRelationships}/drawing`, `../drawings/drawing${drawing}.xml`]]),
    ),
    part(`xl/drawings/drawing${drawing}.xml`, drawingXml(charts)),
    part(`xl/drawings/_rels/drawing${drawing}.xml.rels`, relationshipList(targets)),
    ...charts.map((chart, at) => part(`xl/charts/chart${numbers[at]}.xml`, chartXml(chart))),
  ];
}

export function drawingContentTypes({ drawings, charts }: Drawn): [path: string, type: string][] {
  const numbered = (count: number, kind: 'drawing' | 'chart', type: string) =>
    Array.from({ length: count }, (_, at): [string, string] => [`/xl/${kind}s/${kind}${at + 1}.xml`, type]);
  return [
    ...numbered(drawings, 'drawing', 'application/vnd.openxmlformats-officedocument.drawing+xml'),
    ...numbered(charts, 'chart', 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml'),
  ];
}

function drawingXml(charts: readonly ChartOutput[]): string {
  return `<xdr:wsDr ${drawingNamespaces}>${charts.map(anchored).join('')}</xdr:wsDr>`;
}

function anchored(chart: ChartOutput, at: number): string {
  const named = `id="${at + 2}" name="Chart ${at + 1}" descr="${escapeText(chart.title)}"`;
  const reference = `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="rId${at + 1}"/></a:graphicData></a:graphic>`;
  return `<xdr:twoCellAnchor>${corner('from', chart.from)}${corner('to', chart.to)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr ${named}/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>${reference}</xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`;
}

const corner = (name: 'from' | 'to', { row, column }: ChartOutput['from']) =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;

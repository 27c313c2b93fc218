import type { CellRange, ChartOutput, ChartSeries } from '../output/page-output';
import { rangeReference } from './sheet-name';
import { escapeText } from './text';

const namespaces =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const categoryAxis = 111_111_111;
const valueAxis = 222_222_222;
const figureCode = '#,##0';
const ink = '404040';

/**
 * Excel refuses a chart whose elements are not in the order of ECMA-376. The chart also stores the values of its cells,
 * for programs that do not calculate.
 */
export function chartXml(chart: ChartOutput): string {
  const legend =
    chart.series.length < 2
      ? ''
      : `<c:legend><c:legendPos val="b"/>${hiddenEntries(chart.series)}<c:overlay val="0"/>${textLook(900)}</c:legend>`;
  return `<c:chartSpace ${namespaces}><c:roundedCorners val="0"/><c:chart>${title(chart.title, 1300, true)}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${bars(chart)}${axes(chart)}</c:plotArea>${legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>${shape('FFFFFF', 'D9D9D9')}${textLook(900)}</c:chartSpace>`;
}

const hiddenEntries = (series: readonly ChartSeries[]): string =>
  series
    .map(({ isInvisible }, at) =>
      isInvisible ? `<c:legendEntry><c:idx val="${at}"/><c:delete val="1"/></c:legendEntry>` : '',
    )
    .join('');

function bars(chart: ChartOutput): string {
  const { direction, series, hasDataLabels = false } = chart;
  const isStacked = series.length > 1;
  const all = series.map((one, at) => seriesXml(chart, one, at, hasDataLabels && !isStacked));
  const overlap = isStacked ? '<c:overlap val="100"/>' : '';
  return `<c:barChart><c:barDir val="${direction === 'bar' ? 'bar' : 'col'}"/><c:grouping val="${isStacked ? 'stacked' : 'clustered'}"/><c:varyColors val="0"/>${all.join('')}<c:gapWidth val="55"/>${overlap}<c:axId val="${categoryAxis}"/><c:axId val="${valueAxis}"/></c:barChart>`;
}

function seriesXml(chart: ChartOutput, series: ChartSeries, at: number, hasLabels: boolean): string {
  const { categories, labels } = chart;
  const name = `<c:tx><c:v>${escapeText(series.name)}</c:v></c:tx>`;
  const texts = labels.map((label, index) => point(index, label)).join('');
  const category = `<c:cat><c:strRef><c:f>${reference(categories)}</c:f><c:strCache><c:ptCount val="${labels.length}"/>${texts}</c:strCache></c:strRef></c:cat>`;
  const figures = series.figures.map((figure, index) => point(index, figure)).join('');
  const values = `<c:val><c:numRef><c:f>${reference(series.values)}</c:f><c:numCache><c:formatCode>${figureCode}</c:formatCode><c:ptCount val="${series.figures.length}"/>${figures}</c:numCache></c:numRef></c:val>`;
  return `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${name}${series.isInvisible ? noShape : shape(series.color)}<c:invertIfNegative val="0"/>${hasLabels ? dataLabels : ''}${category}${values}</c:ser>`;
}

const noShape = '<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>';

const dataLabels = `<c:dLbls><c:numFmt formatCode="${figureCode}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textLook(800)}<c:dLblPos val="outEnd"/><c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>`;

const reference = (range: CellRange) => escapeText(rangeReference(range));

const point = (index: number, text: string) => `<c:pt idx="${index}"><c:v>${escapeText(text)}</c:v></c:pt>`;

function axes(chart: ChartOutput): string {
  const lies = chart.direction === 'bar';
  const labels = `<c:numFmt formatCode="General" sourceLinked="0"/>${marks('low')}`;
  const categories = `<c:catAx><c:axId val="${categoryAxis}"/><c:scaling><c:orientation val="${lies ? 'maxMin' : 'minMax'}"/></c:scaling><c:delete val="0"/><c:axPos val="${lies ? 'l' : 'b'}"/>${labels}<c:crossAx val="${valueAxis}"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:tickLblSkip val="1"/><c:noMultiLvlLbl val="0"/></c:catAx>`;
  return categories + axisOfValues(chart);
}

function axisOfValues({ direction, unit, series, axisFrom }: ChartOutput): string {
  const lies = direction === 'bar';
  const figures = series.flatMap((one) => one.figures.map(Number));
  const isPositive = figures.every((figure) => figure >= 0);
  const least = isPositive ? `<c:min val="${axisFrom ?? 0}"/>` : '';
  const steps = axisFrom === undefined ? stepOf(series) : undefined;
  const step = steps === undefined ? '' : `<c:majorUnit val="${steps}"/>`;
  const grid = `<c:majorGridlines>${line('E7E6E6')}</c:majorGridlines>${title(unit, 900, false)}`;
  const labels = `<c:numFmt formatCode="${figureCode}" sourceLinked="0"/>${marks('nextTo')}`;
  return `<c:valAx><c:axId val="${valueAxis}"/><c:scaling><c:orientation val="minMax"/>${least}</c:scaling><c:delete val="0"/><c:axPos val="${lies ? 'b' : 'l'}"/>${grid}${labels}<c:crossAx val="${categoryAxis}"/><c:crosses val="${lies ? 'max' : 'autoZero'}"/><c:crossBetween val="between"/>${step}</c:valAx>`;
}

const marks = (labelsAt: 'low' | 'nextTo') =>
  `<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="${labelsAt}"/>${line('BFBFBF')}${textLook(900)}`;

const stepsAbout = 5;

function stepOf(series: readonly ChartSeries[]): number | undefined {
  const stacks = series[0]?.figures.map((_, at) =>
    series.reduce((sum, { figures }) => sum + Math.abs(Number(figures[at])), 0),
  );
  const greatest = Math.max(0, ...(stacks ?? []));
  if (!(greatest > 0)) return undefined;
  const power = 10 ** Math.floor(Math.log10(greatest / stepsAbout));
  return ([1, 2, 5].find((factor) => factor * power * stepsAbout >= greatest) ?? 10) * power;
}

function title(text: string, size: number, isBold: boolean): string {
  const look = `sz="${size}" b="${isBold ? 1 : 0}"`;
  const fill = `<a:solidFill><a:srgbClr val="${ink}"/></a:solidFill>`;
  return `<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr ${look}>${fill}</a:defRPr></a:pPr><a:r><a:rPr ${look}>${fill}</a:rPr><a:t>${escapeText(text)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;
}

function textLook(size: number): string {
  return `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="${size}"><a:solidFill><a:srgbClr val="${ink}"/></a:solidFill></a:defRPr></a:pPr><a:endParaRPr/></a:p></c:txPr>`;
}

const line = (color: string) =>
  `<c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></a:ln></c:spPr>`;

function shape(fill: string, outline?: string): string {
  const edge =
    outline === undefined ? '<a:noFill/>' : `<a:solidFill><a:srgbClr val="${outline}"/></a:solidFill>`;
  return `<c:spPr><a:solidFill><a:srgbClr val="${fill}"/></a:solidFill><a:ln>${edge}</a:ln></c:spPr>`;
}

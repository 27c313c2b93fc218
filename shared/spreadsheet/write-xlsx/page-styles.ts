import { type Look, looks, type PageFormat, pageFormats } from '../output/page-output';

const ink = '1F3864';
const grey = '7F7F7F';

interface Appearance {
  font: string;
  fill?: string;
  border?: string;
  vertical?: 'top' | 'center';
}

const thin = (side: string, color: string) => `<${side} style="thin"><color rgb="FF${color}"/></${side}>`;

const font = (points: number, color: string, weight = '') =>
  `<font>${weight}<sz val="${points}"/><color rgb="FF${color}"/><name val="Calibri"/><family val="2"/></font>`;

const bold = '<b/>';

const appearances: Record<Look, Appearance> = {
  title: { font: font(22, ink, bold), vertical: 'center' },
  subtitle: { font: font(13, '595959'), vertical: 'center' },
  heading: { font: font(14, ink, bold), border: thin('bottom', ink), vertical: 'center' },
  band: { font: font(10, 'FFFFFF', bold), fill: '2F5597', vertical: 'center' },
  header: { font: font(10, 'FFFFFF', bold), fill: ink, vertical: 'center' },
  label: { font: font(10, '595959', bold), border: thin('bottom', 'D9D9D9'), vertical: 'top' },
  body: { font: font(10, '000000'), border: thin('bottom', 'D9D9D9'), vertical: 'top' },
  subtotal: {
    font: font(10, '000000', bold),
    fill: 'F2F2F2',
    border: thin('bottom', 'BFBFBF'),
    vertical: 'top',
  },
  total: {
    font: font(10, '000000', bold),
    border: thin('top', grey) + thin('bottom', grey),
    vertical: 'top',
  },
  grandTotal: {
    font: font(11, ink, bold),
    fill: 'D9E1F2',
    border: `${thin('top', ink)}<bottom style="double"><color rgb="FF${ink}"/></bottom>`,
    vertical: 'center',
  },
  note: { font: font(9, grey, '<i/>'), vertical: 'top' },
};

const formatCodes: Record<PageFormat, string | 49> = {
  text: 49,
  prose: 49,
  integer: '#,##0_0',
  amount: '#,##0.00_0',
  whole: '#,##0_0;-#,##0_0;"–"_0',
  rate: '#,##0.00##_0',
  quantity: '#,##0.00##_0',
  percent: '0.0%_0',
  statedPercent: '0.0##%_0',
  points: '0.0###_0',
  difference: '+#,##0.00_0;-#,##0.00_0;0.00_0',
  countDifference: '+#,##0_0;-#,##0_0;0_0',
  change: '+0.0%_0;-0.0%_0;0.0%_0',
  date: 'yyyy-mm-dd_0',
};

const firstFormatId = 180;
const codes = [...new Set(Object.values(formatCodes).filter((code) => code !== 49))];

const formatId = (format: PageFormat): number => {
  const code = formatCodes[format];
  return code === 49 ? code : firstFormatId + codes.indexOf(code);
};

const list = looks.map((look) => appearances[look]);
const fills = [...new Set(list.flatMap(({ fill }) => fill ?? []))];
const borders = [...new Set(list.flatMap(({ border }) => border ?? []))];

export const pageStyleNumber = (look: Look, format: PageFormat): number =>
  looks.indexOf(look) * pageFormats.length + pageFormats.indexOf(format);

export function pageStyles(there: { fonts: number; fills: number; borders: number }) {
  const xf = (look: Look, format: PageFormat) => {
    const { fill, border, vertical } = appearances[look];
    const fillId = fill === undefined ? 0 : there.fills + fills.indexOf(fill);
    const borderId = border === undefined ? 0 : there.borders + borders.indexOf(border);
    const parts = `numFmtId="${look === 'header' || look === 'band' ? 49 : formatId(format)}" fontId="${there.fonts + looks.indexOf(look)}" fillId="${fillId}" borderId="${borderId}" xfId="0"`;
    const applied = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"';
    return `<xf ${parts} ${applied}>${alignment(look, format, vertical)}</xf>`;
  };
  return {
    numberFormats: codes.map((code, at) => [String(firstFormatId + at), code] as const),
    fonts: list.map((one) => one.font),
    fills,
    borders: borders.map(borderElement),
    xfs: looks.flatMap((look) => pageFormats.map((format) => xf(look, format))),
  };
}

const isText = (format: PageFormat) => format === 'text' || format === 'prose';

function alignment(look: Look, format: PageFormat, vertical: Appearance['vertical']): string {
  const wraps = format === 'prose' || look === 'header' || look === 'note' || look === 'title';
  const horizontal = look === 'band' ? 'center' : isText(format) ? 'left' : 'right';
  const isShifted = look === 'header' && horizontal === 'right';
  const placed = vertical === undefined ? '' : ` vertical="${vertical}"`;
  return `<alignment horizontal="${horizontal}"${placed}${wraps ? ' wrapText="1"' : ''}${isShifted ? ' indent="1"' : ''}/>`;
}

function borderElement(sides: string): string {
  const top = sides.includes('<top') ? '' : '<top/>';
  return `<border><left/><right/>${top}${sides}<diagonal/></border>`;
}

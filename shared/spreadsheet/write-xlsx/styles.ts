import type { Look, PageFormat } from '../output/page-output';
import type { ColumnFormat, TableLook } from '../output/write-output';
import { pageStyleNumber, pageStyles } from './page-styles';
import { escapeText } from './text';

const numberFormats: Record<ColumnFormat, number> = {
  general: 0,
  text: 49,
  prose: 49,
  number: 0,
  integer: 1,
  money: 164,
  rate: 164,
  percent: 165,
  date: 166,
  boolean: 0,
};
/** Every digit of a value with six decimals is shown, so a file of cells as they are shown loses nothing. */
const customFormats = { 164: '#,##0.00####', 165: '0.00####', 166: 'yyyy-mm-dd' };
const formats = Object.keys(numberFormats) as ColumnFormat[];
const shades = ['D9E1F2', 'E2EFDA', 'FFF2CC', 'FCE4D6', 'E4DFEC', 'DAEEF3', 'EDEDED', 'F2DCDB'];
const firstHeaderStyle = formats.length + 1;
const firstTotalStyle = firstHeaderStyle + shades.length * 2;
const firstGroupStyle = firstTotalStyle + formats.length;
const firstPageStyle = firstGroupStyle + shades.length;

export const quotedTextStyle = formats.length;

const formatsOfReport: Record<ColumnFormat, PageFormat> = {
  general: 'text',
  text: 'text',
  prose: 'prose',
  number: 'quantity',
  integer: 'integer',
  money: 'amount',
  rate: 'rate',
  percent: 'points',
  date: 'date',
  boolean: 'text',
};

export function columnStyle(format: ColumnFormat, look?: TableLook): number {
  return look === 'report' ? pageStyle('body', formatsOfReport[format]) : formats.indexOf(format);
}

export function headerStyle(groupNumber: number, required: boolean): number {
  return firstHeaderStyle + (groupNumber % shades.length) * 2 + (required ? 1 : 0);
}

export const reportHeaderStyle = (format: ColumnFormat): number =>
  pageStyle('header', formatsOfReport[format]);

export function totalStyle(format: ColumnFormat, look?: TableLook): number {
  return look === 'report'
    ? pageStyle('total', formatsOfReport[format])
    : firstTotalStyle + formats.indexOf(format);
}

export function groupStyle(groupNumber: number): number {
  return firstGroupStyle + (groupNumber % shades.length);
}

export const pageStyle = (look: Look, format: PageFormat): number =>
  firstPageStyle + pageStyleNumber(look, format);

const fonts = [font(''), font('<b/>'), font('<b/>', '<color rgb="FFC00000"/>')];
const fills = [patternFill('none'), patternFill('gray125'), ...shades.map(shadeFill)];
const borders = [
  border('<bottom/>'),
  border('<bottom style="thin"><color rgb="FF7F7F7F"/></bottom>'),
  border('<bottom/>', '<top style="thin"><color rgb="FF7F7F7F"/></top>'),
];

export function stylesXml(): string {
  const pages = pageStyles({ fonts: fonts.length, fills: fills.length, borders: borders.length });
  const codes = [...Object.entries(customFormats), ...pages.numberFormats];
  const parts = [
    counted('numFmts', codes.map(numberFormat)),
    counted('fonts', [...fonts, ...pages.fonts]),
    counted('fills', [...fills, ...pages.fills.map(shadeFill)]),
    counted('borders', [...borders, ...pages.borders]),
    counted('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
    counted('cellXfs', [
      ...formats.map((format) =>
        format === 'prose' ? proseXf : cellXf(`numFmtId="${numberFormats[format]}"`),
      ),
      cellXf('numFmtId="0" quotePrefix="1"'),
      ...shades.flatMap((_, shade) => [headerXf(shade, 1), headerXf(shade, 2)]),
      ...formats.map(totalXf),
      ...shades.map((_, shade) => groupXf(shade)),
      ...pages.xfs,
    ]),
    counted('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
  ];
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="${namespace}">${parts.join('')}</styleSheet>`;
}

function counted(element: string, children: string[]): string {
  return `<${element} count="${children.length}">${children.join('')}</${element}>`;
}

function numberFormat([id, code]: readonly [string, string]): string {
  return `<numFmt numFmtId="${id}" formatCode="${escapeText(code)}"/>`;
}

function font(weight: string, color = '<color rgb="FF000000"/>'): string {
  return `<font>${weight}<sz val="11"/>${color}<name val="Calibri"/><family val="2"/></font>`;
}

function patternFill(pattern: string): string {
  return `<fill><patternFill patternType="${pattern}"/></fill>`;
}

function shadeFill(shade: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="FF${shade}"/><bgColor indexed="64"/></patternFill></fill>`;
}

function border(bottom: string, top = '<top/>'): string {
  return `<border><left/><right/>${top}${bottom}<diagonal/></border>`;
}

const proseXf =
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>';

function totalXf(format: ColumnFormat): string {
  const applied = 'applyNumberFormat="1" applyFont="1" applyBorder="1"';
  return `<xf numFmtId="${numberFormats[format]}" fontId="1" fillId="0" borderId="2" xfId="0" ${applied}/>`;
}

function groupXf(shade: number): string {
  const applied = 'applyFont="1" applyFill="1" applyAlignment="1"';
  return `<xf numFmtId="49" fontId="1" fillId="${shade + 2}" borderId="0" xfId="0" ${applied}><alignment horizontal="left" vertical="center"/></xf>`;
}

function cellXf(attributes: string): string {
  return `<xf ${attributes} fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
}

function headerXf(shade: number, fontNumber: number): string {
  const look = `fontId="${fontNumber}" fillId="${shade + 2}" borderId="1"`;
  const applied = 'applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"';
  return `<xf numFmtId="49" ${look} xfId="0" ${applied}><alignment vertical="center" wrapText="1"/></xf>`;
}

import { columnLetters } from '@consulting/spreadsheet/table/cell';

/** What a cell of the corpus holds; a date is midnight in UTC. */
export type CorpusCell = string | number | boolean | Date | null;

/** A sheet as it is to be read, the header row first. */
export interface CorpusSheet {
  name: string;
  rows: CorpusCell[][];
}

/** One file of a workbook. */
export interface Part {
  name: string;
  content: string;
}

export const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const officeSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const packageSpace = 'http://schemas.openxmlformats.org/package/2006/relationships';
export const typesSpace = 'http://schemas.openxmlformats.org/package/2006/content-types';
export const corePropertiesType =
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const escapedWithQuotes = (text: string): string => escaped(text).replaceAll('"', '&quot;');

/** The attribute of a text whose outer blanks count. */
export const spaceOf = (text: string): string => (text === text.trim() ? '' : ' xml:space="preserve"');

const dayMs = 86_400_000;
export const serialOf = (day: Date, epoch = Date.UTC(1899, 11, 30)): number =>
  (day.getTime() - epoch) / dayMs;
export const epoch1904 = Date.UTC(1904, 0, 1);

export const isoOf = (day: Date): string => day.toISOString().slice(0, 10);

export const widthOf = ({ rows }: CorpusSheet): number => Math.max(...rows.map((cells) => cells.length));

export const dimensionOf = (sheet: CorpusSheet): string =>
  `A1:${columnLetters(widthOf(sheet) - 1)}${sheet.rows.length}`;

/** The rows of a sheet: `cell` writes a value that is there, `row` puts a row around its cells. */
export const rowsXml = (
  { rows }: CorpusSheet,
  cell: (value: NonNullable<CorpusCell>, reference: string) => string,
  row: (number: number, cells: string, width: number) => string = (number, cells) =>
    `<row r="${number}">${cells}</row>`,
): string =>
  rows
    .map((cells, at) => {
      const written = cells.map((value, column) =>
        value === null ? '' : cell(value, `${columnLetters(column)}${at + 1}`),
      );
      return row(at + 1, written.join(''), cells.length);
    })
    .join('');

/** The distinct texts of a workbook in the order in which they were first needed. */
export class TextTable {
  readonly texts: string[] = [];
  count = 0;
  private readonly indexes = new Map<string, number>();

  indexOf(text: string): number {
    this.count += 1;
    const known = this.indexes.get(text);
    if (known !== undefined) return known;
    this.indexes.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

/** A double as Excel writes it: 15 digits where they suffice, else 17. */
export function excelNumber(value: number): string {
  const short = Number(value.toPrecision(15));
  return short === value ? String(short) : value.toPrecision(17).replace(/0+$/, '');
}

/** A double as Java writes it, `1.0` and `1.23456789E7`. */
export function javaNumber(value: number): string {
  const isPlain = value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e7);
  if (isPlain) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}

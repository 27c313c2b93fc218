import type { Look, PageCell, PageFormat, PageRow } from '@consulting/spreadsheet/output/page-output';
import { type CellOutput, FormulaCell } from '@consulting/spreadsheet/output/write-output';

export const text = (value: CellOutput, look: Look = 'body'): PageCell => ({ value, look, format: 'text' });

export const prose = (value: CellOutput, look: Look = 'body'): PageCell => ({ value, look, format: 'prose' });

export const figure = (value: PageCell['value'], format: PageFormat, look: Look = 'body'): PageCell => ({
  value,
  look,
  format,
});

export const formula = (
  written: string,
  value: CellOutput,
  format: PageFormat,
  look: Look = 'body',
): PageCell => ({ value: new FormulaCell(written, value), look, format });

export interface TableColumn {
  header: string;
  format: PageFormat;
  widthCharacters: number;
}

const titlePoints = 32;
const subtitlePoints = 20;
const headingPoints = 24;
const blankPoints = 15;

export class PageRows {
  readonly rows: PageRow[] = [];

  constructor(private readonly columnCount: number) {}

  get lastRow(): number {
    return this.rows.length;
  }

  add(cells: PageRow['cells'], heightPoints?: number): number {
    this.rows.push(heightPoints === undefined ? { cells } : { cells, heightPoints });
    return this.rows.length;
  }

  blank(heightPoints = blankPoints): void {
    this.add([], heightPoints);
  }

  title(title: string, subtitle: string): void {
    this.#across(title, 'title', titlePoints);
    this.#across(subtitle, 'subtitle', subtitlePoints);
    this.blank();
  }

  heading(words: string, span = this.columnCount): number {
    return this.add([{ value: words, look: 'heading', format: 'text', span }], headingPoints);
  }

  header(columns: readonly TableColumn[]): number {
    return this.add(columns.map(({ header, format }) => ({ value: header, look: 'header', format })));
  }

  #across(value: string, look: Look, heightPoints: number): number {
    return this.add([{ value, look, format: 'text', span: this.columnCount }], heightPoints);
  }
}

const headerWordMax = 24;
const wordPadding = 3;

export const widthsOf = (columns: readonly TableColumn[]): number[] =>
  columns.map(({ header, widthCharacters }) => {
    const words = header.split(/[ -]/).map(({ length }) => Math.min(length, headerWordMax) + wordPadding);
    return Math.max(widthCharacters, ...words);
  });

import type { CellOutput, FormulaCell, PrintSetup, SheetOutput } from './write-output';

/** What a cell is on its page: decides font, fill, borders and alignment. */
export const looks = [
  'title',
  'subtitle',
  'heading',
  'band',
  'header',
  'label',
  'body',
  'subtotal',
  'total',
  'grandTotal',
  'note',
] as const;

export type Look = (typeof looks)[number];

/**
 * How a page shows the value of a cell: `amount` with cents, `whole` without and a dash for zero, `rate` and `quantity` with
 * up to four decimals, `percent` and `statedPercent`, which keeps its decimals, of a fraction (0.125 is 12.5 %), `points` a percentage as it is, `difference`, `countDifference` and `change` (of a fraction) with their sign,
 * `prose` is text that wraps.
 */
export const pageFormats = [
  'text',
  'prose',
  'integer',
  'amount',
  'whole',
  'rate',
  'quantity',
  'percent',
  'statedPercent',
  'points',
  'difference',
  'countDifference',
  'change',
  'date',
] as const;

export type PageFormat = (typeof pageFormats)[number];

export interface PageCell {
  value?: CellOutput | FormulaCell;
  look: Look;
  format: PageFormat;
  /** Columns that the cell takes, merged into one; default 1. */
  span?: number;
}

export interface PageRow {
  cells: readonly (PageCell | null)[];
  /** By default the program fits the row to its text, which it cannot do for cells over several columns. */
  heightPoints?: number;
}

/** Cells of one column on a sheet whose name is written as it is; rows are counted from 1. */
export interface CellRange {
  sheet: string;
  column: number;
  fromRow: number;
  toRow: number;
}

export interface ChartSeries {
  name: string;
  values: CellRange;
  /** What the cells of `values` hold. */
  figures: readonly string[];
  /** RRGGBB */
  color: string;
}

/** A bar chart of cells; the bars of several series are stacked. */
export interface ChartOutput {
  title: string;
  /** Unit of the axis of values. */
  unit: string;
  direction: 'bar' | 'column';
  categories: CellRange;
  labels: readonly string[];
  series: readonly ChartSeries[];
  /** The cells that it covers, counted from 0; the last are those behind it. */
  from: { row: number; column: number };
  to: { row: number; column: number };
  /** Shows the value at the end of each bar; of a single series only. */
  hasDataLabels?: boolean;
}

/** A sheet that is laid out cell by cell. */
export interface PageOutput {
  name: string;
  /** In characters; as many as there are columns. */
  columnWidths: readonly number[];
  pageRows: readonly PageRow[];
  charts?: readonly ChartOutput[];
  frozen?: { rows: number; columns: number };
  print?: PrintSetup;
  /** Rows that are repeated at the top of every printed page, counted from 1. */
  titleRows?: { from: number; to: number };
  /** The last rows of printed pages, counted from 1. */
  pageBreaks?: readonly number[];
  /** RRGGBB of the tab. */
  tabColor?: string;
}

/** A table of rows that come as a stream, or a page. */
export type WorkbookSheet = SheetOutput | PageOutput;

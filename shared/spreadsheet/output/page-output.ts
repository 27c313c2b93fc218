import type { CellOutput, FormulaCell, PrintSetup, SheetOutput } from './write-output';

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
 * `percent`, `statedPercent` and `change` take a fraction (0.125 is shown as 12.5 %), while `points` takes the
 * percentage itself. `rate` and `quantity` have up to four decimals, and `whole` shows zero as a dash.
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
  span?: number;
}

export interface PageRow {
  cells: readonly (PageCell | null)[];
  /** Programs fit a row to its text by default, but cannot do so for cells over several columns. */
  heightPoints?: number;
}

export interface CellRange {
  sheet: string;
  column: number;
  fromRow: number;
  toRow: number;
}

export interface ChartSeries {
  name: string;
  values: CellRange;
  figures: readonly string[];
  color: string;
  isInvisible?: boolean;
}

/**
 * The range `from` and `to` counts rows and columns from 0, and `to` is the cell behind the last one that is covered.
 */
export interface ChartOutput {
  title: string;
  unit: string;
  direction: 'bar' | 'column';
  categories: CellRange;
  labels: readonly string[];
  series: readonly ChartSeries[];
  from: { row: number; column: number };
  to: { row: number; column: number };
  hasDataLabels?: boolean;
  axisFrom?: number;
}

/** Widths are in characters, `titleRows` and `pageBreaks` count rows from 1, and colours are RRGGBB. */
export interface PageOutput {
  name: string;
  columnWidths: readonly number[];
  pageRows: readonly PageRow[];
  charts?: readonly ChartOutput[];
  frozen?: { rows: number; columns: number };
  print?: PrintSetup;
  titleRows?: { from: number; to: number };
  pageBreaks?: readonly number[];
  tabColor?: string;
}

export type WorkbookSheet = SheetOutput | PageOutput;

import type { basisSections } from '@consulting/kernel/contracts/estimation';
import type { Discipline } from '@consulting/mto-engine';
import type { costAdditionKeys, costElementKeys, TotalKey } from '@consulting/mto-lines';
import type { ColumnFormat } from '@consulting/spreadsheet/output/write-output';

export type Amount = string;

export type Figures = { lines: number } & Readonly<Record<TotalKey, Amount>>;

/**
 * The report is what a client receives of a takeoff (extensions.md 13.1). Amounts are exact decimals as text
 * in `currency` (ISO 4217), dates are YYYY-MM-DD.
 */
export interface Report {
  cover: Cover;
  currency: string;
  totals: Figures;
  byDiscipline: readonly DisciplineFigures[];
  byWbs: readonly WbsFigures[];
  matrix: Matrix;
  // The most expensive first; none where the lines are in many areas or one.
  areas: readonly AreaFigures[];
  tiles: readonly Tile[];
  buildUp: readonly BuildUpStep[];
  grandTotal: Amount;
  crews: readonly CrewFigures[];
  pricesByBook: readonly PriceSource[];
  costliest: readonly CostlyLine[];
  changes: Changes | null;
  ratios: readonly RatioFigures[];
  basis: readonly BasisSection[];
  sheet: readonly SheetRow[];
  lines: ReportLines | null;
}

export interface RatioFigures {
  label: string;
  unit: string | null;
  value: Amount;
  reference: { projects: number; p10: Amount; p50: Amount; p90: Amount } | null;
  isOutside: boolean;
}

export interface BasisSection {
  key: (typeof basisSections)[number];
  label: string;
  text: string | null;
  facts: readonly { title: string; items: readonly string[] }[];
}

export interface SheetRow {
  code: string | null;
  name: string;
  kind: string | null;
  quantity: Amount | null;
  unit: string | null;
  unitPrice: Amount | null;
  percent: Amount | null;
  lines: number | null;
  amount: Amount;
  // Places of the rows that this one adds up.
  sums: readonly number[] | null;
  isGrandTotal: boolean;
}

export interface Cover {
  client: string | null;
  project: { code: string; name: string };
  clientReference: string | null;
  location: string | null;
  service: { code: string; name: string } | null;
  version: { label: string; name: string; number: number } | null;
  status: string;
  estimateClass: { class: string; lowPercent: Amount | null; highPercent: Amount | null } | null;
  purpose: string | null;
  method: string | null;
  baseDate: string | null;
  date: string;
  preparedBy: string | null;
  reviewedBy: string | null;
  approvedBy: string | null;
  basis: string | null;
  assumptions: readonly string[];
  exclusions: readonly string[];
}

export interface DisciplineFigures {
  discipline: Discipline;
  label: string;
  figures: Figures;
  /** The share of the total cost has 2 decimals and is null where the total is 0. */
  percent: Amount | null;
}

export interface WbsFigures {
  wbsCode: string | null;
  name: string | null;
  /**
   * `none` has the lines without a code, `unknown` those with codes that the WBS does not have. Neither has
   * children.
   */
  kind: 'none' | 'unknown' | null;
  /** Roots have level 1; the items of level 1 add up to the totals. */
  level: number;
  hasChildren: boolean;
  figures: Figures;
  percent: Amount | null;
}

export interface Matrix {
  disciplines: readonly { discipline: Discipline; label: string }[];
  rows: readonly (Pick<WbsFigures, 'wbsCode' | 'name' | 'kind'> & {
    costs: readonly (Amount | null)[];
    total: Amount;
  })[];
  totals: readonly Amount[];
  total: Amount;
}

// What a discipline consists of, in items of one level of the WBS; without a code what belongs to none of them.
export interface Tile {
  discipline: Discipline;
  label: string;
  amount: Amount;
  items: readonly { wbsCode: string | null; name: string | null; amount: Amount }[];
}

// The costs are of the disciplines of the matrix.
export interface AreaFigures {
  area: string | null;
  costs: readonly (Amount | null)[];
  total: Amount;
}

export type BuildUpKey =
  | (typeof costElementKeys)[number]
  | 'directCost'
  | (typeof costAdditionKeys)[number]
  | 'overrides'
  | 'totalCost'
  | 'indirectAmount'
  | 'sheetAmount'
  | 'ownersCostAmount'
  | 'subtotal'
  | 'escalation'
  | 'contingency'
  | 'managementReserve'
  | 'grandTotal';

export interface BuildUpStep {
  key: BuildUpKey;
  amount: Amount;
  percent: Amount | null;
  isTotal: boolean;
}

export interface CrewFigures {
  service: string | null;
  crewCode: string;
  name: string | null;
  crewSize: Amount | null;
  labourRate: Amount | null;
  equipmentRate: Amount | null;
  allInRate: Amount | null;
  lines: number;
  totalManHours: Amount;
  labourCost: Amount;
  equipmentCost: Amount;
}

export interface PriceSource {
  priceBook: string | null;
  rows: number;
  prices: number;
  stalePrices: number;
  lines: number;
  totalCost: Amount;
  percent: Amount | null;
}

export interface CostlyLine {
  itemNumber: number | null;
  tag: string | null;
  discipline: string;
  description: string | null;
  wbsCode: string | null;
  quantity: Amount | null;
  unitOfMeasure: string | null;
  totalManHours: Amount;
  totalCost: Amount;
  percent: Amount | null;
}

export interface Growth {
  before: Amount;
  after: Amount;
  growth: Amount;
  /** The growth in percent of the earlier figure has 2 decimals and is null where that figure is 0. */
  percent: Amount | null;
}

export interface GrowthFigures {
  lines: Growth;
  totalManHours: Growth;
  totalCost: Growth;
}

export interface Changes {
  before: { label: string; name: string };
  totals: GrowthFigures;
  byDiscipline: readonly (GrowthFigures & { discipline: Discipline; label: string })[];
  counts: { added: number; removed: number; changed: number };
  reconciled: Reconciled;
  lines: readonly ChangedLine[];
}

export interface Reconciled {
  from: Amount;
  to: Amount;
  causes: readonly { label: string; amount: Amount; lines: number }[];
}

export interface ChangedLine {
  difference: 'added' | 'removed' | 'changed';
  itemNumber: number | null;
  tag: string | null;
  discipline: string;
  description: string | null;
  wbsCode: string | null;
  totalCost: Growth;
}

export interface ReportColumn {
  key: string;
  header: string;
  format: ColumnFormat;
  isProse: boolean;
  total: Amount | null;
}

export type ReportValue = string | boolean | null;

export interface ReportLines {
  count: number;
  countOfAll: number;
  columns: readonly ReportColumn[];
  /** The rows can be read only once; they are from the same moment as all other figures. */
  rows: AsyncIterable<readonly (readonly ReportValue[])[]>;
}

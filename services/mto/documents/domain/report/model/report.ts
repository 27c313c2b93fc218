import type { Discipline } from '@consulting/mto-engine';
import { costAdditionKeys, costElementKeys, type TotalKey } from '@consulting/mto-lines';
import type { ColumnFormat } from '@consulting/spreadsheet/output/write-output';

/** An exact decimal as text. */
export type Amount = string;

/** Sums over the lines that count. */
export type Figures = { lines: number } & Readonly<Record<TotalKey, Amount>>;

/** What a client is handed of a takeoff (extensions.md 13.1). All texts but the titles are in the language of the document. */
export interface Report {
  cover: Cover;
  /** Of all amounts, ISO 4217. */
  currency: string;
  totals: Figures;
  /** In the order of the disciplines, those with lines. */
  byDiscipline: readonly DisciplineFigures[];
  /** Parents before their children; what has no lines at all is left out. */
  byWbs: readonly WbsFigures[];
  matrix: Matrix;
  /** From the cost elements to the grand total. */
  buildUp: readonly BuildUpStep[];
  grandTotal: Amount;
  /** Those that lines name, by the man-hours that they spend. */
  crews: readonly CrewFigures[];
  /** At most twenty, the costliest first. */
  costliest: readonly CostlyLine[];
  /** Null without an earlier version that has lines of its own. */
  changes: Changes | null;
  lines: ReportLines;
}

export interface Cover {
  client: string | null;
  project: { code: string; name: string };
  /** The client's number of the order or of the project. */
  clientReference: string | null;
  location: string | null;
  service: { code: string; name: string } | null;
  /** Null where the lines are of no version: of a project, or of a service without a draft. */
  version: { label: string; name: string; number: number } | null;
  status: string;
  estimateClass: { class: string; lowPercent: Amount | null; highPercent: Amount | null } | null;
  purpose: string | null;
  method: string | null;
  /** Of the prices, YYYY-MM-DD. */
  baseDate: string | null;
  /** Of the document, YYYY-MM-DD. */
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
  /** Of the total cost, 2 decimals; null where that is 0. */
  percent: Amount | null;
}

export interface WbsFigures {
  wbsCode: string | null;
  name: string | null;
  /** `none`: lines without a code; `unknown`: with codes that the WBS does not have. Neither has children. */
  kind: 'none' | 'unknown' | null;
  /** 1 for a root; those of level 1 add up to the totals. */
  level: number;
  hasChildren: boolean;
  /** Of its own lines and of all that is below it. */
  figures: Figures;
  percent: Amount | null;
}

/** Total cost by the first level of the WBS and by discipline. */
export interface Matrix {
  disciplines: readonly { discipline: Discipline; label: string }[];
  /** Beside each other as `disciplines`; null where there are no lines. */
  rows: readonly (Pick<WbsFigures, 'wbsCode' | 'name' | 'kind'> & {
    costs: readonly (Amount | null)[];
    total: Amount;
  })[];
  totals: readonly Amount[];
  total: Amount;
}

export const buildUpKeys = [
  ...costElementKeys,
  'directCost',
  ...costAdditionKeys,
  'overrides',
  'totalCost',
  'indirectAmount',
  'ownersCostAmount',
  'subtotal',
  'escalation',
  'contingency',
  'managementReserve',
  'grandTotal',
] as const;

export type BuildUpKey = (typeof buildUpKeys)[number];

export interface BuildUpStep {
  key: BuildUpKey;
  amount: Amount;
  /** Stated by the version, null for an amount. */
  percent: Amount | null;
  /** The sum of all steps above it that are no totals. */
  isTotal: boolean;
}

export interface CrewFigures {
  /** Null unless the lines are of several services. */
  service: string | null;
  crewCode: string;
  name: string | null;
  /** Per man-hour, as the service has them; null where the crew is gone or incomplete. */
  crewSize: Amount | null;
  labourRate: Amount | null;
  equipmentRate: Amount | null;
  /** Labour and equipment. */
  allInRate: Amount | null;
  lines: number;
  totalManHours: Amount;
  labourCost: Amount;
  equipmentCost: Amount;
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
  /** Of the figure before, 2 decimals; null where that is 0. */
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
  /** Lines that count. */
  counts: { added: number; removed: number; changed: number };
  /** At most twenty, those first whose cost changed most. */
  lines: readonly ChangedLine[];
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
  /** With its unit. */
  header: string;
  format: ColumnFormat;
  /** Text that wraps. */
  isProse: boolean;
  /** The sum of the lines, for columns that are summed. */
  total: Amount | null;
}

/** Choices as their labels, dates as YYYY-MM-DD, numbers as exact decimals. */
export type ReportValue = string | boolean | null;

/** The lines that count, in the order of the takeoff. */
export interface ReportLines {
  count: number;
  columns: readonly ReportColumn[];
  /** Once, in batches, from the same moment as all other figures. */
  rows: AsyncIterable<readonly (readonly ReportValue[])[]>;
}

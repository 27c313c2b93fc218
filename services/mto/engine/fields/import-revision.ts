import type { Discipline } from '@consulting/takeoff-fields';

export const missingRules = ['void', 'delete', 'keep'] as const;

export type MissingRule = (typeof missingRules)[number];

export interface RevisionParameters {
  matchBy: string[] | null;
  /** The filter of a search, as it was sent; null means all lines in the disciplines of the file. */
  scope: Record<string, unknown> | null;
  carryFrom: string[];
  missing: MissingRule;
  revision: string | null;
}

export const revisionDefaults: RevisionParameters = {
  matchBy: null,
  scope: null,
  carryFrom: [],
  missing: 'void',
  revision: null,
};

interface RevisedSum {
  before: string;
  after: string;
  difference: string;
  /** Their amounts add up to the difference exactly. */
  causes: { cause: string; amount: string; lines: number }[];
}

export interface RevisedDiscipline {
  discipline: Discipline;
  quantity: (RevisedSum & { unitOfMeasure: string | null })[];
  totalCost: RevisedSum;
}

export interface ImportRevision {
  matchBy: string[];
  matched: number;
  changed: number;
  unchanged: number;
  added: number;
  missing: number;
  removed: number;
  carried: number;
  unpriced: number;
  byDiscipline: RevisedDiscipline[];
}

const commercialGroups = new Set([
  'Labour',
  'Man-Hours by Activity',
  'Material',
  'Material Cost Breakdown',
  'Construction Equipment',
  'Subcontract',
  'Cost Summary',
]);

const commercialKeys = new Set([
  'wbsCode',
  'cbsCode',
  'workPackage',
  'installationWorkPackage',
  'contractPackage',
  'scheduleActivityId',
  'priceSource',
]);

interface Grouped {
  key: string;
  group: string;
  unit?: string;
  computed?: string;
}

/** The estimator fills these fields, so that an empty cell of the engineer's revision clears none of them. */
export const isCommercial = ({ key, group }: Grouped): boolean =>
  commercialGroups.has(group) || commercialKeys.has(key);

export const isCarried = ({ key, group, computed }: Grouped): boolean =>
  computed === undefined && commercialGroups.has(group) && key !== 'currency' && key !== 'totalCostOverride';

/** Such a value belongs to the whole line, so that it fits another line of the same quantity alone. */
export const isAmountOfLine = ({ unit }: Grouped): boolean => unit === 'h' || unit === 'currency';

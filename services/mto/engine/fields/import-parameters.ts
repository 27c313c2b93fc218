import type { Discipline } from '@consulting/takeoff-fields';
import type { RevisionParameters } from './import-revision';
import type { Cell } from './line';

export type DecimalSeparator = '.' | ',';

export const importModes = ['append', 'replace', 'upsert', 'revise'] as const;

export type ImportMode = (typeof importModes)[number];

export const totalRules = ['calculated', 'file'] as const;

export type TotalRule = (typeof totalRules)[number];

export interface ReadingParameters {
  discipline: Discipline | null;
  // A key is a header or a column such as `[E]` or `sheet![E]`, whose case does not count; null leaves the column out.
  mapping: Record<string, string | null>;
  defaults: Record<string, Cell>;
  decimalSeparator: DecimalSeparator | null;
  // `3` for every sheet, `sheet name!3` for one; 0 where there is no header.
  headerRow: string[];
  headings: string;
  normaliseUnits: boolean;
  fillBlanks: boolean;
  convertCurrency: boolean;
  // Word or symbol in lower case -> code of the currency that it means.
  currencies: Record<string, string>;
  // Field key -> word in lower case -> the value that it means; null leaves the cell empty.
  values: Record<string, Record<string, Cell>>;
  totals: TotalRule;
}

export interface ImportParameters extends ReadingParameters {
  sheets: string[] | null;
  mode: ImportMode;
  dryRun: boolean;
  survey: boolean;
  profileId: string | null;
  mappedByProfile: readonly string[];
  saveProfile: string | null;
  revise: RevisionParameters | null;
  corrects: string | null;
}

export interface ImportTarget {
  projectId: string;
  serviceId: string;
}

export type TaskParameters = ImportParameters & ImportTarget;

export const readingDefaults = {
  discipline: null,
  mapping: {},
  defaults: {},
  decimalSeparator: null,
  headerRow: [] as string[],
  headings: 'skip',
  normaliseUnits: false,
  fillBlanks: false,
  convertCurrency: false,
  currencies: {},
  values: {},
  totals: 'calculated',
} as const satisfies ReadingParameters;

/** Tasks that an earlier version accepted lack the later parameters. */
export const completeParameters = <Given extends Partial<TaskParameters>>(given: Given) => ({
  ...readingDefaults,
  survey: false,
  profileId: null,
  mappedByProfile: [],
  saveProfile: null,
  revise: null,
  corrects: null,
  ...given,
});

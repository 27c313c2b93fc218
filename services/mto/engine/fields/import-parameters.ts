import type { Discipline } from './discipline';
import type { Cell } from './line';

export type DecimalSeparator = '.' | ',';

export const importModes = ['append', 'replace', 'upsert'] as const;

export type ImportMode = (typeof importModes)[number];

export const totalRules = ['calculated', 'file'] as const;

/** Whose total a line gets where the file's differs from the calculated one (extensions.md 3). */
export type TotalRule = (typeof totalRules)[number];

/** What a form, or a profile in its place, says of how the figures of a file are read. */
export interface ReadingParameters {
  discipline: Discipline | null;
  /** Header text in lower case, without surrounding blanks, `[E]` or `sheet![E]` in lower case -> field key, or null to leave the column out. */
  mapping: Record<string, string | null>;
  defaults: Record<string, Cell>;
  decimalSeparator: DecimalSeparator | null;
  /** What becomes of rows that head a section: `skip`, or the key of the field that their text fills below. */
  headings: string;
  normaliseUnits: boolean;
  fillBlanks: boolean;
  convertCurrency: boolean;
  totals: TotalRule;
}

export interface ImportParameters extends ReadingParameters {
  sheets: string[] | null;
  mode: ImportMode;
  dryRun: boolean;
  /** Nothing but the survey is made. */
  survey: boolean;
  profileId: string | null;
  /** Names in `mapping` that come from the profile. */
  mappedByProfile: readonly string[];
  saveProfile: string | null;
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
  headings: 'skip',
  normaliseUnits: false,
  fillBlanks: false,
  convertCurrency: false,
  totals: 'calculated',
} as const satisfies ReadingParameters;

/** The parameters of a task, also of one that a former version accepted without the later ones. */
export const completeParameters = <Given extends Partial<TaskParameters>>(given: Given) => ({
  ...readingDefaults,
  survey: false,
  profileId: null,
  mappedByProfile: [],
  saveProfile: null,
  ...given,
});

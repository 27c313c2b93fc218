import type { Discipline } from './discipline';
import type { Cell } from './line';

/** What separates decimals in the numbers of a file. */
export type DecimalSeparator = '.' | ',';

export const importModes = ['append', 'replace', 'upsert'] as const;

export type ImportMode = (typeof importModes)[number];

/** What an upload asks for beside its file (resources.md 15.3). */
export interface ImportParameters {
  discipline: Discipline | null;
  /** Names of the sheets to read; null for all. */
  sheets: string[] | null;
  /** Header text in lower case, without surrounding blanks -> field key, or null to leave the column out. */
  mapping: Record<string, string | null>;
  /** Values of fields that the sheet has no column for. */
  defaults: Record<string, Cell>;
  mode: ImportMode;
  decimalSeparator: DecimalSeparator | null;
  dryRun: boolean;
}

/** Where the lines of a file go. */
export interface ImportTarget {
  projectId: string;
  serviceId: string;
}

/** What a task is told of its upload. */
export type TaskParameters = ImportParameters & ImportTarget;

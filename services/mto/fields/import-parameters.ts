import type { Discipline } from './discipline';
import type { Cell } from './line';

export type DecimalSeparator = '.' | ',';

export const importModes = ['append', 'replace', 'upsert'] as const;

export type ImportMode = (typeof importModes)[number];

export interface ImportParameters {
  discipline: Discipline | null;
  sheets: string[] | null;
  /** Header text in lower case, without surrounding blanks -> field key, or null to leave the column out. */
  mapping: Record<string, string | null>;
  defaults: Record<string, Cell>;
  mode: ImportMode;
  decimalSeparator: DecimalSeparator | null;
  dryRun: boolean;
}

export interface ImportTarget {
  projectId: string;
  serviceId: string;
}

export type TaskParameters = ImportParameters & ImportTarget;

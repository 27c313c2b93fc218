import type { Discipline } from '@consulting/takeoff-fields';
import type { ImportMode, ReadingParameters } from './import-parameters';

export interface FieldProposal {
  field: string;
  confidence: number;
  why: string;
}

export interface UnknownWord {
  word: string;
  count: number;
  proposals: string[];
}

export interface DisciplineProposal {
  discipline: Discipline;
  confidence: number;
  why: string;
}

export const recognitions = ['mapping', 'profile', 'key', 'label', 'alias', 'none'] as const;
export type Recognition = (typeof recognitions)[number];

export interface SurveyedColumn {
  column: string;
  header: string;
  field: string | null;
  how: Recognition;
  unit: string | null;
  samples: string[];
  filled: number;
  invalid: number;
  unknownWords: UnknownWord[];
  proposals: FieldProposal[];
}

export const surveyProblemCodes = [
  'DUPLICATE_COLUMN',
  'UNIT_MISMATCH',
  'NO_KNOWN_HEADER',
  'DISCIPLINE_NOT_FOUND',
  'SHEET_ADDED',
  'AMBIGUOUS_NUMBER',
  'INVALID_VALUES',
  'REQUIRED',
  'NO_IDENTITY',
] as const;
export type SurveyProblemCode = (typeof surveyProblemCodes)[number];

export type FormParts = Partial<Omit<ReadingParameters, 'discipline'>> & {
  discipline?: Discipline | null;
  sheet?: string[];
  profileId?: string | null;
  mode?: ImportMode;
};

export interface SurveyProblem {
  code: SurveyProblemCode;
  columns: string[];
  field: string | null;
  message: string;
  /** An import that sends this back solves the problem; null means that only the file can be changed. */
  remedy: FormParts | null;
}

export const disciplineSources = ['parameter', 'column', 'sheet-name', 'none'] as const;
export type DisciplineSource = (typeof disciplineSources)[number];

export interface SurveyedSheet {
  sheet: string;
  read: boolean;
  reason: string | null;
  headerRow: number | null;
  dataRows: number;
  headingRows: number;
  totalRows: number;
  discipline: Discipline | null;
  disciplineSource: DisciplineSource;
  disciplineProposals: DisciplineProposal[];
  columns: SurveyedColumn[];
  problems: SurveyProblem[];
}

/** How rows would find lines by the values of these fields. */
export interface SurveyedKey {
  matchBy: string[];
  rows: number;
  lines: number;
  matched: number;
  ambiguous: number;
}

export interface SurveyedIdentity {
  /** The key that mode revise uses with the parameters of the survey; null when there is none. */
  matchBy: string[] | null;
  keys: SurveyedKey[];
}

export interface ImportSurvey {
  fileName: string;
  problems: SurveyProblem[];
  identity: SurveyedIdentity | null;
  sheets: SurveyedSheet[];
  suggested: {
    mapping: Record<string, string | null>;
    defaults: ReadingParameters['defaults'];
    discipline: Discipline | null;
    sheet: string[];
    headerRow: string[];
    totals: ReadingParameters['totals'] | null;
    headings: string | null;
    decimalSeparator: ReadingParameters['decimalSeparator'];
    convertCurrency: boolean | null;
    currencies: ReadingParameters['currencies'];
    values: ReadingParameters['values'];
    profileId: string | null;
  } | null;
}

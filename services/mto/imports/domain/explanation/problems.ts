import {
  type DecimalSeparator,
  type Discipline,
  type FieldProposal,
  type FormParts,
  fieldsNamed,
  isMoney,
  type SurveyedColumn,
  type SurveyProblem,
} from '@consulting/mto-engine';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import { disciplineKey } from '../parameters/reading-parameters';
import { belowCertain, certainFrom } from '../proposal/candidate';
import { type ColumnContext, type ColumnProblem, labelOf } from '../sheet/columns';
import { knownHeadersMin, type SheetColumn } from '../sheet/header-row';
import type { SheetSurvey } from '../survey/sheet-survey';
import type { SurveyedSheetOfFile } from '../survey/survey';
import { chosenColumn, displacedColumns, fieldProposed } from './chosen-column';

export const columnName = (sheet: string, letters: string, isOnlySheet: boolean): string =>
  isOnlySheet ? `[${letters}]` : `${sheet}![${letters}]`;

const leftOut = (sheet: string, { letters }: SheetColumn, isOnlySheet: boolean): FormParts => ({
  mapping: { [columnName(sheet, letters, isOnlySheet)]: null },
});

export const headerRowParts = (
  { name, survey, isHeaderFoundAgain }: SurveyedSheetOfFile,
  isOnlySheet: boolean,
): string[] => {
  if (survey === null || isHeaderFoundAgain) return [];
  const row = String(survey.header.rowNumber);
  return [isOnlySheet ? row : `${name}!${row}`];
};

export function columnProblems({ disciplines }: SheetSurvey): ColumnProblem[] {
  const found = [...disciplines.values()].flatMap(({ problems }) => problems);
  return [...new Map(found.map((problem) => [problem.text, problem])).values()];
}

export interface ProblemFacts {
  surveyed: SurveyedSheetOfFile;
  columns: readonly SurveyedColumn[];
  disciplineProposed: Discipline | null;
  isOnlySheet: boolean;
  // No other sheet has lines.
  isAlone: boolean;
  sheetsToRead: readonly string[];
}

/**
 * The problems are everything that a person must decide, with the form parts that decide it (extensions.md
 * 1.1, 1.2).
 */
export function problemsOf(facts: ProblemFacts, context: ColumnContext): SurveyProblem[] {
  const ofColumns = [...columnProblemsOf(facts), ...unfitColumns(facts)];
  const mapping: Record<string, string | null> = Object.assign(
    {},
    ...ofColumns.map(({ remedy }) => remedy?.mapping ?? {}),
  );
  return [...obstacleOf(facts, context, mapping), ...ofColumns, ...missingQuantity(facts, context)];
}

function columnProblemsOf({
  surveyed: { name, survey },
  columns,
  isOnlySheet,
}: ProblemFacts): SurveyProblem[] {
  const problems = survey === null ? [] : columnProblems(survey);
  const nameOf = (letters: string) => columnName(name, letters, isOnlySheet);
  const duplicates = new Set(
    problems.filter(({ code }) => code === 'DUPLICATE_COLUMN').map(({ field }) => field),
  );
  const displaced = displacedColumns(columns).filter(({ field }) => !duplicates.has(field));
  return [
    ...problems.map((problem) => ofProblem(problem, columns, name, isOnlySheet)),
    ...displaced.map(({ field, all }) => {
      const { why, mapping } = chosenColumn(field, all, columns, nameOf);
      const letters = all.map(({ column }) => column);
      const text = `columns ${letters.join(' and ')} could both be ${labelOf(field, survey?.mainDiscipline ?? null)}. ${why}`;
      return {
        code: 'DUPLICATE_COLUMN' as const,
        columns: letters,
        field,
        message: sentence(text),
        remedy: { mapping },
      };
    }),
  ];
}

function ofProblem(
  { code, field, text, columns, isConvertible, isMoney }: ColumnProblem,
  all: readonly SurveyedColumn[],
  sheet: string,
  isOnlySheet: boolean,
): SurveyProblem {
  const letters = columns.map((column) => column.letters);
  const of = all.filter(({ column }) => letters.includes(column));
  const at = { code, columns: letters, field };
  if (code === 'DUPLICATE_COLUMN' && of.length === letters.length) {
    const { why, mapping } = chosenColumn(field, of, all, (one) => columnName(sheet, one, isOnlySheet));
    return { ...at, message: sentence(`${text}. ${why}`), remedy: { mapping } };
  }
  const last = columns.at(-1);
  const without = last === undefined ? null : leftOut(sheet, last, isOnlySheet);
  const remedy = isConvertible ? { convertCurrency: true } : isMoney ? null : without;
  return { ...at, message: sentence(text), remedy };
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function obstacleOf(
  facts: ProblemFacts,
  { parameters }: ColumnContext,
  ofColumns: Record<string, string | null>,
): SurveyProblem[] {
  const { surveyed, columns, disciplineProposed, isOnlySheet, isAlone, sheetsToRead } = facts;
  const { name, obstacle, reason, disciplineSource } = surveyed;
  if (obstacle === null || obstacle === 'ineligible') return [];
  const message = `The sheet is left out: ${reason}.`;
  const discipline = parameters.discipline ?? disciplineProposed;
  const isOther = disciplineProposed !== null && discipline !== disciplineProposed;
  const headerRow = [...parameters.headerRow, ...headerRowParts(surveyed, isOnlySheet)];
  const mapping = { ...parameters.mapping, ...proposedMapping(columns, name, isOnlySheet), ...ofColumns };
  const own = {
    ...(headerRow.length > 0 && { headerRow }),
    ...(Object.keys(mapping).length > 0 && { mapping }),
  };
  const sheets = isOnlySheet
    ? {}
    : { sheet: isAlone ? [name] : [...new Set([...sheetsToRead, ...(parameters.sheets ?? []), name])] };
  const lines = (of: Discipline): FormParts =>
    isAlone ? { discipline: of } : { defaults: { ...parameters.defaults, [disciplineKey(name)]: of } };
  const problem = { code: obstacle, columns: [], field: null, message };
  if (obstacle === 'DISCIPLINE_NOT_FOUND') {
    const named = isAlone || parameters.sheets !== null ? sheets : {};
    return [{ ...problem, remedy: disciplineProposed && { ...named, ...own, ...lines(disciplineProposed) } }];
  }
  if (obstacle === 'SHEET_ADDED') {
    const isNamed = isOther || disciplineSource === 'none';
    const remedy = { ...sheets, ...own, ...(isNamed && disciplineProposed && lines(disciplineProposed)) };
    return [{ ...problem, remedy }];
  }
  const isEnough = Object.keys(mapping).length >= knownHeadersMin && !isOther;
  return [
    { ...problem, remedy: isEnough ? { ...sheets, ...own, ...(discipline && lines(discipline)) } : null },
  ];
}

export function proposedMapping(
  columns: readonly SurveyedColumn[],
  sheet: string,
  isOnlySheet: boolean,
): Record<string, string> {
  const sure = columns.flatMap((one) => {
    const field = fieldProposed(one);
    return field === null || field === one.field
      ? []
      : [[columnName(sheet, one.column, isOnlySheet), field] as const];
  });
  return Object.fromEntries(sure);
}

const unfitShareMin = 1 / 3;

function unfitColumns({ surveyed: { name, survey }, columns, isOnlySheet }: ProblemFacts): SurveyProblem[] {
  return columns.flatMap(({ column, header, field, filled, invalid, proposals }): SurveyProblem[] => {
    const ambiguous = survey?.ambiguousNumbersIn(column) ?? 0;
    if (field !== null && ambiguous > 0 && ambiguous === invalid)
      return [ambiguousColumn({ column, header, field, ambiguous }, survey?.evidence.separator ?? null)];
    if (field === null || invalid === 0 || invalid < filled * unfitShareMin) return [];
    const isFigure = fieldsNamed(field).some((one) => isMoney(one) || one.required === true);
    const mapping = { [columnName(name, column, isOnlySheet)]: otherField(field, proposals, columns) };
    return [
      {
        code: 'INVALID_VALUES',
        columns: [column],
        field,
        message: `${invalid} of ${filled} values of column ${column} "${quotable(header)}" are none that ${labelOf(field, survey?.mainDiscipline ?? null)} takes, and their rows fail.`,
        remedy: isFigure ? null : { mapping },
      },
    ];
  });
}

function otherField(field: string, proposals: readonly FieldProposal[], columns: readonly SurveyedColumn[]) {
  const best = proposals.find(({ confidence }) => confidence >= belowCertain)?.field ?? null;
  const other = field === 'itemNumber' ? 'itemCode' : best;
  return columns.some((column) => column.field === other) ? null : other;
}

function ambiguousColumn(
  { column, header, field, ambiguous }: { column: string; header: string; field: string; ambiguous: number },
  separator: DecimalSeparator | null,
): SurveyProblem {
  const known = separator === null ? '' : `, as "${separator}" does in other columns`;
  return {
    code: 'AMBIGUOUS_NUMBER',
    columns: [column],
    field,
    message: `${ambiguous} numbers of column ${column} "${quotable(header)}" can be read in two ways; decimalSeparator decides it${known}.`,
    remedy: separator === null ? null : { decimalSeparator: separator },
  };
}

function missingQuantity(
  { surveyed, columns }: ProblemFacts,
  { parameters }: ColumnContext,
): SurveyProblem[] {
  if (surveyed.survey === null || surveyed.survey.rowCount === 0) return [];
  const isRead = (key: string) => columns.some(({ field }) => field === key) || key in parameters.defaults;
  const isProposed = columns.some(
    ({ proposals: [best] }) => best?.field === 'quantity' && best.confidence >= certainFrom,
  );
  if (isRead('quantity') || isProposed) return [];
  const isAnyNumber = columns.some(
    ({ how, filled, samples }) => how === 'none' && filled > 0 && samples.some(isNumber),
  );
  const quantity = { quantity: 1, ...(!isRead('unitOfMeasure') && { unitOfMeasure: 'EA' }) };
  return [
    {
      code: 'REQUIRED',
      columns: [],
      field: 'quantity',
      message:
        'No column is read as the quantity. Name it with a mapping; where each row is one item, defaults of quantity 1 and a unit of measure say so.',
      remedy: isAnyNumber ? null : { defaults: { ...parameters.defaults, ...quantity } },
    },
  ];
}

const isNumber = (text: string) => /^[\d.,]+$/.test(text);

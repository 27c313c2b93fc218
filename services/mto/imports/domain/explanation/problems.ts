import { ImportFailure } from '@consulting/imports/task/task-model';
import {
  type DecimalSeparator,
  type Discipline,
  type Field,
  type FieldProposal,
  type FormParts,
  fieldsNamed,
  type SurveyedColumn,
  type SurveyProblem,
} from '@consulting/mto-engine';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import type { ColumnContext, ColumnProblem } from '../sheet/columns';
import { knownHeadersMin, type SheetColumn } from '../sheet/header-row';
import type { SheetSurvey } from '../survey/sheet-survey';
import type { SurveyedSheetOfFile } from '../survey/survey';

const problemsDisplayedMax = 20;
const mappedMax = 100;
export const proposedMin = 0.8;

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
  sheetsRead: readonly string[];
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

function columnProblemsOf({ surveyed: { name, survey }, isOnlySheet }: ProblemFacts): SurveyProblem[] {
  const problems = survey === null ? [] : columnProblems(survey);
  return problems.map(({ code, field, text, columns, isConvertible, isMoney }) => {
    const last = columns.at(-1);
    const without = last === undefined ? null : leftOut(name, last, isOnlySheet);
    return {
      code,
      columns: columns.map(({ letters }) => letters),
      field,
      message: sentence(text),
      remedy: isConvertible ? { convertCurrency: true } : isMoney ? null : without,
    };
  });
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function obstacleOf(
  facts: ProblemFacts,
  { parameters }: ColumnContext,
  ofColumns: Record<string, string | null>,
): SurveyProblem[] {
  const { surveyed, columns, disciplineProposed, isOnlySheet, sheetsRead } = facts;
  const { name, obstacle, reason } = surveyed;
  if (obstacle === null || obstacle === 'ineligible') return [];
  const message = `The sheet is left out: ${reason}.`;
  const discipline = parameters.discipline ?? disciplineProposed;
  const isOther = disciplineProposed !== null && discipline !== disciplineProposed;
  const headerRow = [...parameters.headerRow, ...headerRowParts(surveyed, isOnlySheet)];
  const alone = { ...(!isOnlySheet && { sheet: [name] }), ...(headerRow.length > 0 && { headerRow }) };
  const mapping = { ...parameters.mapping, ...proposedMapping(columns, name, isOnlySheet), ...ofColumns };
  const own = Object.keys(mapping).length === 0 ? alone : { ...alone, mapping };
  const problem = { code: obstacle, columns: [], field: null, message };
  if (obstacle === 'DISCIPLINE_NOT_FOUND')
    return [{ ...problem, remedy: disciplineProposed && { ...own, discipline: disciplineProposed } }];
  if (obstacle === 'SHEET_ADDED') {
    const remedy = isOther
      ? { ...own, discipline: disciplineProposed }
      : { ...own, sheet: [...sheetsRead, name] };
    return [{ ...problem, remedy }];
  }
  const isEnough = Object.keys(mapping).length >= knownHeadersMin;
  return [{ ...problem, remedy: isEnough ? { ...own, ...(discipline && { discipline }) } : null }];
}

export function proposedMapping(
  columns: readonly SurveyedColumn[],
  sheet: string,
  isOnlySheet: boolean,
): Record<string, string> {
  const sure = columns.flatMap(({ column, how, proposals: [best] }) =>
    how === 'none' && best !== undefined && best.confidence >= proposedMin
      ? [[columnName(sheet, column, isOnlySheet), best.field] as const]
      : [],
  );
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
        message: `${invalid} of ${filled} values of column ${column} "${quotable(header)}" are none that ${field} takes, and their rows fail.`,
        remedy: isFigure ? null : { mapping },
      },
    ];
  });
}

const otherFieldMin = 0.5;

function otherField(field: string, proposals: readonly FieldProposal[], columns: readonly SurveyedColumn[]) {
  const best = proposals.find(({ confidence }) => confidence >= otherFieldMin)?.field ?? null;
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

const isMoney = ({ unit }: Field) => unit?.startsWith('currency') ?? false;

function missingQuantity(
  { surveyed, columns }: ProblemFacts,
  { parameters }: ColumnContext,
): SurveyProblem[] {
  if (surveyed.survey === null || surveyed.survey.rowCount === 0) return [];
  const isRead = (key: string) => columns.some(({ field }) => field === key) || key in parameters.defaults;
  const isProposed = columns.some(
    ({ proposals: [best] }) => best?.field === 'quantity' && best.confidence >= proposedMin,
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

/** @throws ImportFailure DUPLICATE_COLUMN, UNIT_MISMATCH */
export function refuseProblems(surveys: readonly SheetSurvey[]): void {
  const found = surveys.flatMap((survey) =>
    columnProblems(survey).map((problem) => ({ sheet: survey.sheet.name, problem })),
  );
  const [first] = found;
  if (first === undefined) return;
  const sentences = found.map(({ sheet, problem }) => `Sheet "${quotable(sheet)}": ${problem.text}.`);
  const displayed = sentences.slice(0, problemsDisplayedMax);
  const more =
    sentences.length > displayed.length ? [`And ${sentences.length - displayed.length} more.`] : [];
  const entries = found.flatMap(({ sheet, problem }) => {
    const last = problem.columns.at(-1);
    return last === undefined ? [] : [columnName(sheet, last.letters, surveys.length === 1)];
  });
  const names = [...new Set(entries)];
  const mapping = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
  const which = names.length === 1 ? 'it' : 'such columns';
  const other = found.some(({ problem }) => problem.code === 'DUPLICATE_COLUMN') ? ', or the other' : '';
  const remedy =
    names.length > mappedMax
      ? 'Leave one column of each out by a mapping to null.'
      : `Leave ${which} out by the mapping ${mapping}${other}.`;
  throw new ImportFailure(first.problem.code, [...displayed, ...more, remedy].join(' '));
}

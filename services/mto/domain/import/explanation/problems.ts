import { ImportFailure } from '@consulting/imports/task-model';
import { quotable } from '@consulting/spreadsheet/cell-text';
import type { Discipline } from '../../../fields/discipline';
import type { FormParts, SurveyedColumn, SurveyProblem } from '../../../fields/import-survey';
import type { ColumnContext, ColumnProblem } from '../sheet/columns';
import type { SheetColumn } from '../sheet/header-row';
import type { SheetSurvey } from '../sheet/sheet-survey';
import type { SurveyedSheetOfFile } from '../survey';

const problemsShownMax = 20;
const mappedMax = 100;
export const proposedMin = 0.8;

/** How a `mapping` names one column of the file and no other. */
export const columnName = (sheet: string, letters: string, isOnlySheet: boolean): string =>
  isOnlySheet ? `[${letters}]` : `${sheet}![${letters}]`;

const leftOut = (sheet: string, { letters }: SheetColumn, isOnlySheet: boolean): FormParts => ({
  mapping: { [columnName(sheet, letters, isOnlySheet)]: null },
});

/** What stands in the way of the columns of a sheet, each once. */
export function columnProblems({ disciplines }: SheetSurvey): ColumnProblem[] {
  const found = [...disciplines.values()].flatMap(({ problems }) => problems);
  return [...new Map(found.map((problem) => [problem.text, problem])).values()];
}

export interface ProblemFacts {
  surveyed: SurveyedSheetOfFile;
  columns: readonly SurveyedColumn[];
  disciplineProposed: Discipline | null;
  isOnlySheet: boolean;
  /** Sheets that are read without this one. */
  sheetsRead: readonly string[];
}

/** Everything about a sheet that a person must decide, with the form parts that decide it (extensions.md 1.1, 1.2). */
export function problemsOf(facts: ProblemFacts, context: ColumnContext): SurveyProblem[] {
  const { surveyed, isOnlySheet } = facts;
  const { name, survey } = surveyed;
  const ofColumns = survey === null ? [] : columnProblems(survey);
  return [
    ...obstacleOf(facts, context),
    ...ofColumns.map(({ code, field, text, columns, isConvertible }): SurveyProblem => {
      const last = columns.at(-1);
      const remedy = last === undefined ? null : leftOut(name, last, isOnlySheet);
      return {
        code,
        columns: columns.map(({ letters }) => letters),
        field,
        message: sentence(text),
        remedy: isConvertible ? { convertCurrency: true } : remedy,
      };
    }),
    ...missingQuantity(facts, context),
  ];
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function obstacleOf(facts: ProblemFacts, { parameters }: ColumnContext): SurveyProblem[] {
  const { surveyed, columns, disciplineProposed, isOnlySheet, sheetsRead } = facts;
  const { name, obstacle, reason } = surveyed;
  if (obstacle === null || obstacle === 'ineligible') return [];
  const message = `The sheet is left out: ${reason}.`;
  const discipline = parameters.discipline ?? disciplineProposed;
  const isOther = disciplineProposed !== null && discipline !== disciplineProposed;
  const alone = isOnlySheet ? {} : { sheet: [name] };
  const problem = { code: obstacle, columns: [], field: null, message };
  if (obstacle === 'DISCIPLINE_NOT_FOUND')
    return [{ ...problem, remedy: disciplineProposed && { ...alone, discipline: disciplineProposed } }];
  if (obstacle === 'SHEET_ADDED') {
    const remedy = isOther ? { ...alone, discipline: disciplineProposed } : { sheet: [...sheetsRead, name] };
    return [{ ...problem, remedy }];
  }
  const mapping = proposedMapping(columns, name, isOnlySheet);
  const isEnough = Object.keys(mapping).length >= 3;
  return [{ ...problem, remedy: isEnough ? { ...alone, mapping, ...(discipline && { discipline }) } : null }];
}

/** Columns that nothing recognises, by what they most probably are. */
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

function missingQuantity(
  { surveyed, columns }: ProblemFacts,
  { parameters }: ColumnContext,
): SurveyProblem[] {
  if (surveyed.survey === null || surveyed.survey.rowCount === 0) return [];
  const isRead = (key: string) => columns.some(({ field }) => field === key) || key in parameters.defaults;
  const isProposed = columns.some(({ proposals: [best] }) => best?.field === 'quantity');
  if (isRead('quantity') || isProposed) return [];
  return [
    {
      code: 'REQUIRED',
      columns: [],
      field: 'quantity',
      message:
        'No column holds a quantity. Where each row is one piece, a default says so; else name the column with a mapping.',
      remedy: {
        defaults: {
          ...parameters.defaults,
          quantity: 1,
          ...(!isRead('unitOfMeasure') && { unitOfMeasure: 'EA' }),
        },
      },
    },
  ];
}

/** @throws ImportFailure DUPLICATE_COLUMN, UNIT_MISMATCH: what is wrong with the columns of all sheets that are read */
export function refuseProblems(surveys: readonly SheetSurvey[]): void {
  const found = surveys.flatMap((survey) =>
    columnProblems(survey).map((problem) => ({ sheet: survey.sheet.name, problem })),
  );
  const [first] = found;
  if (first === undefined) return;
  const sentences = found.map(({ sheet, problem }) => `Sheet "${quotable(sheet)}": ${problem.text}.`);
  const shown = sentences.slice(0, problemsShownMax);
  const more = sentences.length > shown.length ? [`And ${sentences.length - shown.length} more.`] : [];
  const entries = found.flatMap(({ sheet, problem }) => {
    const last = problem.columns.at(-1);
    return last === undefined ? [] : [columnName(sheet, last.letters, surveys.length === 1)];
  });
  const names = [...new Set(entries)];
  const mapping = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
  const which = names.length === 1 ? 'it' : 'the last column of each';
  const remedy =
    names.length > mappedMax
      ? 'Leave one column of each out by a mapping to null.'
      : `Leave ${which} out by the mapping ${mapping}, or the other.`;
  throw new ImportFailure(first.problem.code, [...shown, ...more, remedy].join(' '));
}

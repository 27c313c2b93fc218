import { ImportFailure } from '@consulting/imports/task/task-model';
import type { SurveyedSheet } from '@consulting/mto-engine';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import type { ColumnProblem } from '../sheet/columns';
import type { SheetSurvey } from '../survey/sheet-survey';
import { columnName, columnProblems } from './problems';

const problemsDisplayedMax = 20;
const mappedMax = 100;

/** @throws ImportFailure DUPLICATE_COLUMN, UNIT_MISMATCH */
export function refuseProblems(surveys: readonly SheetSurvey[], sheets: readonly SurveyedSheet[]): void {
  const found = surveys.flatMap((survey) =>
    columnProblems(survey).map((problem) => ({ sheet: survey.sheet.name, problem })),
  );
  const [first] = found;
  if (first === undefined) return;
  const sentences = found.map(({ sheet, problem }) => `Sheet "${quotable(sheet)}": ${problem.text}.`);
  const displayed = sentences.slice(0, problemsDisplayedMax);
  const more =
    sentences.length > displayed.length ? [`And ${sentences.length - displayed.length} more.`] : [];
  const decided: Record<string, string | null> = Object.assign(
    {},
    ...found.map(({ sheet, problem }) => advised(sheet, problem, sheets, surveys.length === 1)),
  );
  const names = Object.keys(decided);
  const mapping = JSON.stringify(decided);
  const isAnyRead = Object.values(decided).some((field) => field !== null);
  const which = names.length === 1 ? 'it' : 'such columns';
  const other = found.some(({ problem }) => problem.code === 'DUPLICATE_COLUMN') ? ', or the other' : '';
  const what = isAnyRead ? 'Decide it' : `Leave ${which} out`;
  const remedy =
    names.length > mappedMax
      ? 'Leave one column of each out by a mapping to null.'
      : `${what} by the mapping ${mapping}${other}.`;
  throw new ImportFailure(first.problem.code, [...displayed, ...more, remedy].join(' '));
}

function advised(
  sheet: string,
  { code, columns }: ColumnProblem,
  sheets: readonly SurveyedSheet[],
  isOnlySheet: boolean,
): Record<string, string | null> {
  const letters = columns.map((column) => column.letters);
  const known = sheets
    .find((one) => one.sheet === sheet)
    ?.problems.find((one) => one.code === code && one.columns.join() === letters.join());
  const last = letters.at(-1);
  const lastOut = last === undefined ? {} : { [columnName(sheet, last, isOnlySheet)]: null };
  const mapping = known?.remedy?.mapping ?? lastOut;
  const own = Object.entries(mapping).map(
    ([name, field]) => [columnName(sheet, lettersIn(name), isOnlySheet), field] as const,
  );
  return Object.fromEntries(own);
}

const lettersIn = (name: string): string => name.slice(name.lastIndexOf('[') + 1, -1);

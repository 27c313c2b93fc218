import type { MessageList } from '@consulting/imports/message-list';
import { ImportFailure } from '@consulting/imports/task-model';
import { quotable } from '@consulting/spreadsheet/cell-text';
import type { TableFile } from '@consulting/spreadsheet/table-file';
import { type Discipline, disciplines, isDiscipline } from '../../fields/discipline';
import { mappedHeader } from './reading-parameters';
import { type ColumnContext, type ColumnProblem, disciplineColumns } from './sheet/columns';
import { type ChosenSheet, chooseSheets } from './sheet/header-row';
import { disciplineNamed, SheetSurvey } from './sheet/sheet-survey';

const problemsShownMax = 20;
const mappedMax = 100;

/**
 * Reads a file once, for all that must be known before a row is stored: its sheets, header rows and columns, how many rows
 * it has, and what its texts prove about numbers and dates.
 * @throws ImportFailure NO_KNOWN_HEADER, DUPLICATE_COLUMN, UNIT_MISMATCH; TableFileError; what `isWanted` throws
 */
export async function surveyFile(
  file: TableFile,
  context: ColumnContext,
  warnings: MessageList,
  isWanted: () => void,
): Promise<SheetSurvey[]> {
  const chosen = await chooseSheets(file, context.parameters, warnings);
  if (chosen.length === 0) {
    throw new ImportFailure(
      'NO_KNOWN_HEADER',
      'No sheet has a header row with at least three known headers.',
    );
  }
  const surveys: SheetSurvey[] = [];
  for (const one of chosen) {
    const survey = openSurvey(one, context);
    if (survey === null) {
      const message = 'The sheet is left out: neither a Discipline column nor its name gives the discipline.';
      warnings.add({ code: 'SHEET_LEFT_OUT', sheet: one.sheet.name, message });
      continue;
    }
    for await (const rows of file.rows(one.sheet, one.header.width)) {
      isWanted();
      survey.see(rows, warnings);
    }
    surveys.push(survey);
  }
  if (surveys.length === 0) throw withoutDiscipline(chosen, context);
  refuseProblems(surveys);
  for (const survey of surveys) report(survey, warnings);
  reportMapping(chosen, context, warnings);
  return surveys;
}

function openSurvey({ sheet, header }: ChosenSheet, context: ColumnContext): SheetSurvey | null {
  const { discipline, defaults } = context.parameters;
  const byDefault = String(defaults.discipline ?? '');
  const fallback =
    discipline ?? (isDiscipline(byDefault) ? byDefault : null) ?? disciplineNamed(sheet.name) ?? null;
  const survey = new SheetSurvey(sheet, header, context, fallback);
  return fallback === null && survey.disciplineColumn < 0 ? null : survey;
}

/** Problems that the columns have whatever the discipline is say more than that the discipline is not known. */
function withoutDiscipline(chosen: readonly ChosenSheet[], context: ColumnContext): ImportFailure {
  const sheets = chosen.map(({ sheet, header }) => {
    const [first = [], ...others] = disciplines.map(
      (discipline) => disciplineColumns(header.columns, discipline, context).problems,
    );
    const texts = others.map((problems) => new Set(problems.map(({ text }) => text)));
    const isEverywhere = ({ text }: ColumnProblem) => texts.every((known) => known.has(text));
    return { name: sheet.name, found: first.filter(isEverywhere) };
  });
  const unnamed = 'No sheet gives the discipline of its lines; name it with the upload.';
  return failureOf(sheets) ?? new ImportFailure('NO_KNOWN_HEADER', unnamed);
}

function refuseProblems(surveys: readonly SheetSurvey[]): void {
  const failure = failureOf(
    surveys.map(({ sheet, disciplines: used }) => ({
      name: sheet.name,
      found: [...used.values()].flatMap(({ problems }) => problems),
    })),
  );
  if (failure !== null) throw failure;
}

function failureOf(
  sheets: readonly { name: string; found: readonly ColumnProblem[] }[],
): ImportFailure | null {
  const [code] = sheets.flatMap(({ found }) => found.map((problem) => problem.code));
  if (code === undefined) return null;
  const sentences = sheets.flatMap(({ name, found }) => {
    const texts = new Set(found.filter((problem) => problem.code === code).map(({ text }) => text));
    return [...texts].map((text) => `Sheet "${name}": ${text}.`);
  });
  const more =
    sentences.length > problemsShownMax ? [`And ${sentences.length - problemsShownMax} more.`] : [];
  const problems = sheets.flatMap(({ found }) => found.filter((problem) => problem.code === code));
  return new ImportFailure(
    code,
    [...sentences.slice(0, problemsShownMax), ...more, ...remediesOf(code, problems)].join(' '),
  );
}

function remediesOf(code: ColumnProblem['code'], problems: readonly ColumnProblem[]): string[] {
  const removable = [...new Set(problems.flatMap(({ removable: header }) => header ?? []))];
  const isNameable =
    removable.length <= mappedMax && removable.every((header) => header === quotable(header));
  const mapping = JSON.stringify(Object.fromEntries(removable.map((header) => [header, null])));
  const by = isNameable ? `the mapping ${mapping}` : 'a mapping of their headers to null';
  if (code === 'UNIT_MISMATCH')
    return [`Change header and values in the file to a unit that fits, or leave such columns out by ${by}.`];
  return [
    ...(removable.length > 0 ? [`Leave the second of two such columns out by ${by}.`] : []),
    ...(problems.some((problem) => problem.removable === null)
      ? ['A mapping cannot tell columns of the same header apart: rename one of them in the file.']
      : []),
  ];
}

function report(survey: SheetSurvey, warnings: MessageList): void {
  if (survey.rowCount === 0) {
    const message = 'The sheet has a header row and no rows with data below it.';
    warnings.add({ code: 'NO_DATA_ROWS', sheet: survey.sheet.name, message });
  }
  survey.reportColumns(warnings);
}

function reportMapping(
  chosen: readonly ChosenSheet[],
  { parameters }: ColumnContext,
  warnings: MessageList,
): void {
  const headers = new Set(
    chosen.flatMap(({ header }) => header.columns.map((column) => mappedHeader(column.header))),
  );
  for (const name of Object.keys(parameters.mapping)) {
    if (headers.has(name)) continue;
    warnings.add({
      code: 'UNKNOWN_FIELD',
      value: name,
      message: `The mapping names a column that no sheet has: "${name}".`,
    });
  }
}

export const usedDisciplines = (surveys: readonly SheetSurvey[]): Discipline[] =>
  disciplines.filter((discipline) => surveys.some((survey) => survey.disciplines.has(discipline)));

import { mappedHeader, mappingNames } from '@consulting/imports/mapping';
import { MessageList } from '@consulting/imports/run/message-list';
import { ImportFailure } from '@consulting/imports/task/task-model';
import {
  type Discipline,
  type DisciplineSource,
  disciplines,
  type ImportParameters,
  isDiscipline,
} from '@consulting/mto-engine';
import type { Row } from '@consulting/spreadsheet/table/cell';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import { type TableFile, TableFileError } from '@consulting/spreadsheet/table/table-file';
import { disciplineKey } from '../parameters/reading-parameters';
import type { SheetFigures } from '../sheet/column-figures';
import type { ColumnContext } from '../sheet/columns';
import { eligibleSheets, isUnasked, knownHeadersMin } from '../sheet/header-row';
import { disciplineNamed } from './discipline-named';
import { type OpenedSheet, openSheet } from './open-sheet';
import { sheetRows } from './sheet-rows';
import { SheetSurvey } from './sheet-survey';

export type Obstacle = 'ineligible' | 'NO_KNOWN_HEADER' | 'DISCIPLINE_NOT_FOUND' | 'SHEET_ADDED' | null;

export interface SurveyedSheetOfFile {
  name: string;
  obstacle: Obstacle;
  reason: string | null;
  disciplineSource: DisciplineSource;
  survey: SheetSurvey | null;
  // Its figures are summed although nobody asked for its lines.
  unread: SheetSurvey | null;
  isHeaderFoundAgain: boolean;
}

const reasons = {
  NO_KNOWN_HEADER: 'it has no header row with at least three known headers',
  DISCIPLINE_NOT_FOUND: 'neither a Discipline column nor its name gives the discipline',
  SHEET_ADDED: 'only the mapping knows its headers, and the upload does not name it',
};

const columnsGuessedMax = 2000;

/** @throws TableFileError; what `isWanted` throws */
export async function openSheets(
  file: TableFile,
  context: ColumnContext,
  isWanted: () => void,
): Promise<SurveyedSheetOfFile[]> {
  const opened: OpenedSheet[] = [];
  let columnsLeft = columnsGuessedMax;
  for (const choice of eligibleSheets(file, context.parameters)) {
    isWanted();
    const sheet = await openSheet(file, choice, { parameters: context.parameters, columnsLeft });
    columnsLeft -= sheet.header?.columns.length ?? 0;
    opened.push(sheet);
  }
  const isOneKnown = opened.some(
    ({ reason, header }) => reason === null && header !== null && header.known >= knownHeadersMin,
  );
  return opened.map((sheet) => openSurvey(sheet, context, isOneKnown));
}

export type TakeRows = (survey: SheetSurvey, rows: Row[]) => Promise<void>;

/** @throws TableFileError; what `isWanted` and `take` throw */
export async function surveySheets(
  file: TableFile,
  found: readonly SurveyedSheetOfFile[],
  context: ColumnContext,
  warnings: MessageList,
  isWanted: () => void,
  take: TakeRows = async () => {},
): Promise<void> {
  for (const surveyed of found) {
    const { obstacle, survey } = surveyed;
    const isRead = obstacle === null;
    const ofSheet = isRead ? warnings : new MessageList();
    if (survey !== null)
      for await (const rows of sheetRows(file, survey)) {
        isWanted();
        survey.see(rows, ofSheet);
        if (isRead) await take(survey, rows);
      }
    if (isRead) survey?.report(warnings);
    else if (!isUnasked(surveyed.reason))
      warnings.add({
        code: 'SHEET_LEFT_OUT',
        sheet: surveyed.name,
        message: `The sheet is left out: ${surveyed.reason}.`,
      });
  }
  await sumUnasked(file, found, isWanted);
  reportNames(file, found, context, warnings);
}

// A sheet that nobody asked for cannot make the import fail.
async function sumUnasked(
  file: TableFile,
  found: readonly SurveyedSheetOfFile[],
  isWanted: () => void,
): Promise<void> {
  for (const { survey, unread } of found) {
    if (survey !== null || unread === null) continue;
    try {
      for await (const rows of sheetRows(file, unread)) {
        isWanted();
        unread.see(rows, new MessageList());
      }
    } catch (error) {
      if (!(error instanceof TableFileError)) throw error;
    }
  }
}

function openSurvey(
  { sheet, reason, header, isKnown, isFoundAgain, likely }: OpenedSheet,
  context: ColumnContext,
  isOneKnown: boolean,
): SurveyedSheetOfFile {
  const { name } = sheet;
  const unseen = {
    name,
    disciplineSource: 'none',
    survey: null,
    unread: null,
    isHeaderFoundAgain: true,
  } as const;
  if (reason !== null) {
    const unread = header && new SheetSurvey(sheet, header, context, null, false);
    return { ...unseen, obstacle: 'ineligible', reason, unread };
  }
  if (header === null) return { ...unseen, obstacle: 'NO_KNOWN_HEADER', reason: reasons.NO_KNOWN_HEADER };
  const { parameters } = context;
  const byParameter = defaultDiscipline(parameters, name);
  const given = byParameter ?? disciplineNamed(name) ?? null;
  const survey = new SheetSurvey(sheet, header, context, given);
  const hasNone = given === null && survey.disciplineColumn < 0;
  const disciplineSource = sourceOf(survey, byParameter, given);
  const isAdded = header.known < knownHeadersMin && isOneKnown && parameters.sheets === null;
  const obstacle = obstacleOf({ isKnown, isAdded, hasNone });
  const found = { name, disciplineSource, isHeaderFoundAgain: isFoundAgain };
  if (obstacle === null) return { ...found, obstacle, reason: null, survey, unread: null };
  const unread = new SheetSurvey(sheet, header, context, hasNone ? likely : given, false);
  return { ...found, obstacle, reason: reasons[obstacle], survey: unread, unread };
}

function obstacleOf({ isKnown, isAdded, hasNone }: Record<'isKnown' | 'isAdded' | 'hasNone', boolean>) {
  if (!isKnown) return 'NO_KNOWN_HEADER';
  if (isAdded) return 'SHEET_ADDED';
  return hasNone ? 'DISCIPLINE_NOT_FOUND' : null;
}

function sourceOf(
  { disciplineColumn }: SheetSurvey,
  byParameter: Discipline | null,
  given: Discipline | null,
): DisciplineSource {
  if (disciplineColumn >= 0) return 'column';
  if (byParameter !== null) return 'parameter';
  return given === null ? 'none' : 'sheet-name';
}

function defaultDiscipline({ discipline, defaults }: ImportParameters, sheet: string): Discipline | null {
  const key = mappedHeader(disciplineKey(sheet));
  const [, ofSheet] = Object.entries(defaults).find(([name]) => mappedHeader(name) === key) ?? [];
  const given = String(ofSheet ?? discipline ?? defaults.discipline ?? '');
  return isDiscipline(given) ? given : null;
}

function reportNames(
  file: TableFile,
  found: readonly SurveyedSheetOfFile[],
  { parameters }: ColumnContext,
  warnings: MessageList,
): void {
  const current = new Set(file.sheets.map(({ name }) => name.trim().toLowerCase()));
  for (const name of parameters.sheets ?? []) {
    if (current.has(name.toLowerCase())) continue;
    const message = 'The sheet is left out: the file has no sheet of this name.';
    warnings.add({ code: 'SHEET_LEFT_OUT', sheet: name, message });
  }
  const columns = new Set(
    found.flatMap(({ survey }) =>
      (survey?.header.columns ?? []).flatMap((column) => mappingNames(survey?.sheet.name ?? '', column)),
    ),
  );
  for (const name of Object.keys(parameters.mapping)) {
    if (columns.has(mappedHeader(name))) continue;
    warnings.add({
      code: 'UNKNOWN_FIELD',
      value: name,
      message: `The mapping names a column that no sheet has: "${quotable(name)}".`,
    });
  }
}

export const usedDisciplines = (surveys: readonly SheetSurvey[]): Discipline[] =>
  disciplines.filter((discipline) => surveys.some((survey) => survey.disciplines.has(discipline)));

export const sheetsLeftOut = (found: readonly SurveyedSheetOfFile[]): SheetSurvey[] =>
  found.flatMap(({ unread }) => unread ?? []);

export const tablesLeftOut = (surveys: readonly SheetSurvey[]): SheetFigures[] =>
  surveys.flatMap(({ furtherTables }) => furtherTables.all);

export const sheetsRead = (found: readonly SurveyedSheetOfFile[]): SheetSurvey[] =>
  found.flatMap(({ obstacle, survey }) => (obstacle === null && survey ? [survey] : []));

/** @throws ImportFailure NO_KNOWN_HEADER when no sheet is read */
export function sheetsToRead(found: readonly SurveyedSheetOfFile[]): SheetSurvey[] {
  const read = sheetsRead(found);
  if (read.length > 0) return read;
  const isUnnamed = found.some(({ obstacle }) => obstacle === 'DISCIPLINE_NOT_FOUND');
  throw new ImportFailure(
    'NO_KNOWN_HEADER',
    isUnnamed
      ? 'No sheet gives the discipline of its lines; name it with the upload.'
      : 'No sheet has a header row with at least three known headers.',
  );
}

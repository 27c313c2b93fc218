import { MessageList } from '@consulting/imports/run/message-list';
import { ImportFailure, type ImportResult, ReadingOutdated } from '@consulting/imports/task/task-model';
import { completeParameters, type SurveyedSheet } from '@consulting/mto-engine';
import { askExchangeRates, askService, storeSurvey } from '@consulting/mto-lines';
import type { TableFile } from '@consulting/spreadsheet/table/table-file';
import { columnProblems } from '../explanation/problems';
import { refuseProblems } from '../explanation/refused-columns';
import { explainFile } from '../explanation/survey';
import { fittingProfile } from '../profile/fitting-profile';
import type { ColumnContext } from '../sheet/columns';
import { hasColumn } from '../survey/identity-columns';
import { sheetRows } from '../survey/sheet-rows';
import type { SheetSurvey } from '../survey/sheet-survey';
import {
  openSheets,
  type SurveyedSheetOfFile,
  sheetsLeftOut,
  sheetsRead,
  sheetsToRead,
  surveySheets,
} from '../survey/survey';
import { LineImport, type LineRun } from './line-import';
import { columnsInDoubt } from './reconciled-sheet';
import { columnsInDoubtMax } from './reconciliation';
import { surveyIdentity } from './surveyed-identity';

const columnsReadOnceMax = 1000;

/**
 * The file is read once where its first rows leave nothing open that later rows could decide, else twice
 * (resources.md 15.3).
 * @throws ImportFailure and TableFileError when the file is at fault, LinesChanged, ReadingOutdated,
 * DEPENDENCY_UNAVAILABLE
 */
export async function storeLines(given: LineRun): Promise<ImportResult | null> {
  const { task } = given;
  const run = { ...given, task: { ...task, parameters: completeParameters(task.parameters) } };
  const context = await lockService(run);
  const file = await run.openFile();
  const found = await openSheets(file, context, () => run.progress.check());
  const reading = { run, file, context, found };
  if (isReadOnce(reading)) return readOnce(reading);
  return readTwice(reading);
}

interface LineContext extends ColumnContext {
  clientId: string;
}

interface Reading {
  run: LineRun;
  file: TableFile;
  context: LineContext;
  found: readonly SurveyedSheetOfFile[];
}

async function lockService({ bus, task: { parameters }, transaction }: LineRun): Promise<LineContext> {
  const { projectId, serviceId } = parameters;
  await transaction.lock('project', [projectId]);
  await transaction.lock('service', [serviceId]);
  const found = await askService(bus, serviceId);
  if (found?.project.projectId !== projectId)
    throw new ImportFailure('SERVICE_DELETED', 'The service no longer exists.');
  if (found.service.status === 'approved')
    throw new ImportFailure('SERVICE_APPROVED', 'The service was approved before the import ran.');
  const { currency, unitSystem, clientId } = found.project;
  const exchangeRates = await askExchangeRates(bus, projectId);
  return { parameters, currency, unitSystem, exchangeRates, clientId };
}

/** A run that follows another reads the file twice, so that an assumption can be wrong only once. */
function isReadOnce({ run: { task }, file, found }: Reading): boolean {
  const { survey, mode } = task.parameters;
  if (survey || mode === 'upsert' || mode === 'revise' || file.isDelimited || task.run > 1) return false;
  const surveys = sheetsRead(found);
  const width = surveys.reduce((sum, { header }) => sum + header.width, 0);
  const inDoubt = surveys.reduce((sum, one) => sum + columnsInDoubt(one), 0);
  if (surveys.length === 0 || width > columnsReadOnceMax || inDoubt > columnsInDoubtMax) return false;
  const keys = ['sourceId', ...Object.keys(task.parameters.defaults)];
  if (keys.some((key) => hasColumn(surveys, key))) return false;
  return surveys.every((one) => one.disciplineColumn < 0 && columnProblems(one).length === 0);
}

async function readOnce({ run, file, context, found }: Reading): Promise<ImportResult> {
  const { progress, report } = run;
  const surveys = sheetsRead(found);
  const ofRows = new MessageList();
  const lines = await LineImport.begin({
    ...{ run, context, surveys, leftOut: sheetsLeftOut(found) },
    areSurveyed: false,
    warnings: ofRows,
  });
  const check = () => progress.check();
  await surveySheets(file, found, context, report.warnings, check, async (survey, rows) => {
    if (!survey.evidence.isNone || survey.hasItemCodes)
      throw new ReadingOutdated('a text tells how numbers or dates are written, also those of rows above it');
    if (survey.isOutdated) throw new ReadingOutdated('a row above proves to be the sum of those below it');
    progress.total = rowsExpected(file, surveys);
    await lines.take(survey, rows);
  });
  progress.total = rowsOf(surveys);
  await keepSurvey({ run, file, context, found });
  const result = await lines.finish();
  report.warnings.append(ofRows);
  return result;
}

async function readTwice({ run, file, context, found }: Reading): Promise<ImportResult | null> {
  const { progress, report, task } = run;
  const { warnings } = report;
  await surveySheets(file, found, context, warnings, () => progress.check());
  const sheets = await keepSurvey({ run, file, context, found });
  if (task.parameters.survey) return null;
  const surveys = sheetsToRead(found);
  refuseProblems(surveys, sheets);
  progress.total = rowsOf(surveys);
  const lines = await LineImport.begin({
    ...{ run, context, surveys, leftOut: sheetsLeftOut(found) },
    areSurveyed: true,
    warnings,
  });
  await lines.prepare(file);
  for (const survey of surveys)
    for await (const rows of sheetRows(file, survey)) {
      progress.check();
      await lines.take(survey, rows);
    }
  return lines.finish();
}

/** The survey is stored for everybody to see, whatever comes of the run. */
async function keepSurvey({ run, file, context, found }: Reading): Promise<readonly SurveyedSheet[]> {
  const { task, separate, transaction, progress, report } = run;
  const headers = found.flatMap(({ survey }) => (survey?.header.columns ?? []).map(({ header }) => header));
  const fitting =
    task.parameters.profileId ?? (await fittingProfile(separate, context.clientId, headers))?.id ?? null;
  const explained = explainFile(task.fileName, found, context, fitting);
  for (const { message } of explained.problems) report.warnings.add({ code: 'NO_IDENTITY', message });
  const surveyed = { file, context, surveys: sheetsRead(found), transaction, owner: task.parameters };
  const identity = task.parameters.survey
    ? await surveyIdentity({ ...surveyed, isWanted: () => progress.check() })
    : null;
  await storeSurvey(separate, task, { ...explained, identity });
  return explained.sheets;
}

const rowsOf = (surveys: readonly SheetSurvey[]): number =>
  surveys.reduce((sum, { rowCount }) => sum + rowCount, 0);

function rowsExpected(file: TableFile, surveys: readonly SheetSurvey[]): number {
  const expected = surveys.map(({ sheet, rowCount }) => {
    const share = file.shareRead(sheet);
    return share === 0 ? rowCount : Math.max(rowCount, Math.round(rowCount / share));
  });
  return expected.reduce((sum, count) => sum + count, 0);
}

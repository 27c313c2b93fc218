import { isFinished } from '@consulting/imports/task/task-model';
import { DomainError, isUuid, notFound } from '@consulting/kernel/schema';
import type { ImportSurvey } from '@consulting/mto-engine';
import { type Ctx, findSurvey } from '@consulting/mto-lines';

interface SurveyRecord extends ImportSurvey {
  taskId: string;
  error: { code: string; message: string } | null;
}

/**
 * The survey has no sheets when the file could not be read (extensions.md 1).
 * @throws NOT_FOUND, IMPORT_RUNNING until it is made
 */
export async function getImportSurvey({ db }: Ctx, taskId: string): Promise<SurveyRecord> {
  const row = isUuid(taskId) ? await findSurvey(db, taskId) : undefined;
  if (!row) throw notFound('import task', taskId);
  const { survey, status, fileName, error } = row;
  if (survey === null && !isFinished(status))
    throw new DomainError('IMPORT_RUNNING', 'The file has not been surveyed yet.', { taskId });
  const found = survey ?? { fileName, sheets: [], suggested: null };
  // Surveys of an earlier version say nothing of header rows.
  const suggested = found.suggested && Object.assign({ headerRow: [], totals: null }, found.suggested);
  return { taskId, error, problems: [], identity: null, ...found, suggested };
}

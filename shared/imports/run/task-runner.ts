import { isConflict, isConnectionLost } from '@consulting/kernel/postgres';
import { failSpan, type Logger, recordSpan } from '@consulting/kernel/process';
import { isUnavailable } from '@consulting/kernel/schema';
import { TableFileError } from '@consulting/spreadsheet/table/table-file';
import { finishTask, releaseTask } from '../store/queue';
import {
  type ClaimedTask,
  type FinalState,
  ImportFailure,
  type ImportProgress,
  ReadingOutdated,
} from '../task/task-model';
import { type ImportJob, type RunTools, runImport } from './import-run';
import { type RunProgress, TaskLost } from './run-progress';

const failuresMax = 3;
const interruptionsMax = 10;
const dependencyPauseSeconds = 1;

/**
 * A task is given back after an error of our own, three times at most (resources.md 16), for as long as
 * another service does not answer, and at once when the worker stops.
 */
export async function runTask<Parameters>(
  tools: RunTools,
  job: ImportJob<Parameters>,
  task: ClaimedTask<Parameters>,
  progress: RunProgress,
  log: Logger,
): Promise<void> {
  const { separate } = tools.connection;
  reportStart(task, log);
  try {
    if (task.interruptions >= interruptionsMax) throw interrupted();
    await runImport(tools, job, task, progress);
    await progress.end();
    log.info('import done', { taskId: task.id, rows: progress.current });
  } catch (error) {
    await progress.end();
    if (error instanceof TaskLost)
      return log.info('import abandoned: cancelled or taken over', { taskId: task.id });
    if (error instanceof ImportFailure || error instanceof TableFileError) {
      await finishTask(separate, task, failedState(error, progress));
      recordSpan({ 'import.status': 'failed', 'import.error': error.code });
      return log.info('import failed', { taskId: task.id, code: error.code });
    }
    const next = progress.isStopped ? again : nextRun(error, task);
    if (next.hasFailed) failSpan(error);
    if (next.hasFailed) log.error('import run failed', { taskId: task.id, error });
    if (task.failures + Number(next.hasFailed) < failuresMax) await releaseTask(separate, task, next);
    else await finishTask(separate, task, failedState(internal(), progress));
  }
}

function reportStart(task: ClaimedTask<unknown>, log: Logger): void {
  const { id: taskId, run, fileName, interruptions, idleSeconds } = task;
  if (idleSeconds === null) log.debug('import run begins', { taskId, run });
  else log.warn('interrupted import taken over', { taskId, fileName, run, interruptions, idleSeconds });
}

const again = { hasFailed: false, pauseSeconds: 0 };

function nextRun(error: unknown, { failures }: ClaimedTask<unknown>) {
  if (error instanceof ReadingOutdated || isConflict(error)) return again;
  if (isUnavailable(error) || isConnectionLost(error))
    return { hasFailed: false, pauseSeconds: dependencyPauseSeconds };
  return { hasFailed: true, pauseSeconds: failures + 1 };
}

const internal = () =>
  new ImportFailure('INTERNAL_ERROR', 'The import failed three times because of an internal error.');

const interrupted = () => new ImportFailure('INTERNAL_ERROR', 'The import was interrupted ten times.');

const failedState = (
  error: ImportFailure | TableFileError,
  { current, total }: ImportProgress,
): FinalState => ({
  status: 'failed',
  progress: { current, total },
  result: null,
  errors: [],
  errorCount: 0,
  warnings: error instanceof ImportFailure ? error.warnings : [],
  warningCount: error instanceof ImportFailure ? error.warningCount : 0,
  error: {
    ...{ code: error.code, message: error.message },
    ...(error instanceof ImportFailure && error.columns && { columns: error.columns }),
  },
  failedSheets: [],
});

import type { ImportQuestions } from '@consulting/kernel/contracts/import-task';
import type { Bus } from '@consulting/kernel/nats';

/** Answers for a service that has no import task. */
export function answerNoImports(
  bus: Bus,
  { getImportTask, cancelImportTask, getFailedImportRows }: ImportQuestions,
): void {
  bus.answer(getImportTask, async () => ({ task: null }));
  bus.answer(cancelImportTask, async () => ({ cancelling: null }));
  bus.answer(getFailedImportRows, async () => ({ page: null }));
}

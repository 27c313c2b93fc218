import type { Bus } from '../bus';
import type { ImportQuestions } from '../contracts/import-task';
import type { FailedRowsSource } from './failed-rows-workbook';

/** The failed rows of a task of another service; null when it has no such task. @throws DEPENDENCY_UNAVAILABLE */
export async function askFailedRows(
  bus: Bus,
  { getFailedImportRows }: ImportQuestions,
  taskId: string,
): Promise<FailedRowsSource | null> {
  const ask = async (sheet: number, after: number) =>
    (await bus.ask(getFailedImportRows, { taskId, sheet, after })).page;
  const first = await ask(0, -1);
  if (!first) return null;
  const { status, fileName, rowCount, sheetCount } = first;
  const sheets = first.sheet ? [first.sheet] : [];
  while (sheets.length < sheetCount) {
    const next = (await ask(sheets.length, -1))?.sheet;
    if (!next) break;
    sheets.push(next);
  }
  return {
    taskId,
    status,
    fileName,
    sheets,
    countRows: async () => rowCount,
    readRows: async (sheet, after) => (await ask(sheet, after))?.rows ?? [],
  };
}

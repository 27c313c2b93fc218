import { headerPosition, type ImportQuestions } from '@consulting/kernel/contracts/import-task';
import type { Bus } from '@consulting/kernel/nats';
import type { FailedRowsSource } from './failed-rows-workbook';
import type { FailedRow, FailedSheet } from './task/task-model';

/** @throws DEPENDENCY_UNAVAILABLE */
export async function askFailedRows(
  bus: Bus,
  { getFailedImportRows }: ImportQuestions,
  taskId: string,
): Promise<FailedRowsSource | null> {
  const ask = async (sheet: number, after: number, fromCell = 0) =>
    (await bus.ask(getFailedImportRows, { taskId, sheet, after, fromCell })).page;

  const askRows = async (sheet: number, after: number): Promise<FailedRow[]> => {
    const rows = (await ask(sheet, after))?.rows ?? [];
    const [first] = rows;
    if (!first || first.cellsLeft === 0) return rows;
    for (let left = first.cellsLeft; left > 0; ) {
      const part = (await ask(sheet, after, first.cells.length))?.rows[0];
      if (!part) return [];
      first.cells.push(...part.cells);
      left = part.cellsLeft;
    }
    return [first];
  };

  const askSheet = async (sheet: number, name: string): Promise<FailedSheet> => {
    const [header] = await askRows(sheet, headerPosition - 1);
    return { name, headers: (header?.cells ?? []).map((cell) => (typeof cell === 'string' ? cell : null)) };
  };

  const page = await ask(0, headerPosition);
  if (!page) return null;
  const { status, fileName, rowCount, sheetCount } = page;
  const sheets: FailedSheet[] = [];
  for (let name = page.sheetName; name !== null && sheets.length < sheetCount; ) {
    sheets.push(await askSheet(sheets.length, name));
    name = (await ask(sheets.length, headerPosition))?.sheetName ?? null;
  }
  return { taskId, status, fileName, sheets, countRows: async () => rowCount, readRows: askRows };
}

import { isStoredFile, StoredFile } from '@consulting/imports/store/file';
import type { Database } from '@consulting/kernel/postgres';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import { importedFileLimits } from '@consulting/spreadsheet/table/limits';
import type { TableFile } from '@consulting/spreadsheet/table/table-file';
import type { ImportedRow } from '../../store/reads/imported-cells';

export type CellTexts = ReadonlyMap<string, string>;

// The row of the uploaded file by the letters of its columns, as long as the file is stored. It is read up to that row.
export async function readCellTexts(
  db: Database,
  { fileId, fileSize, fileName, sheet, row }: ImportedRow,
): Promise<CellTexts | null> {
  if (sheet === null || row === null || !(await isStoredFile(db, fileId))) return null;
  const table = await openTableFile(new StoredFile(db, fileId, fileSize), fileName, importedFileLimits);
  try {
    return await findRow(table, sheet, row);
  } finally {
    await table.close();
  }
}

async function findRow(table: TableFile, name: string, number: number): Promise<CellTexts | null> {
  const sheet = table.isDelimited ? table.sheets[0] : table.sheets.find((one) => one.name === name);
  if (sheet === undefined) return null;
  for await (const rows of table.rows(sheet)) {
    const found = rows.find((row) => row.number >= number);
    if (found === undefined) continue;
    const cells = found.number === number ? found.cells : [];
    return new Map(cells.map((cell, at) => [columnLetters(at), textOf(cell)]));
  }
  return null;
}

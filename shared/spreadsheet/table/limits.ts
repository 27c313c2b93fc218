import { columnLetters, type Row } from './cell';
import { tooLarge } from './table-file';

const MIB = 1024 * 1024;

/**
 * Every exceeded bound ends the reading with FILE_TOO_LARGE. `compressionRatioMax` applies to entries from 16 MiB
 * unpacked on.
 */
export interface TabularLimits {
  inflatedBytesMax: number;
  compressionRatioMax: number;
  entriesMax: number;
  partBytesMax: number;
  sharedTextBytesMax: number;
  cellBytesMax: number;
  rowBytesMax: number;
  rowsMax: number;
  columnsMax: number;
  sheetsMax: number;
}

/**
 * The bounds on files come from resources.md 21 row 35; the bounds on memory are such that no takeoff comes near them.
 */
export const defaultTabularLimits: TabularLimits = {
  inflatedBytesMax: 2048 * MIB,
  compressionRatioMax: 250,
  entriesMax: 10_000,
  partBytesMax: 32 * MIB,
  sharedTextBytesMax: 256 * MIB,
  cellBytesMax: MIB,
  rowBytesMax: 8 * MIB,
  rowsMax: 1_000_000,
  columnsMax: 1024,
  sheetsMax: 200,
};

// An import has read the file within its bounds.
export const importedFileLimits: TabularLimits = {
  ...defaultTabularLimits,
  inflatedBytesMax: Number.MAX_SAFE_INTEGER,
};

export function requireWholeHeader({ number, beyond }: Row, sheet: string): void {
  if (!beyond) return;
  const { columnsMax } = defaultTabularLimits;
  throw tooLarge(
    `Sheet "${sheet}": the header row ${number} has a cell in column ${columnLetters(beyond.column)}; at most ${columnsMax} columns are read, up to ${columnLetters(columnsMax - 1)}.`,
  );
}

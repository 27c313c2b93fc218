import { columnLetters, type Row } from './cell';
import { tooLarge } from './table-file';

const MIB = 1024 * 1024;

/** What one file may cost. Every bound that is passed ends the reading with FILE_TOO_LARGE. */
export interface TabularLimits {
  /** All entries of a workbook unpacked, and the text of one sheet with its shared texts written out. */
  inflatedBytesMax: number;
  /** Unpacked to packed size of one entry; looked at from 16 MiB unpacked on. */
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

/** The bounds of resources.md 21 row 35, and bounds on memory that no takeoff comes near. */
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

export function requireWholeHeader({ number, beyond }: Row, sheet: string): void {
  if (!beyond) return;
  const { columnsMax } = defaultTabularLimits;
  throw tooLarge(
    `Sheet "${sheet}": the header row ${number} has a cell in column ${columnLetters(beyond.column)}; at most ${columnsMax} columns are read, up to ${columnLetters(columnsMax - 1)}.`,
  );
}

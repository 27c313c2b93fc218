const MIB = 1024 * 1024;

/** What one file may cost. Every bound that is passed ends the reading with FILE_TOO_LARGE. */
export interface TabularLimits {
  /** All entries of a workbook unpacked, and the text of one sheet with its shared texts written out. */
  inflatedBytesMax: number;
  /** Unpacked to packed size of one entry; looked at from 16 MiB unpacked on. */
  compressionRatioMax: number;
  entriesMax: number;
  /** One part that is neither a sheet nor the shared texts: workbook, styles, relationships. */
  partBytesMax: number;
  /** The distinct texts of a workbook, which stay in memory while it is read. */
  sharedTextBytesMax: number;
  cellBytesMax: number;
  rowBytesMax: number;
  /** Rows with at least one value, over all sheets that are read. */
  rowsMax: number;
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
};

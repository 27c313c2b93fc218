import type { Row } from './cell';

export interface SheetInfo {
  name: string;
  hidden: boolean;
  index: number;
}

/** A file with rows in it. Whatever reads it may throw TableFileError; what its source throws passes through. */
export interface TableFile {
  readonly sheets: SheetInfo[];
  /**
   * The rows of a sheet that hold a value, in batches, from the first each time it is called. Cells behind the first `width`
   * columns, by default the most that the limits allow, are not kept.
   */
  rows(sheet: SheetInfo, width?: number): AsyncGenerator<Row[]>;
  close(): Promise<void>;
}

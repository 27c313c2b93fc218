import { serialToIso } from './excel-date';

/** A number cell that its workbook shows as a date. `serial` counts days in the date system of the workbook. */
export class DateCell {
  constructor(
    readonly serial: number,
    readonly date1904 = false,
  ) {}

  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM:SS[.mmm]` when the serial has a time of day. No time zone: Excel has none. */
  get iso(): string {
    return serialToIso(this.serial, this.date1904);
  }
}

export class ErrorCell {
  constructor(readonly code: string) {}

  toString(): string {
    return this.code;
  }
}

const errorText = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/;

export const isErrorText = (text: string): boolean => errorText.test(text);

/** A formula that its writer stored without a result. */
export class NoResultCell {
  readonly result = null;
}

/** Null is a cell that is absent or blank; text is never trimmed, and never empty. */
export type CellValue = string | number | boolean | DateCell | ErrorCell | NoResultCell | null;

/** A row with at least one value. `number` is the one Excel shows; `cells` is indexed by column, without trailing nulls. */
export interface Row {
  number: number;
  cells: CellValue[];
  beyond?: { column: number; value: CellValue };
}

export const COLUMNS_MAX = 16_384;

/** Letters of a column counted from 0: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

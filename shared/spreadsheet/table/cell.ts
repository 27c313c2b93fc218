/** `serial` counts days in the date system of the workbook. */
export class DateCell {
  constructor(
    readonly serial: number,
    readonly date1904 = false,
  ) {}

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

export class NoResultCell {
  readonly result = null;
}

/** null is a cell that is absent or blank; text is never trimmed and never empty. */
export type CellValue = string | number | boolean | DateCell | ErrorCell | NoResultCell | null;

/** `number` is the row number that Excel shows; `cells` is indexed by column, without trailing nulls. */
export interface Row {
  number: number;
  cells: CellValue[];
  beyond?: { column: number; value: CellValue };
}

export const COLUMNS_MAX = 16_384;

export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

export const columnIndex = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const DAY_MS = 86_400_000;
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);

/** Excel counts 29 February 1900, a day that never existed, as day 60. */
const LEAP_DAY_1900 = 60;
const SERIAL_END_1900 = 2_958_466;
const SERIAL_END_1904 = 2_957_004;

export function isDateSerial(serial: number, date1904: boolean): boolean {
  const ms = Math.round(serial * DAY_MS);
  if (date1904) return ms >= 0 && ms < SERIAL_END_1904 * DAY_MS;
  if (!(ms >= DAY_MS && ms < SERIAL_END_1900 * DAY_MS)) return false;
  return Math.floor(ms / DAY_MS) !== LEAP_DAY_1900;
}

function serialToIso(serial: number, date1904: boolean): string {
  const ms = Math.round(serial * DAY_MS);
  const beforeLeapDay = !date1904 && ms < LEAP_DAY_1900 * DAY_MS;
  const epochMs = date1904 ? EPOCH_1904_MS : beforeLeapDay ? EPOCH_1900_MS + DAY_MS : EPOCH_1900_MS;
  const iso = new Date(epochMs + ms).toISOString();
  if (ms % DAY_MS === 0) return iso.slice(0, 10);
  return ms % 1000 === 0 ? iso.slice(0, 19) : iso.slice(0, 23);
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z?)?$/;

export function isoToSerial(iso: string, date1904: boolean): number | null {
  if (!ISO_DATE.test(iso)) return null;
  const utc = iso.length === 10 || iso.endsWith('Z') ? iso : `${iso}Z`;
  const ms = Date.parse(utc);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(iso.slice(0, 10))) return null;
  if (date1904) return (ms - EPOCH_1904_MS) / DAY_MS;
  const serial = (ms - EPOCH_1900_MS) / DAY_MS;
  return serial > LEAP_DAY_1900 ? serial : serial - 1;
}

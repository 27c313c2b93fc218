import { type Formats, numberSigns, readWritten } from '@consulting/design/language';
import { calculated, type Fault, isCalculation } from '../calculation/calculation';
import type { Column } from './columns';
import type { Line } from './line-queries';

export interface Words {
  yes: string;
  no: string;
  unknownCrew: string;
  unknownWbs: string;
  crewWithoutRate: string;
}

export interface CellText {
  displayed: (value: unknown, column: Column) => string;
  /** Cells are edited and copied with every digit and without thousands separators. */
  plain: (value: unknown, column: Column) => string;
  /** Text that does not fit the column goes to the API unchanged, which answers with the fault. */
  read: (text: string, column: Column) => string | number | boolean | null;
  readNumber: (text: string) => number | string;
  decimalSign: string;
  // Only what begins with = in a column of numbers is calculated.
  calculate: (text: string, column: Column) => number | Fault | null;
  /** Says that a code of the line names nothing that is known, or nothing that has a price. */
  warning: (values: Line['values'], column: Column) => string | null;
}

export function createCellText(locale: string, formats: Formats, words: Words): CellText {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const signs = numberSigns(locale);
  const { decimal } = signs;

  function displayed(value: unknown, { type, choices, decimals }: Column): string {
    if (value === null || value === undefined) return '';
    if (typeof value === 'number') return formats.number(value, decimals === 2 ? 2 : undefined);
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    const text = String(value);
    if (type === 'date') return day.format(new Date(text));
    return choices?.get(text) ?? text;
  }

  function plain(value: unknown, column: Column): string {
    if (typeof value === 'number') return String(value).replace('.', decimal);
    return column.type === 'date' ? String(value ?? '') : displayed(value, column);
  }

  const readNumber = (text: string): number | string => readWritten(text, signs) ?? text;

  const calculate = (text: string, { isNumber, unit }: Column) =>
    isNumber && isCalculation(text) ? calculated(text, signs, unit) : null;

  function read(text: string, column: Column) {
    const { type, choices, spellings, isNumber } = column;
    const trimmed = text.trim();
    if (trimmed === '') return null;
    const result = calculate(trimmed, column);
    if (result !== null) return typeof result === 'number' ? result : trimmed;
    if (isNumber) return readNumber(trimmed);
    const lower = trimmed.toLowerCase();
    if (type === 'boolean') {
      if ([words.yes.toLowerCase(), 'true', 'yes', '1'].includes(lower)) return true;
      return [words.no.toLowerCase(), 'false', 'no', '0'].includes(lower) ? false : trimmed;
    }
    const usual = spellings?.get(lower);
    if (usual !== undefined) return usual;
    for (const [value, label] of choices ?? []) if (label.toLowerCase() === lower) return value;
    return type === 'text' ? text : trimmed;
  }

  function warning(values: Line['values'], { key }: Column): string | null {
    if (typeof values[key] !== 'string') return null;
    if (key === 'wbsCode') return values.wbsMatched === false ? words.unknownWbs : null;
    if (key !== 'crewCode') return null;
    if (values.crewRateMatched === false) return words.unknownCrew;
    return values.labourRateSource === 'crew' && values.labourRate === null ? words.crewWithoutRate : null;
  }

  return { displayed, plain, read, readNumber, decimalSign: decimal, calculate, warning };
}

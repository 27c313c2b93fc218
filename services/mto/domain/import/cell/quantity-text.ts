import { numberLengthMax } from '@consulting/imports/table/table-text';
import { knownUnitOfMeasure } from '../../../fields/read-value';
import { type NumberFault, type NumberReading, readNumberText } from './number-text';

interface QuantityText {
  quantity: number;
  unitOfMeasure: string;
}

const firstLetter = /\p{L}/u;

/** The text before and behind the beginning of a known unit of measure; null where there is none or no digit before it. */
export function splitUnit(text: string): { number: string; unitOfMeasure: string } | null {
  const trimmed = text.trim();
  if (trimmed.length > numberLengthMax) return null;
  const at = trimmed.search(firstLetter);
  if (at <= 0) return null;
  const unitOfMeasure = knownUnitOfMeasure(trimmed.slice(at));
  return unitOfMeasure === undefined ? null : { number: trimmed.slice(0, at).trim(), unitOfMeasure };
}

/**
 * Reads `22122 MM`, `12 EA` or `1.234,5 m` as a quantity and a unit of measure by its usual symbol (extensions.md 2.3). Only
 * the spellings of the registry are units: `12 foo` is NOT_A_NUMBER.
 */
export function readQuantityText(text: string, reading: NumberReading): QuantityText | NumberFault {
  const parts = splitUnit(text);
  if (parts === null) return 'NOT_A_NUMBER';
  const quantity = readNumberText(parts.number, reading);
  return typeof quantity === 'number' ? { quantity, unitOfMeasure: parts.unitOfMeasure } : quantity;
}

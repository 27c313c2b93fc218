import { numberLengthMax } from '@consulting/imports/table/table-text';
import { knownUnitOfMeasure } from '../fields/read-value';

interface QuantityText {
  number: string;
  unitOfMeasure: string;
}

const letter = /\p{L}/u;

/**
 * Takes a text like `22122 MM`, `12 EA` or `1.234,5 m` apart (extensions.md 2.3): what stands before the first letter, and the
 * unit of measure behind it by its usual symbol. Null where that is no spelling of a unit, or nothing stands before it.
 */
export function splitQuantity(text: string): QuantityText | null {
  const trimmed = text.trim();
  if (trimmed.length > numberLengthMax) return null;
  const at = trimmed.search(letter);
  if (at <= 0) return null;
  const unitOfMeasure = knownUnitOfMeasure(trimmed.slice(at));
  return unitOfMeasure === undefined ? null : { number: trimmed.slice(0, at).trim(), unitOfMeasure };
}

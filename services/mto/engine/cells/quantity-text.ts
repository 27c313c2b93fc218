import { numberLengthMax } from '@consulting/imports/table/table-text';
import { knownUnitOfMeasure } from '../fields/read-value';

interface QuantityText {
  number: string;
  unitOfMeasure: string;
}

const letter = /\p{L}/u;

export function splitQuantity(text: string): QuantityText | null {
  const trimmed = text.trim();
  if (trimmed.length > numberLengthMax) return null;
  const at = trimmed.search(letter);
  if (at <= 0) return null;
  const unitOfMeasure = knownUnitOfMeasure(trimmed.slice(at));
  return unitOfMeasure === undefined ? null : { number: trimmed.slice(0, at).trim(), unitOfMeasure };
}

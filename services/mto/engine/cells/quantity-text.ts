import { numberLengthMax } from '@consulting/imports/table/table-text';
import { knownUnitOfMeasure, wordsWithoutQuantity } from '@consulting/takeoff-fields';

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

const wordLengthMax = 24;
const comparable = (text: string): string => text.replace(/[\s.]/g, '').toLowerCase();
const withoutQuantity: ReadonlySet<string> = new Set(wordsWithoutQuantity.map(comparable));

// Words such as `R.O.` or `by others` say that the row has no quantity of its own (extensions.md 2.7).
export const isWithoutQuantity = (text: string): boolean =>
  text.length <= wordLengthMax && withoutQuantity.has(comparable(text));

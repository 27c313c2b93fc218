import { exactOf, isSame, minus, numberOf, plus, times } from '../calculation/exact';
import type { Value } from '../lines/changes';

type Series = (at: number) => Value;

// Two or more values with the same step between them go on; everything else is repeated.
export function seriesOf(values: readonly Value[]): Series {
  const repeated: Series = (at) => values[at % values.length] ?? null;
  if (values.length < 2) return repeated;
  if (values.every((value) => typeof value === 'number')) return numbersFrom(values) ?? repeated;
  return textsFrom(values.map((value) => (typeof value === 'string' ? numbered(value) : null))) ?? repeated;
}

function numbersFrom(values: readonly number[]): Series | null {
  const exact = values.map((value) => exactOf(String(value)));
  const [first, second] = exact;
  if (!first || !second) return null;
  const step = minus(second, first);
  const valueAt = (at: number) => plus(first, times(step, exactOf(String(at))));
  if (!exact.every((value, at) => isSame(value, valueAt(at)))) return null;
  return (at) => numberOf(valueAt(at));
}

interface Numbered {
  name: string;
  digits: string;
}

// More digits than a number can have are a name.
const digitsMax = 15;

function numbered(text: string): Numbered | null {
  let start = text.length;
  while (start > 0 && (text[start - 1] ?? '') >= '0' && (text[start - 1] ?? '') <= '9') start -= 1;
  const digits = text.slice(start);
  return digits === '' || digits.length > digitsMax ? null : { name: text.slice(0, start), digits };
}

function textsFrom(found: readonly (Numbered | null)[]): Series | null {
  const texts = found.filter((text) => text !== null);
  const [first] = texts;
  if (!first || texts.length < found.length || texts.some(({ name }) => name !== first.name)) return null;
  const next = numbersFrom(texts.map(({ digits }) => Number(digits)));
  const lowest = Number(first.digits);
  return (
    next &&
    ((at) => {
      const number = Number(next(at));
      return `${first.name}${String(number < 0 ? lowest : number).padStart(first.digits.length, '0')}`;
    })
  );
}

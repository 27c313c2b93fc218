export const significantDigitsMax = 15;

export const tooManyDigits = `must have at most ${significantDigitsMax} significant digits`;

const magnitudeMax = 1e12;
const decimalsMax = 6;
const lengthMax = 64;
const manyDigits = /[\d.]{16}/;

export class LongNumber {
  constructor(private readonly text: string) {}

  toJSON(): string {
    return this.text;
  }
}

export function readNumber(text: string, value = Number(text)): number | LongNumber {
  if (text.length <= significantDigitsMax || Math.abs(value) >= magnitudeMax) return value;
  if (decimalsOf(value) > decimalsMax) return value;
  const isCarried = text.length <= lengthMax && digitsOf(text) === digitsOf(String(value));
  return isCarried ? value : new LongNumber(text);
}

function digitsOf(text: string): string {
  const [mantissa = ''] = text.split(/e/i);
  const digits = mantissa.replace(/^[-.0]+/, '').replace('.', '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

export function decimalsOf(value: number): number {
  const [mantissa = '', exponent] = String(Math.abs(value)).split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent ?? 0));
}

export const parseJson = (text: string): unknown =>
  manyDigits.test(text) ? JSON.parse(text, readAsWritten) : JSON.parse(text);

function readAsWritten(_: string, value: unknown, ...[context]: { source?: string }[]): unknown {
  return typeof value === 'number' ? readNumber(context?.source ?? String(value), value) : value;
}

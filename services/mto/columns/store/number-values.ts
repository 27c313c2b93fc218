import { type Operator, withoutZeros } from '@consulting/mto-engine';
import type { Operand } from '@consulting/mto-lines';
import { TextStore } from './text-store';
import {
  type Chunk,
  type CodeOrder,
  type ColumnValues,
  flags,
  isMetByEmpty,
  type ValueList,
  withMark,
} from './values';

const recognisedMax = 16_384;
const growth = 1.5;

export class NumberValues implements ColumnValues {
  #numbers: Float64Array = new Float64Array(16).fill(Number.POSITIVE_INFINITY);
  #count = 1;
  #texts = new TextStore();
  #areExact = true;

  get count(): number {
    return this.#count;
  }

  get areExact(): boolean {
    return this.#areExact;
  }

  get bytes(): number {
    return this.#texts.bytes + this.#numbers.byteLength;
  }

  codeOf(chunk: Chunk): number {
    const code = this.#count < recognisedMax ? this.#texts.codeOf(chunk) : this.#count;
    if (code < this.#count) return code;
    if (code === this.#numbers.length) this.#grow();
    const number = numberIn(chunk);
    if (number === undefined) this.#areExact = false;
    this.#numbers[code] = number ?? 0;
    this.#count += 1;
    if (this.#count === recognisedMax) this.#texts = new TextStore();
    return code;
  }

  #grow(): void {
    const more = new Float64Array(Math.ceil(this.#count * growth)).fill(
      Number.POSITIVE_INFINITY,
      this.#count,
    );
    more.set(this.#numbers);
    this.#numbers = more;
  }

  text(code: number): string {
    return decimalText(this.#numbers[code] ?? 0);
  }

  positionText(code: number): string | null {
    return code === 0 ? null : this.text(code);
  }

  comparison(text: string): (code: number) => number {
    const number = Number(text);
    return (code) => (this.#numbers[code] ?? 0) - number;
  }

  meeting(operator: Operator, operands: readonly Operand[]): Uint8Array {
    return flags(this.#count, isMetByEmpty(operator), this.#test(operator, operands.map(Number)));
  }

  #test(operator: Operator, operands: readonly number[]): (code: number) => boolean {
    const numbers = this.#numbers;
    const [first = 0, second = 0] = operands;
    const among = new Set(operands);
    switch (operator) {
      case 'equals':
        return (code) => numbers[code] === first;
      case 'notEquals':
        return (code) => numbers[code] !== first;
      case 'in':
        return (code) => among.has(numbers[code] ?? 0);
      case 'notIn':
        return (code) => !among.has(numbers[code] ?? 0);
      case 'greaterThan':
        return (code) => (numbers[code] ?? 0) > first;
      case 'greaterThanOrEqual':
        return (code) => (numbers[code] ?? 0) >= first;
      case 'lessThan':
        return (code) => (numbers[code] ?? 0) < first;
      case 'lessThanOrEqual':
        return (code) => (numbers[code] ?? 0) <= first;
      case 'between':
        return (code) => (numbers[code] ?? 0) >= first && (numbers[code] ?? 0) <= second;
      default:
        return () => operator === 'isNotEmpty';
    }
  }

  order(): CodeOrder {
    const numbers = this.#numbers;
    return { numberOf: (code) => numbers[code] ?? 0 };
  }

  list(counts: Uint32Array, limit: number, search: string | null): ValueList {
    const codes = withMark(counts);
    const distinct = new Float64Array(codes.length);
    for (let at = 0; at < codes.length; at += 1) distinct[at] = this.#numbers[codes[at] ?? 0] ?? 0;
    distinct.sort();
    let total = 0;
    const listed = new Map<number, { text: string; count: number }>();
    for (let at = 0; at < distinct.length; at += 1) {
      const number = distinct[at] ?? 0;
      if (at > 0 && number === distinct[at - 1]) continue;
      if (search !== null && !decimalText(number).includes(search)) continue;
      total += 1;
      if (total <= limit) listed.set(number, { text: decimalText(number), count: 0 });
    }
    for (const code of codes) {
      const entry = listed.get(this.#numbers[code] ?? 0);
      if (entry) entry.count += counts[code] ?? 0;
    }
    return { data: [...listed.values()], total };
  }
}

/** A decimal of up to this many digits is the shortest text of its double, which a division by a power of ten gives exactly. */
const digitsMax = 15;
const zero = 0x30;
const minus = 0x2d;
const point = 0x2e;

function numberIn({ bytes, start, end }: Chunk): number | undefined {
  const isNegative = bytes[start] === minus;
  let digits = 0;
  let value = 0;
  let places = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === point && places < 0) places = 0;
    else if (byte < zero || byte > zero + 9) return undefined;
    else {
      value = value * 10 + byte - zero;
      digits += 1;
      if (places >= 0) places += 1;
    }
  }
  const isExact = digits <= digitsMax || (places <= 0 && value <= Number.MAX_SAFE_INTEGER);
  if (!isExact) return undefined;
  const number = places > 0 ? value / 10 ** places : value;
  return isNegative ? -number : number;
}

function decimalText(number: number): string {
  const text = String(number);
  return text.includes('e') ? withoutZeros(number.toFixed(digitsMax)) : text;
}

import { type Exact, exactOf, isZero, minus, negated, numberOf, over, plus, times, zero } from './exact';
import { type Signs, type Token, tokensOf } from './tokens';
import { type Dimension, isSameDimension, plainNumber, type Unit, unitOf } from './units';

export type Fault =
  | { kind: 'tooLong' | 'tooDeep' | 'unfinished' | 'unitsDiffer' | 'byZero' | 'unitMissing' }
  | { kind: 'unreadable'; at: string };

export const lengthMax = 200;
const depthMax = 20;

class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.kind);
  }
}

const refuse = (fault: Fault): never => {
  throw new Refused(fault);
};

interface Quantity {
  value: Exact;
  dimension: Dimension;
}

export const isCalculation = (text: string): boolean => text.trimStart().startsWith('=');

// What has a unit becomes a figure in the unit after `in`, or else in that of the column.
export function calculated(text: string, signs: Signs, unitOfColumn: string | null): number | Fault {
  const written = text.trim();
  if (written.length > lengthMax) return { kind: 'tooLong' };
  try {
    const tokens = tokensOf(written.slice(1), signs);
    if (typeof tokens === 'string') return { kind: 'unreadable', at: tokens };
    return numberOf(new Reader(tokens).read(unitOfColumn));
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    throw error;
  }
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read(unitOfColumn: string | null): Exact {
    const found = this.#sum();
    const isConverted = this.#takeWord('in');
    const unit = isConverted ? this.#unit() : undefined;
    const next = this.#tokens[this.#at];
    if (next) refuse({ kind: 'unreadable', at: next.text });
    return inUnit(found, unit ?? unitOf(unitOfColumn ?? ''), isConverted);
  }

  #takeSign(...signs: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined;
    this.#at += 1;
    return token.text;
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #unit(): Unit {
    const token = this.#tokens[this.#at];
    const unit = token?.kind === 'word' ? unitOf(token.text) : undefined;
    if (!unit) return refuse(token ? { kind: 'unreadable', at: token.text } : { kind: 'unfinished' });
    this.#at += 1;
    return unit;
  }

  #sum(): Quantity {
    let sum = this.#product();
    for (let sign = this.#takeSign('+', '-'); sign; sign = this.#takeSign('+', '-')) {
      const next = this.#product();
      if (!isSameDimension(sum.dimension, next.dimension)) refuse({ kind: 'unitsDiffer' });
      sum = { ...sum, value: sign === '+' ? plus(sum.value, next.value) : minus(sum.value, next.value) };
    }
    return sum;
  }

  #product(): Quantity {
    let product = this.#signed();
    for (let sign = this.#takeSign('*', '/'); sign; sign = this.#takeSign('*', '/')) {
      const next = this.#signed();
      const isDivided = sign === '/';
      if (isDivided && isZero(next.value)) refuse({ kind: 'byZero' });
      const { length, mass } = product.dimension;
      const by = isDivided ? -1 : 1;
      product = {
        value: isDivided ? over(product.value, next.value) : times(product.value, next.value),
        dimension: { length: length + by * next.dimension.length, mass: mass + by * next.dimension.mass },
      };
    }
    return product;
  }

  #signed(): Quantity {
    let isNegative = false;
    for (let sign = this.#takeSign('+', '-'); sign; sign = this.#takeSign('+', '-'))
      if (sign === '-') isNegative = !isNegative;
    const found = this.#operand();
    const value = this.#takeSign('%') ? over(found.value, exactOf('100')) : found.value;
    return { ...found, value: isNegative ? negated(value) : value };
  }

  #operand(): Quantity {
    if (this.#takeSign('(')) return this.#inBrackets();
    const token = this.#tokens[this.#at];
    if (!token) return refuse({ kind: 'unfinished' });
    if (token.kind !== 'number') return refuse({ kind: 'unreadable', at: token.text });
    this.#at += 1;
    const value = exactOf(token.text);
    if (this.#tokens[this.#at]?.kind !== 'word') return { value, dimension: plainNumber };
    const { multiple, dimension } = this.#unit();
    return { value: times(value, multiple), dimension };
  }

  #inBrackets(): Quantity {
    this.#depth += 1;
    if (this.#depth > depthMax) refuse({ kind: 'tooDeep' });
    const sum = this.#sum();
    if (!this.#takeSign(')')) {
      const next = this.#tokens[this.#at];
      refuse(next ? { kind: 'unreadable', at: next.text } : { kind: 'unfinished' });
    }
    this.#depth -= 1;
    return sum;
  }
}

function inUnit({ value, dimension }: Quantity, unit: Unit | undefined, isConverted: boolean): Exact {
  if (isSameDimension(dimension, plainNumber)) return isConverted ? refuse({ kind: 'unitsDiffer' }) : value;
  if (!unit) return refuse({ kind: 'unitMissing' });
  if (!isSameDimension(dimension, unit.dimension)) return refuse({ kind: 'unitsDiffer' });
  return isZero(value) ? zero : over(value, unit.multiple);
}

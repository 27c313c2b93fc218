import { loweredText } from '@consulting/kernel/schema';
import type { Operator, SearchField } from '@consulting/mto-engine';
import type { Operand } from '@consulting/mto-lines';
import { numbersAt, type SortNumbers, selectLines } from './select-lines';
import { orderBytes, textOrder } from './text-order';
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

export class TextValues implements ColumnValues {
  readonly #texts = new TextStore();
  readonly #lowered = new TextStore();
  readonly areExact = true;

  constructor(private readonly isCaseIgnored: boolean) {}

  get count(): number {
    return this.#texts.count;
  }

  get bytes(): number {
    return [this.#texts, this.#lowered].reduce((sum, texts) => sum + texts.bytes + orderBytes(texts), 0);
  }

  get #compared(): TextStore {
    if (!this.isCaseIgnored) return this.#texts;
    for (let code = this.#lowered.count; code < this.count; code += 1)
      this.#lowered.add(loweredText(this.#texts.at(code)));
    return this.#lowered;
  }

  codeOf(chunk: Chunk): number {
    return this.#texts.codeOf(chunk);
  }

  text(code: number): string {
    return this.#texts.at(code);
  }

  positionText(code: number, { type, choices }: SearchField, isExact = false): string | null {
    if (code === 0) return null;
    if (isExact) return this.#texts.at(code);
    if (type !== 'enum') return this.#compared.at(code);
    const place = choices.indexOf(this.#texts.at(code));
    return place < 0 ? null : String(place + 1);
  }

  comparison(text: string, field: SearchField, isExact = false): (code: number) => number {
    if (field.type === 'enum' && !isExact) {
      const { numberOf } = this.order(field);
      return (code) => numberOf(code) - Number(text);
    }
    const [given, compared] = [Buffer.from(text), isExact ? this.#texts : this.#compared];
    return (code) => compared.compareWith(code, given);
  }

  meeting(operator: Operator, operands: readonly Operand[]): Uint8Array {
    const texts = operands.map((one) => (this.isCaseIgnored ? loweredText(String(one)) : String(one)));
    const [first = '', second = ''] = texts;
    const values = this.#compared;
    const all = (isMet: (code: number) => boolean) => flags(this.count, isMetByEmpty(operator), isMet);
    const given = Buffer.from(first);
    switch (operator) {
      case 'equals':
        return all((code) => values.isEqual(code, given));
      case 'notEquals':
        return all((code) => !values.isEqual(code, given));
      case 'in':
        return all(values.isAmong(texts));
      case 'notIn': {
        const isIn = values.isAmong(texts);
        return all((code) => !isIn(code));
      }
      case 'startsWith':
        return all((code) => values.startsWith(code, given));
      case 'endsWith':
        return all((code) => values.endsWith(code, given));
      case 'contains':
      case 'notContains':
        return this.#containing(texts, operator === 'notContains');
      case 'greaterThan':
        return all((code) => values.compareWith(code, given) > 0);
      case 'greaterThanOrEqual':
        return all((code) => values.compareWith(code, given) >= 0);
      case 'lessThan':
        return all((code) => values.compareWith(code, given) < 0);
      case 'lessThanOrEqual':
        return all((code) => values.compareWith(code, given) <= 0);
      case 'between': {
        const last = Buffer.from(second);
        return all((code) => values.compareWith(code, given) >= 0 && values.compareWith(code, last) <= 0);
      }
      default:
        return all(() => operator === 'isNotEmpty');
    }
  }

  #containing(parts: readonly string[], isNegated: boolean): Uint8Array {
    const found = new Uint8Array(this.count).fill(isNegated ? 1 : 0);
    for (const part of parts)
      for (const code of this.#compared.containing(Buffer.from(part))) found[code] = isNegated ? 0 : 1;
    return found;
  }

  order({ type, choices }: SearchField, isExact = false): CodeOrder {
    if (isExact) return textOrder(this.#texts);
    if (type === 'enum') {
      const places = Float64Array.from({ length: this.count }, (_, code) => {
        const place = code === 0 ? -1 : choices.indexOf(this.#texts.at(code));
        return place < 0 ? Number.POSITIVE_INFINITY : place + 1;
      });
      return { numberOf: (code) => places[code] ?? Number.POSITIVE_INFINITY };
    }
    return textOrder(this.#compared);
  }

  list(counts: Uint32Array, limit: number, search: string | null, field: SearchField): ValueList {
    const compared = this.isCaseIgnored ? this.#compared : undefined;
    const holds = (code: number) => search === null || loweredText(this.#texts.at(code)).includes(search);
    const codes = withMark(counts).filter(holds);
    const orders = [this.order(field), ...(compared ? [textOrder(this.#texts)] : [])];
    const listed = selectLines(codes, orders.map(codeNumbers), 0, limit);
    const data = Array.from(listed, (code) => ({ text: this.#texts.at(code), count: counts[code] ?? 0 }));
    return { data, total: codes.length };
  }
}

function codeNumbers(order: CodeOrder): SortNumbers {
  return {
    numbersOf: (codes) => {
      const numbers = new Float64Array(codes.length);
      for (let at = 0; at < codes.length; at += 1) numbers[at] = order.numberOf(codes[at] ?? 0);
      return numbers;
    },
    numbersAt: (_, numbers, places) => numbersAt(numbers, places),
    finer: (ties) => {
      const finer = order.finer?.(ties);
      return finer && codeNumbers(finer);
    },
  };
}

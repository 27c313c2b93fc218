import { DomainError, type Fault, fault, INVALID, type Reading } from '@consulting/kernel/schema';
import { type Field, isNumeric, meantBy } from '@consulting/takeoff-fields';
import type { Cell } from '../fields/line';
import { lineField } from '../line/input';
import { otherCurrency } from '../line/reference-faults';

const linesMax = 100;
const faultsMax = 1000;

export type Accept = (value: Cell, at: string, reading: Reading) => Cell | typeof INVALID;

export function acceptorOf(field: Field, { currency }: { currency: string }): Accept {
  const { kind } = lineField(field);
  const accept: Accept = (value, at, reading) => {
    if (isNumeric(field) && value !== null)
      return kind.read(Number(value), at, reading) === INVALID ? INVALID : value;
    const read = value === null ? null : kind.read(meantBy(field, value), at, reading);
    return read === null && field.required ? fault(reading, at, 'REQUIRED', 'cannot be cleared') : read;
  };
  if (field.type === 'integer') return withAdvice(accept);
  if (field.key !== 'currency') return accept;
  return (value, at, reading) => {
    const read = accept(value, at, reading);
    if (read === null || read === INVALID || read === currency) return read;
    const { code, message } = otherCurrency(at, currency);
    return fault(reading, at, code, message);
  };
}

const withAdvice =
  (accept: Accept): Accept =>
  (value, at, reading) =>
    value === null || Number.isInteger(Number(value))
      ? accept(value, at, reading)
      : fault(reading, at, 'TYPE', `must be a whole number, not ${value}; "round": 0 makes it one`, {
          type: 'integer',
        });

interface RefusedLine {
  id: string;
  itemNumber: number | null;
  field: string;
  code: Fault['code'];
  message: string;
}

export class RefusedLines {
  readonly #listed: RefusedLine[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(id: string, itemNumber: Cell, faults: readonly Fault[]): void {
    this.#count += 1;
    if (this.#count > linesMax) return;
    const named = { id, itemNumber: itemNumber === null ? null : Number(itemNumber) };
    for (const { field, code, message } of faults)
      if (this.#listed.length < faultsMax) this.#listed.push({ ...named, field, code, message });
  }

  refuse(): void {
    const [first] = this.#listed;
    if (first === undefined) return;
    const which = first.itemNumber === null ? first.id : `item number ${first.itemNumber}`;
    const more = this.#count > 1 ? ` (and ${this.#count - 1} more lines)` : '';
    const detail = `Nothing was changed: ${first.field} of the line with ${which} ${first.message}${more}.`;
    throw new DomainError('RESULT_INVALID', detail, { lines: this.#listed, count: this.#count });
  }
}

import type { DecimalSeparator } from '../../../fields/import-parameters';
import { type DateOrder, orderProvedBy } from '../cell/date-text';
import { separatorProvedBy } from '../cell/number-text';

const POINT = 1;
const COMMA = 2;
const DAY_FIRST = 4;
const MONTH_FIRST = 8;

export class ColumnEvidence {
  readonly #proved: number[] = [];

  seeNumber(column: number, text: string): void {
    const separator = separatorProvedBy(text);
    if (separator !== null) this.#add(column, separator === '.' ? POINT : COMMA);
  }

  seeDate(column: number, text: string): void {
    const order = orderProvedBy(text);
    if (order !== null) this.#add(column, order === 'day-first' ? DAY_FIRST : MONTH_FIRST);
  }

  separatorOf(column: number): DecimalSeparator | null {
    const proved = (this.#proved[column] ?? 0) & (POINT | COMMA);
    return proved === POINT ? '.' : proved === COMMA ? ',' : null;
  }

  dateOrderOf(column: number): DateOrder | null {
    const proved = (this.#proved[column] ?? 0) & (DAY_FIRST | MONTH_FIRST);
    return proved === DAY_FIRST ? 'day-first' : proved === MONTH_FIRST ? 'month-first' : null;
  }

  #add(column: number, proof: number): void {
    this.#proved[column] = (this.#proved[column] ?? 0) | proof;
  }
}

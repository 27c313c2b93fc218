import type { Operator, SearchField } from '@consulting/mto-engine';
import type { Operand } from '@consulting/mto-lines';

/** The hash is equal for equal texts. */
export interface Chunk {
  bytes: Buffer;
  start: number;
  end: number;
  hash: number;
}

/** The number is infinite for values that come last in both directions. */
export interface CodeOrder {
  numberOf(code: number): number;
  finer?(ties: Uint32Array): CodeOrder | undefined;
}

/** Code 0 stands for no value. Where a column has very many values, one that occurs again may get a second code. */
export interface ColumnValues {
  readonly count: number;
  readonly bytes: number;
  readonly areExact: boolean;
  codeOf(chunk: Chunk): number;
  text(code: number): string;
  // Exact texts are apart where they differ in case alone, and are no places in a list of choices.
  positionText(code: number, field: SearchField, isExact?: boolean): string | null;
  /** The result is negative for values before `text`, positive for values after it. */
  comparison(text: string, field: SearchField, isExact?: boolean): (code: number) => number;
  meeting(operator: Operator, operands: readonly Operand[]): Uint8Array;
  order(field: SearchField, isExact?: boolean): CodeOrder;
  list(counts: Uint32Array, limit: number, search: string | null, field: SearchField): ValueList;
}

export interface ValueList {
  data: { text: string; count: number }[];
  total: number;
}

/** `holds` is called for every code but 0, whose flag is `isMetByNone`. */
export function flags(count: number, isMetByNone: boolean, holds: (code: number) => boolean): Uint8Array {
  const found = new Uint8Array(count);
  if (isMetByNone) found[0] = 1;
  for (let code = 1; code < count; code += 1) if (holds(code)) found[code] = 1;
  return found;
}

export const isMetByEmpty = (operator: Operator): boolean =>
  operator === 'notEquals' || operator === 'notIn' || operator === 'notContains' || operator === 'isEmpty';

export function withMark(marks: Uint8Array | Uint32Array): Uint32Array {
  let count = 0;
  for (let code = 1; code < marks.length; code += 1) if (marks[code] !== 0) count += 1;
  const found = new Uint32Array(count);
  for (let code = 1, at = 0; at < count; code += 1) if (marks[code] !== 0) found[at++] = code;
  return found;
}

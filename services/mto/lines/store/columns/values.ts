import type { Operator, SearchField } from '@consulting/mto-engine';
import type { Operand } from '../search/value';

/** A piece of bytes that holds a text as UTF-8, and a number that is the same for the same text. */
export interface Piece {
  bytes: Buffer;
  start: number;
  end: number;
  hash: number;
}

/** A number for each code, by which values are in order; infinite for what comes last in any direction. */
export interface CodeOrder {
  numberOf(code: number): number;
  finer?(ties: Uint32Array): CodeOrder | undefined;
}

/**
 * The values of a column, each known by a code; code 0 is that of lines without a value. Where a column has very many, a value
 * that comes up again may get a further code.
 */
export interface ColumnValues {
  readonly count: number;
  readonly bytes: number;
  readonly areExact: boolean;
  codeOf(piece: Piece): number;
  text(code: number): string;
  positionText(code: number, field: SearchField): string | null;
  /** Below zero for values before one that is given as `positionText`, above for those behind. */
  comparison(text: string, field: SearchField): (code: number) => number;
  meeting(operator: Operator, operands: readonly Operand[]): Uint8Array;
  order(field: SearchField): CodeOrder;
  /** The values of codes that lines have, so many of each: the first of them in their order, and how many they are. */
  list(counts: Uint32Array, limit: number, search: string | null, field: SearchField): ValueList;
}

export interface ValueList {
  data: { text: string; count: number }[];
  total: number;
}

/** One for each code; `holds` is asked of every one but 0, of which `isMetByNone` says what a line without a value is. */
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

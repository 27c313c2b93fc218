import type { Condition } from '@consulting/takeoff-lines';
import type { Updates } from '../bulk/change-draft';
import type { CellText } from '../lines/cell-text';
import type { CellChange, Value } from '../lines/changes';
import type { Column } from '../lines/columns';
import type { Line } from '../lines/line-queries';
import { conditionsFor, meets } from './sought';

export interface Replacement {
  find: string;
  with: string;
}

export type LeftOut = 'calculated' | 'readOnly' | 'noNumber';

// Where one of several projects or subcontractors is meant, a text in its place means nothing.
const chosenKeys = ['currency', 'subcontractorId'];

function leftOut(column: Column, by: string | number): LeftOut | null {
  if (column.isComputed) return 'calculated';
  if (!column.isEditable || chosenKeys.includes(column.key)) return 'readOnly';
  return column.isNumber && by !== '' && typeof by === 'string' ? 'noNumber' : null;
}

export interface SoughtField {
  column: Column;
  condition: Condition;
  leftOut: LeftOut | null;
}

// Every field in which the text is looked for, also those that are not to be changed.
export function fieldsSought(
  columns: readonly Column[],
  { find, with: by }: Replacement,
  cellText: CellText,
): SoughtField[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return conditionsFor(columns, find, cellText).flatMap((condition) => {
    const column = byKey.get(condition.field);
    return column ? [{ column, condition, leftOut: leftOut(column, cellText.readNumber(by)) }] : [];
  });
}

export const replaceable = (fields: readonly SoughtField[]) => fields.filter((one) => one.leftOut === null);

const numberOrNull = (text: string, { readNumber }: CellText) => {
  const number = readNumber(text);
  return typeof number === 'number' ? number : null;
};

export function updatesFor(
  fields: readonly SoughtField[],
  replacement: Replacement,
  cellText: CellText,
): Updates {
  const entries = replaceable(fields).map(({ column: { key, isNumber }, condition }) => {
    const value = isNumber
      ? { find: Number(condition.value), with: numberOrNull(replacement.with, cellText) }
      : { ...replacement, ignoreCase: true };
    return [key, { replace: value }] as const;
  });
  return Object.fromEntries(entries);
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

// What a match becomes: each field of the line in which the text is found.
export function replacedIn(
  line: Line,
  fields: readonly SoughtField[],
  replacement: Replacement,
  cellText: CellText,
): CellChange[] {
  return replaceable(fields).flatMap(({ column, condition }) => {
    const before = line.values[column.key];
    const after = column.isNumber
      ? replacedNumber(before, Number(condition.value), numberOrNull(replacement.with, cellText))
      : replacedText(before, replacement);
    if (after === undefined || after === before) return [];
    return [{ line, key: column.key, value: after, text: cellText.plain(after, column) }];
  });
}

const replacedNumber = (before: unknown, find: number, by: number | null): Value | undefined =>
  before === find ? by : undefined;

function replacedText(before: unknown, { find, with: by }: Replacement): Value | undefined {
  if (typeof before !== 'string') return undefined;
  const after = before.replace(new RegExp(literally(find), 'giu'), () => by);
  return after.trim() === '' ? null : after;
}

// Whether the line is found again after these changes, by the fields that are replaced or by any other.
export function isMatchAfter(changes: readonly CellChange[], fields: readonly SoughtField[]): boolean {
  const [first] = changes;
  if (!first) return true;
  const values = {
    ...first.line.values,
    ...Object.fromEntries(changes.map(({ key, value }) => [key, value])),
  };
  return fields.some(({ condition }) => meets(values[condition.field], condition));
}

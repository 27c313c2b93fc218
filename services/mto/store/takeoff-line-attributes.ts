import type { Cell } from '../domain/formula/line';
import { type Discipline, disciplines } from '../fields/discipline';
import { isNumeric } from '../fields/field';
import { ownFields } from '../fields/registry';

/** Sixteen digits or more: a number that JavaScript might not carry whole. */
const longNumber = /\d{16}|\d[\d.]{15}\d/;

const keysOf = (discipline: Discipline) =>
  ownFields[discipline].map((field) => ({ key: field.key, isNumber: isNumeric(field) }));

const keys = Object.fromEntries(
  disciplines.map((discipline) => [discipline, keysOf(discipline)] as const),
) as Record<Discipline, ReturnType<typeof keysOf>>;

/**
 * The discipline fields of a line that are not empty, as text of a JSON object; numeric fields are written as JSON numbers
 * with every digit that their value or exact text has.
 */
export function attributesText(
  discipline: Discipline,
  values: Readonly<Record<string, Cell | undefined>>,
): string {
  let members = '';
  for (const { key, isNumber } of keys[discipline]) {
    const value = values[key];
    if (value === null || value === undefined) continue;
    const separator = members === '' ? '' : ',';
    members += `${separator}"${key}":${isNumber ? value : JSON.stringify(value)}`;
  }
  return `{${members}}`;
}

/** The values in the text of `attributes`; numbers of more than 15 digits as exact text. */
export function parseAttributes(text: string): Record<string, Cell> {
  return longNumber.test(text) ? JSON.parse(text, exactValue) : JSON.parse(text);
}

function exactValue(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && longNumber.test(source) ? source : value;
}

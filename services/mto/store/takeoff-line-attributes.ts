import { byDiscipline, type Discipline } from '../fields/discipline';
import { isNumeric } from '../fields/field';
import type { Cell, Line } from '../fields/line';
import { commonFields, ownFields } from '../fields/registry';

const longNumber = /\d{16}|\d[\d.]{15}\d/;

const membersOf = (discipline: Discipline) =>
  ownFields[discipline].map((field, at) => ({
    position: commonFields.length + at,
    name: `"${field.key}":`,
    isNumber: isNumeric(field),
  }));

const members = byDiscipline(membersOf);

/**
 * The discipline fields of a line that are not empty, as text of a JSON object; numeric fields are written as JSON numbers
 * with every digit that their value or exact text has.
 */
export function attributesText(discipline: Discipline, values: Line): string {
  let text = '';
  for (const { position, name, isNumber } of members[discipline]) {
    const value = values[position];
    if (value === null || value === undefined) continue;
    text += `${text === '' ? '' : ','}${name}${isNumber ? value : JSON.stringify(value)}`;
  }
  return `{${text}}`;
}

export function parseAttributes(text: string): Record<string, Cell> {
  return longNumber.test(text) ? JSON.parse(text, exactValue) : JSON.parse(text);
}

function exactValue(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && longNumber.test(source) ? source : value;
}

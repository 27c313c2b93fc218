import { type SQL, sql } from 'drizzle-orm';
import type { Discipline } from '../fields/discipline';
import { type Field, isNumeric } from '../fields/field';
import type { Cell, Line } from '../fields/line';
import { commonFields, ownFields } from '../fields/registry';
import { parseAttributes } from './takeoff-line-attributes';
import { columnName } from './takeoff-line-columns';

const exactDigitsMax = 15;

export const commonText = (positions: readonly number[]): SQL => {
  const columns = positions.map((at) =>
    sql.raw(`takeoff_line.${columnName(commonFields[at]?.key ?? '')}::text`),
  );
  return sql`array_to_json(array[${sql.join(columns, sql`, `)}])::text`;
};

export function lineArray(
  discipline: Discipline,
  positions: readonly number[],
  common: string,
  attributes: string,
): Line {
  const line: Line = new Array(commonFields.length).fill(null);
  const texts: (string | null)[] = JSON.parse(common);
  for (const [index, position] of positions.entries()) {
    const field = commonFields[position];
    if (field) line[position] = cellOf(field, texts[index] ?? null);
  }
  const own = parseAttributes(attributes);
  for (const { key } of ownFields[discipline]) line.push(own[key] ?? null);
  return line;
}

export function cellOf(field: Field, text: string | null): Cell {
  if (text === null) return null;
  if (isNumeric(field)) return text.length > exactDigitsMax ? text : Number(text);
  return field.type === 'boolean' ? text === 'true' : text;
}

import { fixed } from '@consulting/kernel/postgres';
import {
  byDiscipline,
  type Cell,
  commonFields,
  type Discipline,
  type Field,
  fieldsNamed,
  findField,
  isColumn,
  isDiscipline,
  isNumeric,
  type Line,
  type LineToStore,
  ownFields,
  type Pricing,
  pricingOf,
  type StoredLine,
  type StoredPricing,
} from '@consulting/mto-engine';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { takeoffLine } from '../tables/schema';
import { columnName } from '../tables/takeoff-line-columns';
import { columnsOfLine, line } from './line-source';

const longNumber = /\d{16}|\d[\d.]{15}\d/;

const membersOf = (discipline: Discipline) =>
  ownFields[discipline].map((field, at) => ({
    position: commonFields.length + at,
    name: `"${field.key}":`,
    isNumber: isNumeric(field),
  }));

const members = byDiscipline(membersOf);

/** Numbers are written with every digit of their value or exact text; empty fields are left out. */
export function attributesText(discipline: Discipline, values: Line): string {
  let text = '';
  for (const { position, name, isNumber } of members[discipline]) {
    const value = values[position];
    if (value === null || value === undefined) continue;
    text += `${text === '' ? '' : ','}${name}${isNumber ? value : JSON.stringify(value)}`;
  }
  return `{${text}}`;
}

export const parseAttributes = (text: string): Record<string, Cell> => parseExactly(text);

export const parseExactly = <T>(text: string): T =>
  longNumber.test(text) ? JSON.parse(text, exactValue) : JSON.parse(text);

function exactValue(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && longNumber.test(source) ? source : value;
}

export const lineColumns = {
  ...columnsOfLine,
  attributes: sql<Record<string, Cell>>`${line.attributes}::text`.mapWith(parseAttributes),
};

type LineRow = Omit<typeof takeoffLine.$inferSelect, 'createdEpoch' | 'inTotals'>;

const commonKeys = commonFields.map(({ key }) => key);

const ownKeysOf = (discipline: Discipline) => ownFields[discipline].map(({ key }) => key);
const ownKeys = byDiscipline(ownKeysOf);

export function storedLine(row: LineRow): StoredLine {
  const { discipline, attributes } = row;
  if (!isDiscipline(discipline)) throw new RangeError(`${discipline} is not a discipline`);
  const columns = row as unknown as Record<string, Cell>;
  const values: Line = [];
  for (const key of commonKeys) values.push(columns[key] ?? null);
  for (const key of ownKeys[discipline]) values.push(attributes[key] ?? null);
  const { id, version, crewRateMatched, wbsMatched, importTaskId, pricing } = row;
  const { createdAt, updatedAt, createdBy, updatedBy } = row;
  const server = { id, version, crewRateMatched, wbsMatched, importTaskId, pricing };
  return { ...server, discipline, values, createdAt, updatedAt, createdBy, updatedBy };
}

const named = Object.keys(columnsOfLine).map(
  (key) =>
    sql`${sql.raw(columnName(key))}${sql.raw(key === 'attributes' ? '::text' : '')} as ${sql.identifier(key)}`,
);

export const lineSelection: SQL = fixed(sql.join(named, sql`, `));

export type LineAsSent = { id: string; attributes: string } & Record<string, unknown>;

const converted = Object.entries(columnsOfLine).filter(
  ([, { dataType }]) => dataType === 'number' || dataType === 'date',
);

export function readLineRow(sent: LineAsSent): StoredLine {
  const row: Record<string, unknown> = sent;
  for (const [key, column] of converted) {
    const value = row[key];
    if (value !== null) row[key] = column.mapFromDriverValue(value);
  }
  row.attributes = parseAttributes(sent.attributes);
  return storedLine(row as unknown as LineRow);
}

export type ChosenValues = Record<string, Cell | Date | Pricing>;

const columnsByKey = new Map<string, AnyColumn>(Object.entries(columnsOfLine));

const singleAttributesMax = 30;

function attributesOf(keys: readonly string[]): SQL<string> {
  if (keys.length === 0) return sql`'{}'`;
  if (keys.length > singleAttributesMax) return sql`${line.attributes}::text`;
  const members = keys.map((key) => sql.raw(`'${key}', attributes -> '${key}'`));
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(members, sql`, `)}))::text`;
}

export function columnsOfKeys(keys: readonly string[]) {
  const chosen = keys.flatMap((key) => {
    const column = columnsByKey.get(key);
    return column ? [[key, column] as const] : [];
  });
  const own = keys.filter((key) => !columnsByKey.has(key) && fieldsNamed(key).length > 0);
  const { id, version, discipline } = columnsOfLine;
  return {
    id,
    version,
    discipline,
    common: { id, ...Object.fromEntries(chosen) },
    own: attributesOf(own).mapWith(parseAttributes),
  };
}

interface ChosenRow {
  id: string;
  version: number;
  discipline: string;
  common: Record<string, unknown>;
  own: Record<string, Cell>;
}

export function chosenValues({ id, version, discipline, common, own }: ChosenRow, keys: readonly string[]) {
  if (!isDiscipline(discipline)) throw new RangeError(`${discipline} is not a discipline`);
  const values: ChosenValues = { id, version };
  for (const key of keys) {
    const field = findField(discipline, key);
    if (key === 'mtoId') values[key] = id;
    else if (key === 'pricing') values[key] = pricingOf(common[key] as StoredPricing);
    else if (field) {
      const value = (isColumn(field) ? (common[key] as Cell) : own[key]) ?? null;
      values[key] = isNumeric(field) && typeof value === 'string' ? Number(value) : value;
    } else if (columnsByKey.has(key)) values[key] = common[key] as Cell | Date;
  }
  return values;
}

const written = [
  ...commonFields.map(({ key }) => key),
  'attributes',
  'crewRateMatched',
  'wbsMatched',
  'importTaskId',
];

export const writtenColumns: readonly string[] = written.map(columnName);

const columns = commonFields.map(({ key, type }, position) => ({
  position,
  name: `"${columnName(key)}":`,
  isNumber: type === 'number',
}));

/** Keys are column names; empty columns are left out, and numbers have every digit. */
export function lineJson(line: LineToStore): string {
  const { id, discipline, values, crewRateMatched, wbsMatched, importTaskId } = line;
  let members = '';
  for (const { position, name, isNumber } of columns) {
    const value = values[position];
    if (value === null || value === undefined) continue;
    const isText = typeof value === 'string' && !isNumber;
    members += `${name}${isText ? JSON.stringify(value) : value},`;
  }
  const task = importTaskId === null ? 'null' : `"${importTaskId}"`;
  const server = `"id":"${id}","crew_rate_matched":${crewRateMatched},"wbs_matched":${wbsMatched},"import_task_id":${task}`;
  return `{${members}${server},"attributes":${attributesText(discipline, values)}}`;
}

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

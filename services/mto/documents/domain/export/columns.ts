import {
  commonFields,
  type Discipline,
  disciplines,
  type Field,
  fieldOfHeader,
  findField,
  headerWithUnit,
  ownFields,
} from '@consulting/mto-engine';
import type { ColumnFormat, ColumnOutput } from '@consulting/spreadsheet/output/write-output';

const identifierCharacters = 37;
const proseCharacters = 48;
const proseLengthMin = 255;

export const identifierKey = 'mtoId';

const identifierColumn: ColumnOutput = {
  header: 'MTO ID',
  format: 'text',
  widthCharacters: identifierCharacters,
};

export interface ExportColumns {
  keys: readonly string[];
  fields: readonly Field[];
}

interface Wanted {
  chosen: readonly string[] | null;
  used: ReadonlySet<string> | null;
}

export function chooseColumns(fields: readonly Field[], { chosen, used }: Wanted): ExportColumns {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const isThere = (key: string) => key === identifierKey || byKey.has(key);
  const all = chosen?.filter(isThere) ?? [identifierKey, ...byKey.keys()];
  const filled = all.filter((key) => key === identifierKey || (used?.has(key) ?? true));
  const keys = filled.length > 0 ? filled : all;
  return { keys, fields: keys.flatMap((key) => byKey.get(key) ?? []) };
}

export async function* inColumns<T>(
  { keys, fields }: ExportColumns,
  batches: AsyncIterable<T[][]>,
): AsyncGenerator<T[][]> {
  const places = new Map(fields.map(({ key }, at) => [key, at + 1]));
  const order = keys.map((key) => places.get(key) ?? 0);
  const isAsRead = order.every((place, at) => place === at);
  for await (const rows of batches)
    yield isAsRead ? rows : rows.map((row) => order.map((place) => row[place] as T));
}

export function fieldsOfAll(used: readonly Discipline[], keys: ReadonlySet<string>): readonly Field[] {
  const own = disciplines.filter((one) => used.includes(one)).flatMap((one) => ownFields[one]);
  const firstOfKey = new Map(own.toReversed().map((field) => [field.key, field]));
  return [
    ...commonFields,
    ...own.filter((field) => keys.has(field.key) && firstOfKey.get(field.key) === field),
  ];
}

export function columnsOf({ keys, fields }: ExportColumns, among: readonly Discipline[]): ColumnOutput[] {
  const columns = new Map(fields.map((field) => [field.key, columnOf(field, among)]));
  return keys.map((key) => columns.get(key) ?? identifierColumn);
}

function columnOf(field: Field, among: readonly Discipline[]): ColumnOutput {
  const isProse = (field.maxLength ?? 0) > proseLengthMin;
  return {
    header: headerOf(field, among),
    format: formatOf(field),
    group: field.group,
    ...(isProse ? { widthCharacters: proseCharacters } : {}),
  };
}

function headerOf(field: Field, among: readonly Discipline[]): string {
  const header = headerWithUnit(field, among);
  const isRead = (discipline: Discipline) =>
    findField(discipline, field.key) === undefined || fieldOfHeader(discipline, header)?.key === field.key;
  return among.every(isRead) ? header : `${header} [${field.key}]`;
}

export function formatOf({ type, unit }: Field): ColumnFormat {
  if (type === 'enum') return 'text';
  if (type !== 'number') return type;
  if (unit === 'currency') return 'money';
  if (unit === '%') return 'percent';
  return unit?.startsWith('currency/') ? 'rate' : 'number';
}

export async function* inOneBatch<T>(rows: T): AsyncGenerator<T> {
  yield rows;
}

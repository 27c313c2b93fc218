import type { ColumnFormat, ColumnOutput } from '@consulting/spreadsheet/write-output';
import { type Discipline, disciplines } from '../../fields/discipline';
import type { Field } from '../../fields/field';
import { fieldOfHeader, headerWithUnit } from '../../fields/header';
import { commonFields, findField, ownFields } from '../../fields/registry';

const identifierCharacters = 37;
const proseCharacters = 48;
const proseLengthMin = 255;

const identifierColumn: ColumnOutput = {
  header: 'MTO ID',
  format: 'text',
  widthCharacters: identifierCharacters,
};

export function fieldsOfAll(used: readonly Discipline[], keys: ReadonlySet<string>): readonly Field[] {
  const own = disciplines.filter((one) => used.includes(one)).flatMap((one) => ownFields[one]);
  const firstOfKey = new Map(own.toReversed().map((field) => [field.key, field]));
  return [
    ...commonFields,
    ...own.filter((field) => keys.has(field.key) && firstOfKey.get(field.key) === field),
  ];
}

export function columnsOf(fields: readonly Field[], among: readonly Discipline[]): ColumnOutput[] {
  return [identifierColumn, ...fields.map((field) => columnOf(field, among))];
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

import type { ColumnFormat, ColumnOutput } from '@consulting/spreadsheet/write-output';
import { type Discipline, disciplines } from '../../fields/discipline';
import type { Field } from '../../fields/field';
import { fieldOfHeader, headerWithUnit } from '../../fields/header';
import { commonFields, findField, ownFields } from '../../fields/registry';

const identifierCharacters = 37;
const proseCharacters = 48;
const proseLengthMin = 255;

/** The first column of every sheet; an import matches lines by it. */
const identifierColumn: ColumnOutput = {
  header: 'MTO ID',
  format: 'text',
  widthCharacters: identifierCharacters,
};

/**
 * The fields of one sheet for lines of several disciplines, in the order of the registry: all common fields and, of the
 * `used` disciplines, each field once whose key is one of `keys`.
 */
export function fieldsOfAll(used: readonly Discipline[], keys: ReadonlySet<string>): readonly Field[] {
  const own = disciplines.filter((one) => used.includes(one)).flatMap((one) => ownFields[one]);
  const firstOfKey = new Map(own.toReversed().map((field) => [field.key, field]));
  return [
    ...commonFields,
    ...own.filter((field) => keys.has(field.key) && firstOfKey.get(field.key) === field),
  ];
}

/** The columns of a sheet with lines of the disciplines `among`: MTO ID and one per field. */
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

/** Label and unit; with its key also where a discipline of the file calls the same field by another label. */
function headerOf(field: Field, among: readonly Discipline[]): string {
  const header = headerWithUnit(field, among);
  const isRead = (discipline: Discipline) =>
    findField(discipline, field.key) === undefined || fieldOfHeader(discipline, header)?.key === field.key;
  return among.every(isRead) ? header : `${header} [${field.key}]`;
}

/** How the values of a field look in a workbook. */
export function formatOf({ type, unit }: Field): ColumnFormat {
  if (type === 'enum') return 'text';
  if (type !== 'number') return type;
  if (unit === 'currency') return 'money';
  if (unit === '%') return 'percent';
  return unit?.startsWith('currency/') ? 'rate' : 'number';
}

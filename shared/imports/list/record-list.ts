import type { Field, Fields } from '@consulting/kernel/schema';
import type { CellOutput, ColumnFormat, ColumnOutput } from '@consulting/spreadsheet/output/write-output';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import type { TableShape } from '../table/table';

export const rowsInRequestMax = 10_000;
export const rowsOfTaskMax = 100_000;

const inflatedBytesMax = 256 * 1024 * 1024;
const rowsAboveDataMax = 1000;

export interface ListDeclaration {
  name: string;
  title: string;
  path: string;
  fields: Fields;
  labels?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  units?: Readonly<Record<string, string>>;
  requiredColumns: readonly string[];
  parts?: Fields;
  sheets?: 'first' | 'every';
  further?: TableShape['further'];
  reshape?: TableShape['reshape'];
  example: Readonly<Record<string, CellOutput>>;
}

export interface ListColumn {
  key: string;
  field: Field<unknown>;
  label: string;
  unit: string | null;
  output: ColumnOutput;
}

export interface RecordList extends ListDeclaration, TableShape {
  labels: Readonly<Record<string, string>>;
  columns: readonly ListColumn[];
}

export function recordList(declared: ListDeclaration): RecordList {
  const columns = Object.entries(declared.fields).map(([key, field]) => columnOf(key, field, declared));
  return {
    ...declared,
    labels: Object.fromEntries(columns.map(({ key, label }) => [key, label])),
    columns,
    limits: { ...defaultTabularLimits, rowsMax: rowsOfTaskMax + rowsAboveDataMax, inflatedBytesMax },
  };
}

const inWords = (key: string) =>
  key
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
    .replace(/^./, (letter) => letter.toUpperCase())
    .trim();

const proseLengthMin = 255;
const proseCharacters = 48;
const booleanChoices = ['Yes', 'No'];

function columnOf(
  key: string,
  field: Field<unknown>,
  { labels, units, fields }: ListDeclaration,
): ListColumn {
  const label = labels?.[key] ?? inWords(key);
  const unit = units?.[key] ?? null;
  const choices = choicesOf(field);
  const { maxLength } = field.kind.schema;
  const isProse = typeof maxLength === 'number' && maxLength > proseLengthMin;
  const output: ColumnOutput = {
    header: unit === null ? label : `${label} (${unit})`,
    format: formatOf(field, unit),
    required: fields[key]?.options.isRequired ?? false,
    ...(choices && { choices }),
    ...(isProse && { widthCharacters: proseCharacters }),
  };
  return { key, field, label, unit, output };
}

export function choicesOf({ kind }: Field<unknown>): readonly string[] | undefined {
  if (kind.schema.type === 'boolean') return booleanChoices;
  return Array.isArray(kind.schema.enum) ? kind.schema.enum : undefined;
}

function formatOf({ kind: { schema } }: Field<unknown>, unit: string | null): ColumnFormat {
  if (schema.type === 'boolean' || schema.type === 'integer') return schema.type;
  if (schema.type === 'number')
    return unit === '%' ? 'percent' : unit?.startsWith('currency') ? 'rate' : 'number';
  return schema.format === 'date' ? 'date' : 'text';
}

const separator = '; ';

export const cellOf = (value: unknown): CellOutput => {
  if (Array.isArray(value)) return value.length > 0 ? value.join(separator) : null;
  return value as CellOutput;
};

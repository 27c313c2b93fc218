import {
  type Discipline,
  type Field,
  type FieldType,
  fieldsOf,
  headerWithUnit,
} from '@consulting/mto-engine';
import type { CellOutput, ColumnOutput, SheetOutput } from '@consulting/spreadsheet/output/write-output';
import { formatOf, inOneBatch } from '../export/columns';

export const unitSystems = ['metric', 'us'] as const;

export type UnitSystem = (typeof unitSystems)[number];

const setByUpload = ['projectId', 'serviceId'];
const identifierCharacters = 12;
const proseCharacters = 48;
const proseLengthMin = 255;
const booleanChoices = ['Yes', 'No'];

export const templateFields = (discipline: Discipline): readonly Field[] =>
  fieldsOf(discipline).filter(
    ({ key, computed }) => !setByUpload.includes(key) && (computed === undefined || key === 'totalCost'),
  );

export function templateColumns(
  discipline: Discipline,
  fields: readonly Field[],
  unitSystem: UnitSystem,
): ColumnOutput[] {
  const identifier: ColumnOutput = {
    header: 'MTO ID',
    format: 'text',
    widthCharacters: identifierCharacters,
    ...(fields[0] && { group: fields[0].group }),
  };
  return [identifier, ...fields.map((field) => columnOf(field, discipline, unitSystem))];
}

function columnOf(field: Field, discipline: Discipline, unitSystem: UnitSystem): ColumnOutput {
  const choices = choicesOf(field, discipline);
  const isProse = (field.maxLength ?? 0) > proseLengthMin;
  return {
    header: headerWithUnit(inUnits(field, unitSystem), [discipline]),
    format: formatOf(field),
    group: field.group,
    required: field.required ?? false,
    ...(choices && { choices }),
    ...(isProse && { widthCharacters: proseCharacters }),
  };
}

function inUnits(field: Field, unitSystem: UnitSystem): Field {
  return unitSystem === 'us' && field.unitUs !== undefined ? { ...field, unit: field.unitUs } : field;
}

function choicesOf(field: Field, discipline: Discipline): readonly string[] | undefined {
  if (field.key === 'discipline') return [discipline];
  return field.type === 'boolean' ? booleanChoices : field.enum;
}

const fieldsSheet = 'Fields';

const column = (
  header: string,
  widthCharacters: number,
  format: ColumnOutput['format'] = 'prose',
): ColumnOutput => ({ header, widthCharacters, format });

const columns: readonly ColumnOutput[] = [
  column('Column', 28),
  column('Key', 26),
  column('Section', 24),
  column('Unit', 14),
  column('Required', 10),
  column('Type', 16),
  column('Allowed values', 48),
  column('Description', 72),
];

export function explanationSheet(
  discipline: Discipline,
  fields: readonly Field[],
  unitSystem: UnitSystem,
): SheetOutput {
  const described = fields.map((field) => describe(inUnits(field, unitSystem), discipline));
  return {
    name: fieldsSheet,
    columns,
    rows: inOneBatch([identifier, ...described]),
    rowCount: fields.length + 1,
  };
}

const identifier: CellOutput[] = [
  'MTO ID',
  'mtoId',
  null,
  null,
  'no',
  'text',
  'empty for a new line',
  'Identifier of a line that is there already, as an export writes it; with mode=upsert the row changes that line. ' +
    'A row with Example here is not imported.',
];

const typeNames: Readonly<Record<FieldType, string>> = {
  text: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'yes or no',
  date: 'date YYYY-MM-DD',
  enum: 'choice',
};

function describe(field: Field, discipline: Discipline): CellOutput[] {
  const { key, label, group, unit, type, description } = field;
  return [
    label,
    key,
    group,
    unit,
    requirement(field),
    typeNames[type],
    allowed(field, discipline),
    description,
  ];
}

function requirement({ key, required }: Field): string {
  if (key === 'discipline') return 'yes, or by the name of the sheet';
  return required ? 'yes' : 'no';
}

function allowed(field: Field, discipline: Discipline): string | null {
  const { min, max, maxLength } = field;
  const choices = choicesOf(field, discipline);
  if (choices) return choices.join(', ');
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  if (max !== undefined) return `at most ${max}`;
  return maxLength === undefined ? null : `at most ${maxLength} characters`;
}

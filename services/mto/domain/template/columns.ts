import type { ColumnOutput } from '@consulting/spreadsheet/write-output';
import type { Discipline } from '../../fields/discipline';
import type { Field } from '../../fields/field';
import { headerWithUnit } from '../../fields/header';
import { fieldsOf } from '../../fields/registry';
import { formatOf } from '../export/columns';
import type { UnitSystem } from './query';

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

export function inUnits(field: Field, unitSystem: UnitSystem): Field {
  return unitSystem === 'us' && field.unitUs !== undefined ? { ...field, unit: field.unitUs } : field;
}

export function choicesOf(field: Field, discipline: Discipline): readonly string[] | undefined {
  if (field.key === 'discipline') return [discipline];
  return field.type === 'boolean' ? booleanChoices : field.enum;
}

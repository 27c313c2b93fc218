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

/** The fields that people fill in: all but those that the upload sets and those that are calculated, except the total. */
export const templateFields = (discipline: Discipline): readonly Field[] =>
  fieldsOf(discipline).filter(
    ({ key, computed }) => !setByUpload.includes(key) && (computed === undefined || key === 'totalCost'),
  );

/** MTO ID and one column per field, their headers in the units of the unit system. */
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

/** The field with the unit in which people give its values. */
export function inUnits(field: Field, unitSystem: UnitSystem): Field {
  return unitSystem === 'us' && field.unitUs !== undefined ? { ...field, unit: field.unitUs } : field;
}

/** What the drop-down of a column offers; a template is for lines of its own discipline only. */
export function choicesOf(field: Field, discipline: Discipline): readonly string[] | undefined {
  if (field.key === 'discipline') return [discipline];
  return field.type === 'boolean' ? booleanChoices : field.enum;
}

import { choice, QueryInput, type Values } from '@consulting/kernel/schema';
import {
  commonFields,
  type Discipline,
  decimalsOf,
  disciplines,
  enumLabel,
  type Field,
  fieldsOf,
  isNumeric,
  ownFields,
  unitOfMeasureSpellings,
} from '@consulting/takeoff-fields';
import { operatorsOf } from './search-field';

export const lineFieldsQuery = new QueryInput({
  discipline: choice(disciplines, 'Discipline').describe('Only the fields of a line of this discipline.'),
});

const usualUnits = Object.entries(unitOfMeasureSpellings).map(([value, spellings]) => ({ value, spellings }));

const describeField = (field: Field, of: readonly Discipline[]) => ({
  key: field.key,
  label: field.label,
  group: field.group,
  description: field.description,
  type: field.type,
  unit: field.unit ?? null,
  unitUs: field.unitUs ?? null,
  enum: field.enum?.map((value) => ({ value, label: enumLabel(value) })) ?? null,
  usualValues: field.key === 'unitOfMeasure' ? usualUnits : null,
  min: field.min ?? null,
  max: field.max ?? null,
  maxLength: field.maxLength ?? null,
  decimals: isNumeric(field) ? decimalsOf(field) : null,
  required: field.required ?? false,
  computed: field.computed !== undefined,
  formula: field.computed ?? null,
  operators: operatorsOf[field.type],
  disciplines: of,
});

function described(discipline: Discipline | null) {
  if (discipline !== null)
    return fieldsOf(discipline).map((field) =>
      describeField(field, commonFields.includes(field) ? disciplines : [discipline]),
    );
  const own = disciplines.flatMap((one) => ownFields[one].map((field) => describeField(field, [one])));
  return [...commonFields.map((field) => describeField(field, disciplines)), ...own];
}

interface LineFields {
  json: string;
  etag: string;
}

const known = new Map<Discipline | null, LineFields>();

export function lineFields({ discipline }: Values<(typeof lineFieldsQuery)['fields']>): LineFields {
  const made = known.get(discipline);
  if (made) return made;
  const data = described(discipline);
  const json = JSON.stringify({ discipline, data, total: data.length });
  const etag = `"${new Bun.CryptoHasher('sha256').update(json).digest('base64url')}"`;
  const fields = { json, etag };
  known.set(discipline, fields);
  return fields;
}

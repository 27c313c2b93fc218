import { commonFields } from './common';
import { byDiscipline, type Discipline, disciplines } from './discipline';
import { type Field, fieldsFrom } from './field';
import architectural from './registry/architectural.json';
import bulkElectrical from './registry/bulk-electrical.json';
import civil from './registry/civil.json';
import concrete from './registry/concrete.json';
import electricalEquipment from './registry/electrical-equipment.json';
import instrumentation from './registry/instrumentation.json';
import mechanicalEquipment from './registry/mechanical-equipment.json';
import piping from './registry/piping.json';
import structural from './registry/structural.json';

export { type CommonKey, commonFields } from './common';

export const ownFields: Readonly<Record<Discipline, readonly Field[]>> = {
  electrical_equipment: fieldsFrom(electricalEquipment.fields),
  mechanical_equipment: fieldsFrom(mechanicalEquipment.fields),
  bulk_electrical: fieldsFrom(bulkElectrical.fields),
  instrumentation: fieldsFrom(instrumentation.fields),
  piping: fieldsFrom(piping.fields),
  civil: fieldsFrom(civil.fields),
  concrete: fieldsFrom(concrete.fields),
  structural: fieldsFrom(structural.fields),
  architectural: fieldsFrom(architectural.fields),
};

type FieldSet = {
  readonly fields: readonly Field[];
  readonly byKey: ReadonlyMap<string, Field>;
  readonly positions: ReadonlyMap<string, number>;
};

function fieldSet(discipline: Discipline): FieldSet {
  const fields = [...commonFields, ...ownFields[discipline]];
  return {
    fields,
    byKey: new Map(fields.map((field) => [field.key, field])),
    positions: new Map(fields.map((field, position) => [field.key, position])),
  };
}

const fieldSets = byDiscipline(fieldSet);

const commonKeys: ReadonlySet<string> = new Set(commonFields.map((field) => field.key));

const named = new Map<string, Field[]>(commonFields.map((field) => [field.key, [field]]));
for (const field of disciplines.flatMap((discipline) => ownFields[discipline])) {
  named.set(field.key, [...(named.get(field.key) ?? []), field]);
}

export const allKeys: readonly string[] = [...named.keys()];

export function fieldsOf(discipline: Discipline): readonly Field[] {
  return fieldSets[discipline].fields;
}

export function findField(discipline: Discipline, key: string): Field | undefined {
  return fieldSets[discipline].byKey.get(key);
}

export function positionOf(discipline: Discipline, key: string): number {
  const position = fieldSets[discipline].positions.get(key);
  if (position === undefined) throw new RangeError(`${discipline} has no field ${key}`);
  return position;
}

export const commonPosition = (key: string): number => positionOf(disciplines[0], key);

export function fieldsNamed(key: string): readonly Field[] {
  return named.get(key) ?? [];
}

export function isColumn(field: Field): boolean {
  return commonKeys.has(field.key);
}

import { architecturalFields } from './architectural';
import { bulkElectricalFields } from './bulk-electrical';
import { civilFields } from './civil';
import { commonFields as common } from './common';
import { concreteFields } from './concrete';
import { byDiscipline, type Discipline, disciplines } from './discipline';
import { electricalEquipmentFields } from './electrical-equipment';
import type { Field } from './field';
import { instrumentationFields } from './instrumentation';
import { mechanicalEquipmentFields } from './mechanical-equipment';
import { pipingFields } from './piping';
import { structuralFields } from './structural';

export type CommonKey = (typeof common)[number]['key'];

export const commonFields: readonly Field[] = common;

export const ownFields: Readonly<Record<Discipline, readonly Field[]>> = {
  electrical_equipment: electricalEquipmentFields,
  mechanical_equipment: mechanicalEquipmentFields,
  bulk_electrical: bulkElectricalFields,
  instrumentation: instrumentationFields,
  piping: pipingFields,
  civil: civilFields,
  concrete: concreteFields,
  structural: structuralFields,
  architectural: architecturalFields,
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

/** @throws RangeError on a key that the discipline does not have */
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

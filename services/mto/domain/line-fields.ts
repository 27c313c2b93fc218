import { Field as InputField } from '@consulting/kernel/fields/field';
import {
  boolean,
  choice,
  currency,
  date,
  integer,
  number,
  text,
  uuid,
} from '@consulting/kernel/fields/kinds';
import type { Field } from '../fields/field';
import type { Cell } from '../fields/line';
import { fieldMeaning } from './field-meaning';

export type LineField = InputField<Cell>;

export function lineField(field: Field): LineField {
  const { key, label } = field;
  const input = kindOf(field);
  const kind = { ...input.kind, schema: { title: label, ...input.kind.schema } };
  const described = new InputField<Cell>(kind).describe(fieldMeaning(field));
  if (key === 'projectId' || key === 'serviceId' || key === 'discipline')
    return described.required().createOnly();
  return field.required ? described.required() : described;
}

function kindOf(field: Field): LineField {
  const { key, type, min, max, maxLength } = field;
  if (key === 'projectId' || key === 'serviceId' || key === 'subcontractorId') return uuid();
  if (key === 'currency') return currency();
  switch (type) {
    case 'text':
      return text(maxLength);
    case 'number':
      return number({ min, max });
    case 'integer':
      return integer({ min, max });
    case 'boolean':
      return boolean();
    case 'date':
      return date();
    case 'enum':
      return choice(field.enum ?? []);
  }
}

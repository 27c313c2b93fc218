import { type SortOrder, sorting } from './comma-separated';
import { Field, type Fields, INVALID } from './field';

export interface FieldOrder extends SortOrder {
  choices: readonly string[] | null;
}

export function sortOf(columns: object, fields: Fields = {}): Field<FieldOrder[] | null> {
  const keys = Object.keys(columns);
  const { merge: _, ...kind } = sorting(keys).kind;
  const field = new Field<FieldOrder[] | null>({
    ...kind,
    read(value, at, reading) {
      const orders = kind.read(value, at, reading);
      if (orders === INVALID || orders === null) return orders;
      return orders.map((order) => ({ ...order, choices: choicesOf(fields[order.key]) }));
    },
  });
  return field.describe(
    `Keys of the record to sort by, a minus before one to turn its order: ${keys.join(', ')}. Empty values come last, equal ones are in the order of their identifiers.`,
  );
}

function choicesOf(field: Field<unknown> | undefined): readonly string[] | null {
  const words = field?.kind.schema.enum;
  return Array.isArray(words) ? words.map(String) : null;
}

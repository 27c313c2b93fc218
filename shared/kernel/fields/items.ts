import { Field, fault, type JsonSchema } from './field';

/** The items of a bulk request as they came, one to `itemsMax`: each is read by itself, so that its faults have an index. */
export const unreadItems = (items: JsonSchema, itemsMax: number) =>
  new Field<unknown[] | null>({
    schema: { type: 'array', items, minItems: 1, maxItems: itemsMax },
    read(value, at, reading) {
      if (!Array.isArray(value)) return fault(reading, at, 'TYPE', 'must be an array');
      if (value.length === 0) return fault(reading, at, 'REQUIRED', 'must hold at least one item');
      if (value.length > itemsMax)
        return fault(reading, at, 'MAX_LENGTH', `must have at most ${itemsMax} items`);
      return value;
    },
  });

import {
  Field,
  type Fields,
  fault,
  INVALID,
  type JsonSchema,
  type Kind,
  type Reading,
  type Report,
  type Values,
} from './field';
import { LongNumber } from './long-number';
import { answerSchema, named, nullable, objectSchema, recordSchema } from './schema';

type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);

interface ListOptions<T> {
  distinctBy?: keyof NonNullable<T> & string;
}

export const list = <T>(item: Field<T>, itemsMax: number, { distinctBy }: ListOptions<T> = {}) =>
  new Field<NonNullable<T>[] | null>({
    schema: { type: 'array', items: item.kind.schema, maxItems: itemsMax },
    answer: { type: 'array', items: item.kind.answer ?? item.kind.schema },
    read(value, at, reading) {
      if (!Array.isArray(value)) return fault(reading, at, 'TYPE', 'must be an array', { type: 'array' });
      if (value.length > itemsMax)
        return fault(reading, at, 'MAX_LENGTH', `must have at most ${itemsMax} entries`, {
          maxItems: itemsMax,
        });
      const before = reading.faults.length;
      const items = value.map((entry, index) => readItem(item.kind, entry, `${at}[${index}]`, reading));
      if (distinctBy !== undefined) reportRepeats(items, distinctBy, at, reading);
      return reading.faults.length > before ? INVALID : (items as NonNullable<T>[]);
    },
  });

function readItem<T>(kind: Kind<T>, entry: unknown, at: string, reading: Reading) {
  const item = entry === null || entry === undefined ? null : kind.read(entry, at, reading);
  return item === null ? fault(reading, at, 'REQUIRED', 'must not be empty') : item;
}

function reportRepeats(items: readonly unknown[], key: string, at: string, reading: Reading): void {
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    if (seen.has(item[key])) fault(reading, `${at}[${index}].${key}`, 'DUPLICATE', 'occurs more than once');
    seen.add(item[key]);
  }
}

interface ObjectOptions {
  ignoreUnknown?: boolean;
  server?: readonly string[];
  name?: string;
}

const inputOf = (schema: JsonSchema, { name }: ObjectOptions): JsonSchema =>
  name === undefined ? schema : named(name, schema);

function answerOf(schema: JsonSchema, { name }: ObjectOptions): JsonSchema | undefined {
  if (name === undefined) return schema;
  return name.endsWith('Input') ? named(name.slice(0, -'Input'.length), schema) : undefined;
}

export const object = <F extends Fields>(fields: F, options: ObjectOptions = {}) =>
  new Field<Partial<Values<F>> | null>({
    schema: inputOf(objectSchema(fields), options),
    answer: answerOf(partialSchema(fields), options),
    read(value, at, reading) {
      const before = reading.faults.length;
      const found = readKeys(fields, value, at, reading, options);
      return reading.faults.length > before ? INVALID : (found as Partial<Values<F>>);
    },
    merge: (current, change) => ({ ...current, ...change }),
  });

interface EntryOptions<F extends Fields> extends ObjectOptions {
  rules?: (entry: Values<F>, report: Report) => void;
}

export const entry = <F extends Fields>(fields: F, options: EntryOptions<F> = {}) =>
  new Field<Values<F> | null>({
    schema: inputOf(objectSchema(fields), options),
    answer: answerOf(recordSchema(fields), options),
    read(value, at, reading) {
      const before = reading.faults.length;
      const found = readKeys(fields, value, at, reading, options);
      if (found === INVALID) return INVALID;
      for (const [key, field] of Object.entries(fields)) {
        if (found[key] === INVALID) found[key] = null;
        else if (found[key] === undefined || found[key] === null) {
          if (field.options.isRequired) fault(reading, `${at}.${key}`, 'REQUIRED', 'is required');
          found[key] = field.options.fallback ?? null;
        }
      }
      options.rules?.(found as Values<F>, (field, code, message, params) =>
        fault(reading, field === '' ? at : `${at}.${field}`, code, message, params),
      );
      return reading.faults.length > before ? INVALID : (found as Values<F>);
    },
  });

const partialSchema = (fields: Fields): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, answerSchema(field)])),
});

function readKeys(
  fields: Fields,
  value: unknown,
  at: string,
  reading: Reading,
  options: ObjectOptions,
): JsonObject | typeof INVALID {
  if (!isObject(value)) return fault(reading, at, 'TYPE', 'must be an object', { type: 'object' });
  const found: JsonObject = {};
  for (const [key, part] of Object.entries(value)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field) {
      const read = part === null ? null : field.kind.read(part, `${at}.${key}`, reading);
      found[key] = read ?? field.options.fallback ?? null;
    } else if (!options.ignoreUnknown && !options.server?.includes(key)) {
      fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known field');
    }
  }
  return found;
}

export const dictionary = <T>(
  value: Field<T>,
  isKey: (key: string) => boolean,
  { keysMax = 100, ...options }: { keysMax?: number; name?: string } = {},
) =>
  new Field<Record<string, NonNullable<T>> | null>({
    schema: inputOf({ type: 'object', additionalProperties: nullable(value.kind.schema) }, options),
    answer: answerOf(
      { type: 'object', additionalProperties: value.kind.answer ?? value.kind.schema },
      options,
    ),
    read(given, at, reading) {
      if (!isObject(given)) return fault(reading, at, 'TYPE', 'must be an object', { type: 'object' });
      const entries = Object.entries(given);
      if (entries.length > keysMax)
        return fault(reading, at, 'MAX_LENGTH', `must have at most ${keysMax} keys`, { maxItems: keysMax });
      const before = reading.faults.length;
      const read = entries.map(([key, part]) => {
        if (!isKey(key)) fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
        return [key, part === null ? null : value.kind.read(part, `${at}.${key}`, reading)];
      });
      return reading.faults.length > before ? INVALID : Object.fromEntries(read);
    },
    merge: (current, change) => withoutNulls({ ...current, ...change }),
  });

function withoutNulls<T>(values: Record<string, T | null>): Record<string, NonNullable<T>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Record<
    string,
    NonNullable<T>
  >;
}

export const unread = (schema: JsonSchema) =>
  new Field<unknown>({ schema, read: (value) => value as NonNullable<unknown> });

export const unreadItems = (items: JsonSchema, itemsMax: number) =>
  new Field<unknown[] | null>({
    schema: { type: 'array', items, minItems: 1, maxItems: itemsMax },
    read(value, at, reading) {
      if (!Array.isArray(value)) return fault(reading, at, 'TYPE', 'must be an array', { type: 'array' });
      if (value.length === 0)
        return fault(reading, at, 'REQUIRED', 'must hold at least one item', { minItems: 1 });
      if (value.length > itemsMax)
        return fault(reading, at, 'MAX_LENGTH', `must have at most ${itemsMax} items`, {
          maxItems: itemsMax,
        });
      return value;
    },
  });

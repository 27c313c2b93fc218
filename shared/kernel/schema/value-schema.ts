import type { Schema } from './field';
import { choiceSchema, inlineSchema, nullable, oneOf, recordSchema } from './schema';

interface Bounds {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

function described<T>(schema: Schema<T>, description?: string): Schema<T> {
  return description === undefined ? schema : { ...inlineSchema(schema), description };
}

// A symbol, so that neither documents nor checks see it, while copies of a schema have it.
export const sentence = Symbol('sentence');

/** Answers and messages are described by these alone; `Static` is the type of what they describe. */
export const valueSchema = {
  id: (description?: string): Schema<string> => described({ type: 'string', format: 'uuid' }, description),
  text: (description?: string): Schema<string> => described({ type: 'string' }, description),
  // What an answer says in the language of the caller.
  sentence: (description?: string): Schema<string> => ({
    ...described<string>({ type: 'string' }, description),
    [sentence]: true,
  }),
  number: (description?: string): Schema<number> => described({ type: 'number' }, description),
  integer: (description?: string): Schema<number> => described({ type: 'integer' }, description),
  count: (description?: string): Schema<number> => described({ type: 'integer', minimum: 0 }, description),
  flag: (description?: string): Schema<boolean> => described({ type: 'boolean' }, description),
  date: (description?: string): Schema<string> => described({ type: 'string', format: 'date' }, description),
  time: (description?: string): Schema<string> =>
    described({ type: 'string', format: 'date-time' }, description),
  constant: <const T>(value: T): Schema<T> => ({ const: value }),
  choice: <const V extends string>(values: readonly V[], description?: string, name?: string): Schema<V> =>
    described(choiceSchema(values, name), description),
  list: <T>(items: Schema<T>, description?: string): Schema<T[]> =>
    described({ type: 'array', items }, description),
  map: <T>(value: Schema<T>, description?: string): Schema<Record<string, T>> =>
    described({ type: 'object', additionalProperties: value }, description),
  object: recordSchema,
  oneOf,
  nullable,
  anything: (): Schema<unknown> => ({}),
  bounded: <T>(schema: Schema<T>, bounds: Bounds): Schema<T> => ({ ...schema, ...bounds }),
  /** Keys that the object does not name are part of the value, whatever they are. */
  extensible: <T>(object: Schema<T>): Schema<T> => ({ ...object, additionalProperties: {} }),
  described,
};

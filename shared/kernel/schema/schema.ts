import type { Field, Fields, JsonSchema, Schema, Static } from './field';

const names = new WeakMap<JsonSchema, string>();
const withNulls = new WeakMap<JsonSchema, JsonSchema>();

export function named<S extends JsonSchema>(name: string, schema: S): S {
  names.set(schema, name);
  return schema;
}

export function namedWithNull<S extends JsonSchema>(name: string, schema: S): S {
  withNulls.set(schema, named(name, typeWithNull(schema)));
  return schema;
}

export const plainValue = named('PlainValue', { type: ['string', 'number', 'boolean', 'null'] });

export const plainValues = named('PlainValues', { type: 'object', additionalProperties: plainValue });

export const nameOf = (schema: JsonSchema): string | undefined => names.get(schema);

export function choiceSchema<V extends string>(values: readonly V[], name?: string): Schema<V> {
  const schema: Schema<V> = { type: 'string', enum: values };
  return name === undefined ? schema : named(name, schema);
}

export const oneOf = <S extends JsonSchema>(variants: readonly S[]): Schema<Static<S>> => ({
  oneOf: variants,
});

export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  const known = withNulls.get(schema);
  if (known !== undefined) return known;
  if (takesNull(schema)) return schema;
  const name = names.get(schema);
  if (name === undefined) return typeWithNull(schema);
  const made = named(`${name}OrNull`, 'enum' in schema ? typeWithNull(schema) : anyOrNull(schema));
  withNulls.set(schema, made);
  return made;
}

export const takesNull = ({ type, anyOf, allOf }: JsonSchema): boolean =>
  [type].flat().includes('null') ||
  (Array.isArray(anyOf) && anyOf.some(takesNull)) ||
  (Array.isArray(allOf) && allOf.some(takesNull));

function typeWithNull(schema: JsonSchema): JsonSchema {
  const { type, allOf } = schema;
  if (Array.isArray(allOf) && allOf.length === 1) return { ...schema, allOf: [nullable(allOf[0])] };
  if (typeof type !== 'string') return anyOrNull(schema);
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [type, 'null'], ...values };
}

function anyOrNull(schema: JsonSchema): JsonSchema {
  if (names.has(schema)) return { anyOf: [schema, { type: 'null' }] };
  const { description, ...rest } = schema;
  return { anyOf: [rest, { type: 'null' }], ...(description === undefined ? {} : { description }) };
}

export function objectSchema(fields: Fields): JsonSchema {
  const required = Object.keys(fields).filter((key) => fields[key]?.options.isRequired);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

export function fieldSchema(field: Field<unknown>): JsonSchema {
  const { fallback, whenAbsent, isRequired } = field.options;
  const ownDefault = fallback ?? whenAbsent;
  const schema = isRequired
    ? notEmpty(field.kind.schema)
    : fallback !== undefined && isNamed(field.kind.schema)
      ? field.kind.schema
      : nullable(field.kind.schema);
  return {
    ...inlineSchema(schema),
    ...annotations(field),
    ...(ownDefault === undefined ? {} : { default: ownDefault }),
  };
}

export function parameterSchema(field: Field<unknown>): JsonSchema {
  const { fallback, example } = field.options;
  return {
    ...inlineSchema(field.kind.schema),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

export function answerSchema(field: Field<unknown>): JsonSchema {
  const { isRequired, fallback } = field.options;
  const schema = field.kind.answer ?? field.kind.schema;
  const displayed = isRequired || fallback !== undefined ? schema : nullable(schema);
  const own = annotations(field);
  return Object.keys(own).length === 0 ? displayed : { ...inlineSchema(displayed), ...own };
}

export type Keys = Record<string, Field<unknown> | JsonSchema>;

type Described<K, O> = { [P in keyof K]: Static<K[P]> } & { [P in keyof O]?: Static<O[P]> };

export function recordSchema<K extends Keys, O extends Record<string, JsonSchema> = Record<never, never>>(
  keys: K,
  optional?: O,
): Schema<{ [P in keyof Described<K, O>]: Described<K, O>[P] }> {
  const displayed = Object.entries(keys).map(([key, value]) => [
    key,
    isField(value) ? answerSchema(value) : value,
  ]);
  return {
    type: 'object',
    required: Object.keys(keys),
    properties: { ...Object.fromEntries(displayed), ...optional },
  };
}

const isField = (value: Field<unknown> | JsonSchema): value is Field<unknown> => 'kind' in value;

export const inlineSchema = (schema: JsonSchema): JsonSchema =>
  names.has(schema) ? { allOf: [schema] } : schema;

function annotations({ kind, options: { description, example } }: Field<unknown>): JsonSchema {
  return {
    ...(description === undefined ? {} : { description }),
    ...(example === undefined || 'examples' in kind.schema ? {} : { examples: [example] }),
  };
}

const isNamed = (schema: JsonSchema): boolean =>
  names.has(schema) || names.has((schema.items ?? {}) as JsonSchema);

const notEmpty = (schema: JsonSchema): JsonSchema =>
  schema.type === 'string' && schema.maxLength !== undefined && schema.format === undefined
    ? { ...schema, minLength: 1 }
    : schema;

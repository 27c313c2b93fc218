import type { Field, Fields, JsonSchema } from './field';

const names = new WeakMap<JsonSchema, string>();

/** A schema that the API document holds once under this name and refers to everywhere else. */
export function named<S extends JsonSchema>(name: string, schema: S): S {
  names.set(schema, name);
  return schema;
}

export const nameOf = (schema: JsonSchema): string | undefined => names.get(schema);

export const oneOf = (propertyName: string, variants: Record<string, JsonSchema>): JsonSchema => ({
  oneOf: Object.values(variants),
  discriminator: {
    propertyName,
    mapping: Object.fromEntries(
      Object.entries(variants).map(([value, schema]) => [value, `#/components/schemas/${names.get(schema)}`]),
    ),
  },
});

export function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (names.has(schema)) return { anyOf: [schema, { type: 'null' }] };
  if (typeof type !== 'string') return withNull(schema);
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [type, 'null'], ...values };
}

const withNull = ({ description, ...schema }: JsonSchema): JsonSchema => ({
  anyOf: [schema, { type: 'null' }],
  ...(description === undefined ? {} : { description }),
});

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
  const schema = isRequired ? notEmpty(inlineSchema(field.kind.schema)) : nullable(field.kind.schema);
  return {
    ...schema,
    ...annotations(field),
    ...(ownDefault === undefined ? {} : { default: ownDefault }),
  };
}

export function parameterSchema(field: Field<unknown>): JsonSchema {
  const { fallback, example } = field.options;
  return {
    ...field.kind.schema,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

export function answerSchema(field: Field<unknown>): JsonSchema {
  const { isRequired, fallback } = field.options;
  const schema = field.kind.answer ?? field.kind.schema;
  const shown = isRequired || fallback !== undefined ? schema : nullable(schema);
  const own = annotations(field);
  return Object.keys(own).length === 0 ? shown : { ...inlineSchema(shown), ...own };
}

export function recordSchema(
  keys: Record<string, Field<unknown> | JsonSchema>,
  optional: Record<string, JsonSchema> = {},
): JsonSchema {
  const shown = Object.entries(keys).map(([key, value]) => [
    key,
    isField(value) ? answerSchema(value) : value,
  ]);
  return {
    type: 'object',
    required: Object.keys(keys),
    properties: { ...Object.fromEntries(shown), ...optional },
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

const notEmpty = (schema: JsonSchema): JsonSchema =>
  schema.type === 'string' && schema.maxLength !== undefined && schema.format === undefined
    ? { ...schema, minLength: 1 }
    : schema;

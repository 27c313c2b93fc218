import type { Static, TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';

const known = new WeakMap<TSchema, TypeCheck<TSchema>>();

export function readContent<S extends TSchema>(schema: S, content: unknown): Static<S> {
  return exactCheckOf(schema).Check(content) ? content : (Value.Parse(schema, content) as Static<S>);
}

function exactCheckOf(schema: TSchema): TypeCheck<TSchema> {
  const made = known.get(schema) ?? TypeCompiler.Compile(withoutOthers(schema));
  known.set(schema, made);
  return made;
}

function withoutOthers(schema: TSchema): TSchema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries<TSchema>(properties).map(([key, value]) => [key, withoutOthers(value)]),
      ),
      additionalProperties: false,
    }),
    ...(items && !Array.isArray(items) && { items: withoutOthers(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutOthers) }),
  };
}

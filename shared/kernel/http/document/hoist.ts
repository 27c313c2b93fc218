import type { JsonSchema } from '../../fields/field';
import { nameOf } from '../../fields/schema';

export type Schemas = Record<string, JsonSchema>;

/**
 * A copy in which every named schema is a reference to `schemas`, where it is added.
 * @throws Error when two different schemas have one name
 */
export function hoist(value: unknown, schemas: Schemas, met: Map<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoist(item, schemas, met));
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as JsonSchema;
  const name = nameOf(schema);
  if (name === undefined) return hoistEntries(schema, schemas, met);
  const known = met.get(name);
  if (known !== undefined && !Bun.deepEquals(known, schema))
    throw new Error(`Two schemas are named ${name}.`);
  if (known === undefined) {
    met.set(name, schema);
    schemas[name] = {};
    schemas[name] = hoistEntries(schema, schemas, met);
  }
  return { $ref: `#/components/schemas/${name}` };
}

const hoistEntries = (schema: JsonSchema, schemas: Schemas, met: Map<string, JsonSchema>): JsonSchema =>
  Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, hoist(part, schemas, met)]));

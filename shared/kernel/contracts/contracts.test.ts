import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type JsonSchema, readContent } from '../schema';
import * as clientsProjects from './clients-projects';
import * as crewsRates from './crews-rates';
import * as equipmentWbs from './equipment-wbs';
import * as identity from './identity';
import * as mto from './mto';

type Json = Record<string, unknown>;

const parts = ['request', 'response', 'payload'];

function schemasIn(value: unknown, name: string): [string, JsonSchema][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value || 'oneOf' in value) return [[name, value as JsonSchema]];
  const isContract = 'subject' in value;
  return Object.entries(value).flatMap(([key, part]) =>
    isContract && !parts.includes(key) ? [] : schemasIn(part, `${name}.${key}`),
  );
}

const contracts = Object.entries({ clientsProjects, crewsRates, equipmentWbs, identity, mto }).flatMap(
  ([owner, room]) => schemasIn({ ...room }, owner),
);

function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  const variants = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (variants) return fc.oneof(...variants.map(valuesOf));
  return fc.oneof(...[schema.type ?? 'any'].flat().map((type) => valuesOfType(type as string, schema)));
}

function valuesOfType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minLength = 0, minimum = -5, maximum = 5000 } = schema as Record<string, number | undefined>;
  if (type === 'string') return fc.string({ minLength, maxLength: minLength + 4 });
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (type === 'number') return fc.integer({ min: -999, max: 999 }).map((value) => value / 8);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return fc.array(valuesOf(schema.items as JsonSchema), { maxLength: 3 });
  if (type !== 'object') return fc.constantFrom(1, 'text', true);
  const { properties, additionalProperties: others, required } = schema as Record<string, JsonSchema>;
  if (!properties) return fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), valuesOf(others ?? {}));
  const entries = Object.entries(properties).map(([key, part]) => [key, valuesOf(part as JsonSchema)]);
  const requiredKeys = required as unknown as never[];
  return fc.record(Object.fromEntries(entries), { requiredKeys });
}

const everyValue = (schema: JsonSchema, holds: (value: unknown) => void) =>
  fc.assert(fc.property(valuesOf(schema), holds), { numRuns: 50, seed: 1 });

describe.each(contracts)('%s', (_, schema) => {
  test('takes every value that it describes as it is', () =>
    everyValue(schema, (value) => expect(readContent(schema, value)).toBe(value)));

  test('leaves out a key of a later version', () =>
    everyValue(schema, (value) =>
      expect(readContent(schema, { ...(value as Json), ofLaterVersion: 1 })).toEqual(value),
    ));

  test('refuses a value without one of its keys, or with another type there', () =>
    everyValue(schema, (value) => {
      for (const key of (schema.required ?? []) as string[]) {
        const { [key]: _, ...rest } = value as Json;
        expect(() => readContent(schema, rest)).toThrow(`/${key}`);
        expect(() => readContent(schema, { ...rest, [key]: Symbol() })).toThrow(`/${key}`);
      }
      expect(() => readContent(schema, null)).toThrow();
    }));
});

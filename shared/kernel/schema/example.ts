import type { JsonSchema } from './field';
import { nameOf, takesNull } from './schema';

type Json = Record<string, unknown>;

export const exampleIds = {
  client: '6a1f0a56-3f0e-4a55-8f43-0e1d2c3b4a59',
  project: 'c3d9a1f4-7b2c-4562-9e01-adabae7d68ce',
  service: '0b7c3f9e-58a1-4e0d-9a67-2f4d6c8e1b35',
  estimateTemplate: 'e1d0f4b2-6f1b-4b57-9a37-5f2c7d1b8e64',
  estimation: 'bfabddb5-d692-401d-8339-3a85a9e1a21b',
  subcontractor: '9c095908-2dbd-4c41-90e4-7c84f5ad74c0',
  trade: '8f035f0e-1615-4f69-83ce-25c68f18a2f9',
  rateCard: '01a1fd53-67df-7176-92ec-74cca702f9dd',
  crew: '6c5e9ff8-478c-474c-aeb1-534b9edcbe0a',
  projectCrew: 'fa71d989-6214-4851-ab36-8a514677c6af',
  serviceCrew: '01a1fd53-7644-7252-8a4f-367f7ccda152',
  priceBook: '01a1fd53-7a11-7c3e-9d52-6f0b1e8a4c27',
  priceRow: '01a1fd53-7a58-7f0d-8b64-2c9e5d7f1a36',
  equipment: '01a1fd53-6958-7087-ae78-bf7ad7e77331',
  tag: 'bce4f9e9-a30a-4836-b3b4-cc2c2cf6020f',
  wbs: 'd5b1f0c2-9a64-4f0e-8f55-2a8f6a3f7c10',
  wbsParent: 'ad2f222d-2ab9-43b6-b593-810a48743656',
  line: '01a1fd55-50e0-76a4-9c86-43816c19f206',
  importTask: '01a1fd53-76bd-7773-8e9d-9d4dc40c8855',
  importProfile: '5f0d8a3e-2c47-4b9e-8d61-7a90c3e5b214',
  view: '7c2e4d10-8a5b-4f3e-b6d9-1e0a9c8b7f62',
  operation: '01a1fd55-9c10-7c4b-8a55-3b1f8f0f5d27',
  note: '3e9b1c74-0d52-4f6a-9c83-5b7a2e4d1f60',
  grant: 'd41c7a9e-6b02-4f5d-8e13-9a6f2c0b7d58',
  apiKey: '87017b56-a76a-43ca-86b2-0d3db824287b',
} as const;

const examples = new WeakMap<JsonSchema, unknown>();

export function exampled<S extends JsonSchema>(schema: S, values: unknown): S {
  examples.set(schema, values);
  return schema;
}

export const exampleOf = (schema: JsonSchema, values?: unknown): unknown =>
  complete(schema, values, nameOf(schema) ?? 'The answer');

function complete(schema: JsonSchema, given: unknown, at: string): unknown {
  if (given === undefined) return ownExample(schema, at);
  if (given === null || typeof given !== 'object') return given;
  const value = Array.isArray(given) ? given : { ...(examples.get(schema) as Json | undefined), ...given };
  const variant = chosen(schema, value as Json);
  if (variant) return complete(variant, value, at);
  const parts = partsOf(schema);
  if (Array.isArray(value)) return value.map((item) => complete((parts.items as JsonSchema) ?? {}, item, at));
  const filled = Object.entries(value).map(([key, part]) => {
    const known = parts.properties[key] ?? parts.additionalProperties;
    return [key, complete((known as JsonSchema | undefined) ?? {}, part, `${at}.${key}`)] as const;
  });
  const absent = parts.required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => [key, ownExample(parts.properties[key] ?? {}, `${at}.${key}`)] as const);
  return inOrder(Object.keys(parts.properties), Object.fromEntries([...filled, ...absent]));
}

function ownExample(schema: JsonSchema, at: string): unknown {
  const own = examples.get(schema);
  if (own !== undefined) return complete(schema, own, at);
  if ('const' in schema) return schema.const;
  const [inner] = (schema.allOf ?? []) as JsonSchema[];
  if (takesNull(schema)) return null;
  if (inner !== undefined && schema.properties === undefined) return ownExample(inner, at);
  if (schema.oneOf !== undefined) return complete(schema, exampleOfVariant(schema, at), at);
  if (schema.type === 'array') return hasExample(schema.items) ? [ownExample(schema.items, at)] : [];
  if (schema.properties !== undefined) return complete(schema, {}, at);
  if (schema.additionalProperties !== undefined) return {};
  throw new Error(`${at} has no example.`);
}

const exampleOfVariant = (schema: JsonSchema, at: string): unknown => {
  const variant = (schema.oneOf as JsonSchema[]).find(hasExample);
  if (variant === undefined) throw new Error(`${at} has no variant with an example.`);
  return ownExample(variant, at);
};

const hasExample = (schema: unknown): schema is JsonSchema =>
  examples.has(schema as JsonSchema) ||
  (((schema as JsonSchema | undefined)?.oneOf as JsonSchema[] | undefined)?.some(hasExample) ?? false);

type Parts = Json & { properties: Record<string, JsonSchema>; required: string[] };

function partsOf(schema: JsonSchema): Parts {
  const inner = [...((schema.allOf ?? []) as JsonSchema[]), ...otherThanNull(schema)].map(partsOf);
  const all = [schema, ...inner];
  return {
    ...Object.assign({}, ...inner, schema),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: [...new Set(all.flatMap(({ required }) => (required ?? []) as string[]))],
  };
}

const otherThanNull = ({ anyOf }: JsonSchema): JsonSchema[] => {
  const choices = ((anyOf ?? []) as JsonSchema[]).filter(({ type }) => type !== 'null');
  return choices.length === 1 ? choices : [];
};

const chosen = ({ oneOf }: JsonSchema, value: Json): JsonSchema | undefined =>
  ((oneOf ?? []) as JsonSchema[]).find((variant) =>
    Object.entries(partsOf(variant).properties).every(
      ([key, schema]) => !('const' in schema) || schema.const === value[key],
    ),
  );

const inOrder = (keys: readonly string[], values: Json): Json => ({
  ...Object.fromEntries(keys.filter((key) => Object.hasOwn(values, key)).map((key) => [key, values[key]])),
  ...values,
});

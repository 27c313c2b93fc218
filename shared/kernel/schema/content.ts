import { type Check, compileCheck } from './checks';
import type { JsonSchema, Static } from './field';

const exactChecks = new WeakMap<JsonSchema, Check>();
const checks = new WeakMap<JsonSchema, Check>();

function checkOf(schema: JsonSchema, isExact: boolean): Check {
  const known = isExact ? exactChecks : checks;
  const made = known.get(schema);
  if (made) return made;
  const check = compileCheck(schema, isExact);
  known.set(schema, check);
  return check;
}

export const matches = <S extends JsonSchema>(schema: S, value: unknown): value is Static<S> =>
  checkOf(schema, false)(value);

/**
 * Keys that the schema does not name are left out, because a later version may send more.
 * @throws what is missing or of another type
 */
export function readContent<S extends JsonSchema>(schema: S, content: unknown): Static<S> {
  const check = checkOf(schema, true);
  if (check(content)) return content as Static<S>;
  const read = withoutUnknown(schema, content);
  if (check(read)) return read as Static<S>;
  throw new Error(`The content does not match its schema at ${placeOfFault(schema, content) || '/'}.`);
}

interface Parts {
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema;
  required?: string[];
}

function withoutUnknown(schema: JsonSchema, value: unknown): unknown {
  const { anyOf, oneOf, items, properties, additionalProperties }: Parts = schema;
  for (const variant of anyOf ?? oneOf ?? []) {
    const read = withoutUnknown(variant, value);
    if (checkOf(variant, true)(read)) return read;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return items ? value.map((item) => withoutUnknown(items, item)) : value;
  if (!properties && !additionalProperties) return value;
  const schemaOf = (key: string) =>
    properties && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      const known = part === undefined ? undefined : schemaOf(key);
      return known ? [[key, withoutUnknown(known, part)]] : [];
    }),
  );
}

function placeOfFault(schema: JsonSchema, value: unknown): string {
  const { anyOf, items, properties = {}, required = [] }: Parts = schema;
  const [inner, ...others] = (anyOf ?? []).filter(({ type }) => type !== 'null');
  if (inner && others.length === 0) return placeOfFault(inner, value);
  if (typeof value !== 'object' || value === null) return '';
  const schemaOf = (key: string) => (Array.isArray(value) ? items : properties[key]);
  for (const key of Array.isArray(value) ? value.keys().map(String) : Object.keys(properties)) {
    const [known, part] = [schemaOf(key), (value as Record<string, unknown>)[key]];
    const isExpected = part !== undefined || required.includes(key);
    if (known && isExpected && !matches(known, part)) return `/${key}${placeOfFault(known, part)}`;
  }
  return '';
}

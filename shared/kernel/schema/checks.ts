import type { JsonSchema } from './field';

export type Check = (value: unknown) => boolean;

interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema;
}

type Condition = (schema: JsonSchema, value: string, isExact: boolean) => string;

const annotations = ['description', 'examples'];
const known = new Set([
  ...annotations,
  ...['const', 'enum', 'type', 'anyOf', 'oneOf', 'properties', 'required', 'additionalProperties', 'items'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'maxItems'],
]);

/**
 * The source of a check is made of schemas of this code, never of what was received. It is eight times as fast
 * as functions that call each other, and each message is checked at both ends.
 */
export function compileCheck(schema: JsonSchema, isExact: boolean): Check {
  return new Function('value', `return ${conditionOf(schema, 'value', isExact)};`) as Check;
}

const written = (value: unknown) => JSON.stringify(value);
const any = (conditions: readonly string[]) => `(${conditions.join(' || ')})`;
const all = (conditions: readonly string[]) => (conditions.length === 0 ? 'true' : conditions.join(' && '));
const limit = (bound: unknown, condition: string) => (bound === undefined ? [] : [`${condition} ${bound}`]);

const conditionOf: Condition = (schema, value, isExact) => {
  const unknown = Object.keys(schema).find((keyword) => !known.has(keyword));
  if (unknown !== undefined) throw new Error(`Values are not checked for the keyword ${unknown}.`);
  const each = (schemas: unknown) => (schemas as JsonSchema[]).map((one) => conditionOf(one, value, isExact));
  const conditions = [
    ...('const' in schema ? [`${value} === ${written(schema.const)}`] : []),
    ...(schema.enum ? [any((schema.enum as unknown[]).map((one) => `${value} === ${written(one)}`))] : []),
    ...(schema.anyOf ? [any(each(schema.anyOf))] : []),
    ...(schema.oneOf ? [`(${each(schema.oneOf).join(') + (')}) === 1`] : []),
    ...(schema.type ? [any([schema.type].flat().map((type) => ofType(type as string)))] : []),
  ];
  function ofType(type: string): string {
    const condition = types[type];
    if (condition === undefined) throw new Error(`There is no type ${type}.`);
    return condition(schema, value, isExact);
  }
  return conditions.length === 0 ? `${value} !== undefined` : all(conditions);
};

const range = ({ minimum, maximum }: JsonSchema, value: string) => [
  ...limit(minimum, `${value} >=`),
  ...limit(maximum, `${value} <=`),
];

const types: Record<string, Condition> = {
  null: (_, value) => `${value} === null`,
  boolean: (_, value) => `typeof ${value} === 'boolean'`,
  number: (schema, value) => all([`Number.isFinite(${value})`, ...range(schema, value)]),
  integer: (schema, value) => all([`Number.isInteger(${value})`, ...range(schema, value)]),
  string: ({ minLength, maxLength }, value) =>
    all([
      `typeof ${value} === 'string'`,
      ...limit(minLength, `${value}.length >=`),
      ...limit(maxLength, `${value}.length <=`),
    ]),
  array: ({ maxItems, items }, value, isExact) =>
    all([
      `Array.isArray(${value})`,
      ...limit(maxItems, `${value}.length <=`),
      ...(isAnything(items)
        ? []
        : [`${value}.every((item) => ${conditionOf(items as JsonSchema, 'item', isExact)})`]),
    ]),
  object: (schema, value, isExact) =>
    all([
      `typeof ${value} === 'object' && ${value} !== null && !Array.isArray(${value})`,
      ...ofProperties(schema, value, isExact),
    ]),
};

const isAnything = (schema: unknown): boolean =>
  schema === undefined || Object.keys(schema as JsonSchema).length === 0;

function ofProperties(schema: JsonSchema, value: string, isExact: boolean): string[] {
  const { properties, additionalProperties: others } = schema as ObjectSchema;
  if (properties === undefined)
    return isAnything(others)
      ? []
      : [`Object.values(${value}).every((item) => ${conditionOf(others as JsonSchema, 'item', isExact)})`];
  if (!isAnything(others)) throw new Error('Keys that an object does not name are not checked.');
  const keys = Object.keys(properties);
  const required = new Set(schema.required as string[]);
  const part = (key: string) => `${value}[${written(key)}]`;
  const isAbsent = (key: string) => `${part(key)} === undefined`;
  const conditions = keys.map((key) => {
    const condition = conditionOf(properties[key] as JsonSchema, part(key), isExact);
    return required.has(key) ? condition : `(${isAbsent(key)} || ${condition})`;
  });
  if (!isExact || others !== undefined) return conditions;
  const optional = keys.filter((key) => !required.has(key));
  const count = [keys.length, ...optional.map((key) => `(${isAbsent(key)})`)].join(' - ');
  return [...conditions, `Object.keys(${value}).length === ${count}`];
}

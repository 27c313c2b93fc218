import type { Random } from '../chaos/random';
import type { DocumentReader, Json } from './operations';
import { worstKeys, worstValue } from './worst-values';

/** JSON text in place of a value, for what no JavaScript value can say. */
class Raw {
  constructor(readonly text: string) {}
}

/** JSON text of a value, in which `Raw` stands as it is. */
export function jsonText(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${jsonText(part)}`);
  return `{${entries.join(',')}}`;
}

/** A value inside an example, or a key that its schema knows and the example lacks. */
interface Place {
  keys: (string | number)[];
  schema: Json;
}

const depthMax = 8;

function placesIn(value: unknown, given: unknown, reader: DocumentReader, keys: Place['keys'] = []): Place[] {
  const schema = reader.whole(given);
  const here = { keys, schema };
  if (keys.length >= depthMax) return [here];
  const below = (key: string | number, part: unknown, of: unknown) =>
    placesIn(part, of, reader, [...keys, key]);
  if (value instanceof Raw) return [here];
  if (Array.isArray(value))
    return [here, ...value.flatMap((item, index) => below(index, item, schema.items))];
  if (typeof value !== 'object' || value === null) return [here];
  const known = schema.properties as Json;
  const inside = Object.entries(value).flatMap(([key, part]) =>
    below(key, part, known[key] ?? schema.additionalProperties),
  );
  const absent = Object.keys(known)
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({ keys: [...keys, key], schema: reader.whole(known[key]) }));
  return [here, ...inside, ...absent];
}

/** A copy with one place changed; `change` returns undefined to leave the key out. */
function changedAt(
  value: unknown,
  [key, ...rest]: Place['keys'],
  change: (old: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value
      .map((item, index) => (index === key ? changedAt(item, rest, change) : item))
      .filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null || value instanceof Raw) return value;
  const part = changedAt((value as Json)[key], rest, change);
  const others = Object.entries(value).filter(([other]) => other !== key);
  return Object.fromEntries(part === undefined ? others : [...others, [key, part]]);
}

/** A copy with one more key, a known one a second time included. */
function withKey(value: unknown, key: string, text: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Raw(text);
  const current = jsonText(value);
  const separator = current.length > 2 ? ',' : '';
  return value instanceof Raw
    ? value
    : new Raw(`${current.slice(0, -1)}${separator}${JSON.stringify(key)}:${text}}`);
}

const timesMax = 200;

type Mutation = (example: unknown, places: Place[], reader: DocumentReader, random: Random) => unknown;

const withoutPlace: Mutation = (example, places, _reader, random) =>
  changedAt(example, random.pick(places).keys, () => undefined);

const withAnotherKey: Mutation = (example, places, reader, random) => {
  const known = Object.keys(places[0]?.schema.properties as Json);
  const objects = places.filter((place) => place.schema.properties !== undefined);
  const key = random.pick([...worstKeys, ...known]);
  return changedAt(example, random.pick(objects).keys, (old) =>
    withKey(old ?? {}, key, worstValue(reader, {}, random)),
  );
};

const repeated: Mutation = (example, places, _reader, random) =>
  changedAt(example, random.pick(places).keys, (old) => new Array(random.below(timesMax)).fill(old ?? null));

/** Every number, or every text that names no record, is the same bad one. */
const allAlike: Mutation = (example, places, reader, random) => {
  const type = random.pick(['number', 'string']);
  const text = new Raw(worstValue(reader, { type }, random));
  const isChanged = (old: unknown) => typeof old === type && !isId(old);
  return places.reduce(
    (body, { keys }) => changedAt(body, keys, (old) => (isChanged(old) ? text : old)),
    example,
  );
};

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);

/** Every key that the example lacks is at the bound of what its schema allows. */
const filled: Mutation = (example, places, _reader, random) => {
  const number = random.pick(['999999999999', '-999999999999', '0.000001', '0']);
  return places.reduce(
    (body, { keys, schema }) =>
      changedAt(body, keys, (old) => (old === undefined ? boundOf(schema, number) : old)),
    example,
  );
};

/** A value at a bound of its schema; undefined for what is no plain value. */
function boundOf({ type, enum: choices, format, maxLength, maximum }: Json, number: string): unknown {
  if (Array.isArray(choices)) return choices.find((choice) => choice !== null);
  const types = [type].flat();
  if (types.includes('number') || types.includes('integer')) return new Raw(String(maximum ?? number));
  if (types.includes('boolean')) return true;
  if (format === 'date') return '9999-12-31';
  return format === undefined && maxLength !== undefined ? 'é'.repeat(Number(maxLength)) : undefined;
}

const oneWorst: Mutation = (example, places, reader, random) => {
  const { keys, schema } = random.pick(places);
  return changedAt(example, keys, () => new Raw(worstValue(reader, schema, random)));
};

const mutations: readonly Mutation[] = [
  withoutPlace,
  withAnotherKey,
  repeated,
  allAlike,
  filled,
  ...new Array(15).fill(oneWorst),
];

/** An example of a schema made bad, in most cases in one place. */
export const mutated = (example: unknown, schema: Json, reader: DocumentReader, random: Random): unknown =>
  random.pick(mutations)(example, placesIn(example, schema, reader), reader, random);

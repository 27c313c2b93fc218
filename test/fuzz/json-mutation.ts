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
function changedAt(value: unknown, [key, ...rest]: Place['keys'], change: (old: unknown) => unknown): unknown {
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
  const present = jsonText(value);
  const separator = present.length > 2 ? ',' : '';
  return value instanceof Raw
    ? value
    : new Raw(`${present.slice(0, -1)}${separator}${JSON.stringify(key)}:${text}}`);
}

const timesMax = 200;

/** An example of a schema with one place made as bad as it can be. */
export function mutated(example: unknown, schema: Json, reader: DocumentReader, random: Random): unknown {
  const places = placesIn(example, schema, reader);
  const { keys, schema: own } = random.pick(places);
  const text = worstValue(own, random);
  const choice = random.below(20);
  if (choice === 0) return changedAt(example, keys, () => undefined);
  if (choice === 1) {
    const key = random.pick([...worstKeys, ...Object.keys(reader.whole(schema).properties as Json)]);
    const objects = places.filter((place) => place.schema.properties !== undefined);
    return changedAt(example, random.pick(objects).keys, (old) => withKey(old ?? {}, key, text));
  }
  if (choice === 2) return changedAt(example, keys, (old) => new Array(random.below(timesMax)).fill(old ?? null));
  if (choice < 5) return changedAt(example, keys, () => random.pick(reader.words));
  return changedAt(example, keys, () => new Raw(text));
}

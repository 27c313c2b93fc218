import type { Translate } from '@consulting/language';
import { type JsonSchema, sentence } from '../../schema';

// Where texts for people are in an answer, from its schema.
export interface Place {
  isText: boolean;
  keys: Map<string, Place>;
  each?: Place;
}

const known = new WeakMap<JsonSchema, Place | null>();

export function placesIn(schema: JsonSchema): Place | null {
  const found = known.get(schema);
  if (found !== undefined) return found;
  known.set(schema, null);
  const place = placeOf(schema);
  known.set(schema, place);
  return place;
}

interface Parts {
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
}

function placeOf(schema: JsonSchema): Place | null {
  const { allOf = [], anyOf = [], oneOf = [], items, properties = {}, additionalProperties }: Parts = schema;
  const all: Place = { isText: sentence in schema, keys: new Map() };
  for (const [key, part] of Object.entries(properties)) addKey(all, key, placesIn(part));
  for (const part of [items, additionalProperties])
    if (typeof part === 'object') addEach(all, placesIn(part));
  for (const variant of [...allOf, ...anyOf, ...oneOf]) merge(all, placesIn(variant));
  return all.isText || all.keys.size > 0 || all.each ? all : null;
}

function addKey(into: Place, key: string, place: Place | null): void {
  const other = into.keys.get(key);
  if (place) into.keys.set(key, other ? merge(copyOf(other), place) : place);
}

function addEach(into: Place, place: Place | null | undefined): void {
  if (place) into.each = into.each ? merge(copyOf(into.each), place) : place;
}

const copyOf = ({ isText, keys, each }: Place): Place => ({
  isText,
  keys: new Map(keys),
  ...(each && { each }),
});

function merge(into: Place, other: Place | null): Place {
  if (other === null) return into;
  into.isText ||= other.isText;
  for (const [key, place] of other.keys) addKey(into, key, place);
  addEach(into, other.each);
  return into;
}

export function translateIn(value: unknown, place: Place, translate: Translate): unknown {
  if (typeof value === 'string') return place.isText ? translate(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown>;
  const { each } = place;
  if (each) for (const [key, part] of Object.entries(parts)) parts[key] = translateIn(part, each, translate);
  for (const [key, part] of place.keys)
    if (Object.hasOwn(parts, key)) parts[key] = translateIn(parts[key], part, translate);
  return parts;
}

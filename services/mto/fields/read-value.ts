import { booleanAliases, enumAliases } from './enum-aliases';
import type { Field } from './field';
import { unitOfMeasureSpellings } from './units';

/** Enum values and aliases are compared ignoring case, blanks, hyphens and underscores; `+`, `&`, `#` and `/` count. */
export function normaliseEnum(text: string): string {
  return text.toLowerCase().replace(/[\s\-_]/g, '');
}

const readings = new WeakMap<Field, ReadonlyMap<string, string>>();

function readingsOf(field: Field): ReadonlyMap<string, string> {
  const known = readings.get(field);
  if (known !== undefined) return known;
  const aliases = Object.entries(enumAliases[field.key] ?? {});
  const values = (field.enum ?? []).map((value): [string, string] => [value, value]);
  const made = new Map([...aliases, ...values].map(([text, value]) => [normaliseEnum(text), value]));
  readings.set(field, made);
  return made;
}

/** The enum value that a cell means, an own value of the field before an alias (resources.md 15.3 point 4). */
export function readEnum(field: Field, text: string): string | undefined {
  return readingsOf(field).get(normaliseEnum(text));
}

const booleans: ReadonlyMap<string, boolean> = new Map(
  Object.entries(booleanAliases).map(([text, value]) => [text.toLowerCase(), value]),
);

export function readBoolean(text: string): boolean | undefined {
  return booleans.get(text.trim().toLowerCase());
}

function normaliseSpelling(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replaceAll('.', '').toLowerCase();
}

const unitsOfMeasure: ReadonlyMap<string, string> = new Map(
  Object.entries(unitOfMeasureSpellings).flatMap(([unit, spellings]) =>
    [unit, ...spellings].map((spelling): [string, string] => [normaliseSpelling(spelling), unit]),
  ),
);

/** The unit of measure of a line by its usual symbol; a spelling that is not known stays as typed, trimmed. */
export function normaliseUnitOfMeasure(text: string): string {
  return unitsOfMeasure.get(normaliseSpelling(text)) ?? text.trim();
}

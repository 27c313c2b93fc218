import { booleanAliases, enumAliases } from './enum-aliases';
import { enumWords } from './enum-words';
import type { Field } from './field';
import { unitOfMeasureSpellings } from './units';

const beyondAscii = /[\u0080-\uffff]/;
const marks = /\p{M}/gu;

/** Without diacritics: `Stück` is `Stuck`, as many a program writes it. */
const withoutMarks = (text: string): string =>
  beyondAscii.test(text) ? text.normalize('NFD').replace(marks, '') : text;

/** Enum values and aliases are compared ignoring case, blanks, hyphens, underscores and diacritics; `+`, `&`, `#` and `/` count. */
export function normaliseEnum(text: string): string {
  return withoutMarks(text.toLowerCase().replace(/[\s\-_]/g, ''));
}

const readings = new WeakMap<Field, ReadonlyMap<string, string>>();

function readingsOf(field: Field): ReadonlyMap<string, string> {
  const known = readings.get(field);
  if (known !== undefined) return known;
  const words = (field.enum ?? []).flatMap((value) =>
    (enumWords[value] ?? []).map((word): [string, string] => [word, value]),
  );
  const aliases = Object.entries(enumAliases[field.key] ?? {});
  const values = (field.enum ?? []).map((value): [string, string] => [value, value]);
  const made = new Map(
    [...words, ...aliases, ...values].map(([text, value]) => [normaliseEnum(text), value]),
  );
  readings.set(field, made);
  return made;
}

/** The enum value that a cell means, an own value of the field before an alias (resources.md 15.3 point 4). */
export function readEnum(field: Field, text: string): string | undefined {
  return readingsOf(field).get(normaliseEnum(text));
}

/** What a request means by a value of the field: a choice as imports read it; what they do not know stays as it is. */
export const meantBy = (field: Field, value: unknown): unknown =>
  field.type === 'enum' && typeof value === 'string' ? (readEnum(field, value) ?? value) : value;

const booleans: ReadonlyMap<string, boolean> = new Map(
  Object.entries(booleanAliases).map(([text, value]) => [withoutMarks(text.toLowerCase()), value]),
);

export function readBoolean(text: string): boolean | undefined {
  return booleans.get(withoutMarks(text.trim().toLowerCase()));
}

function normaliseSpelling(text: string): string {
  return withoutMarks(text.trim().replace(/\s+/g, ' ').replaceAll('.', '').toLowerCase());
}

const unitsOfMeasure: ReadonlyMap<string, string> = new Map(
  Object.entries(unitOfMeasureSpellings).flatMap(([unit, spellings]) =>
    [unit, ...spellings].map((spelling): [string, string] => [normaliseSpelling(spelling), unit]),
  ),
);

/** The usual symbol of the unit of measure that a text spells; undefined for a spelling that is not known. */
export const knownUnitOfMeasure = (text: string): string | undefined =>
  unitsOfMeasure.get(normaliseSpelling(text));

/** The unit of measure of a line by its usual symbol; a spelling that is not known stays as typed, trimmed. */
export function normaliseUnitOfMeasure(text: string): string {
  return knownUnitOfMeasure(text) ?? text.trim();
}

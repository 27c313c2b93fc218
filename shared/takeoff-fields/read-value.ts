import { booleanAliases, enumAliases, enumWords } from './enums';
import type { Field } from './field';
import { unitOfMeasureSpellings } from './units';

const beyondAscii = /[\u0080-\uffff]/;
const marks = /\p{M}/gu;

const withoutMarks = (text: string): string =>
  beyondAscii.test(text) ? text.normalize('NFD').replace(marks, '') : text;

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

export function readEnum(field: Field, text: string): string | undefined {
  return readingsOf(field).get(normaliseEnum(text));
}

export const meantBy = (field: Field, value: unknown): unknown =>
  field.type === 'enum' && typeof value === 'string' ? (readEnum(field, value) ?? value) : value;

export const spellingsOf = (field: Field): ReadonlyMap<string, string> =>
  field.key === 'unitOfMeasure' ? unitsOfMeasure : readingsOf(field);

const booleans: ReadonlyMap<string, boolean> = new Map(
  Object.entries(booleanAliases).map(([text, value]) => [withoutMarks(text.toLowerCase()), value]),
);

export function readBoolean(text: string): boolean | undefined {
  return booleans.get(withoutMarks(text.trim().toLowerCase()));
}

const unitLengthMax = 40;
const beforeUnit = /^(?:1|per|\/) ?(?=\p{L})/u;

function normaliseSpelling(text: string): string {
  return withoutMarks(text.replace(/[\s.-]+/g, '').toLowerCase());
}

const unitsOfMeasure: ReadonlyMap<string, string> = new Map(
  Object.entries(unitOfMeasureSpellings).flatMap(([unit, spellings]) =>
    [unit, ...spellings].map((spelling): [string, string] => [normaliseSpelling(spelling), unit]),
  ),
);

// `(m³)`, `1 Cum` and `per Sqm` name a unit as well.
export function knownUnitOfMeasure(text: string): string | undefined {
  if (text.length > unitLengthMax) return undefined;
  const known = unitsOfMeasure.get(normaliseSpelling(text));
  if (known !== undefined) return known;
  const trimmed = text.trim();
  const isInside = /^[([].*[)\]]$/.test(trimmed);
  const bare = (isInside ? trimmed.slice(1, -1).trim() : trimmed).replace(beforeUnit, '');
  return bare === trimmed ? undefined : unitsOfMeasure.get(normaliseSpelling(bare));
}

export function normaliseUnitOfMeasure(text: string): string {
  return knownUnitOfMeasure(text) ?? text.trim();
}

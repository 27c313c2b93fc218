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

export const knownUnitOfMeasure = (text: string): string | undefined =>
  unitsOfMeasure.get(normaliseSpelling(text));

export function normaliseUnitOfMeasure(text: string): string {
  return knownUnitOfMeasure(text) ?? text.trim();
}

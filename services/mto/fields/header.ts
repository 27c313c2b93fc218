import { byDiscipline, type Discipline, disciplines } from './discipline';
import type { Field } from './field';
import { fieldsNamed, fieldsOf, findField } from './registry';
import { unitsWithoutHeaderSuffix } from './units';

export type ParsedHeader = {
  readonly name: string;
  readonly key?: string;
  readonly parenthesis?: string;
};

/**
 * The form in which headers are compared (resources.md 15.3 point 1): lower case, one trailing parenthesis removed,
 * `#` read as "no", everything but letters, digits and `%` removed.
 */
export function normaliseHeader(text: string): string {
  const name = splitParenthesis(text).name.toLowerCase();
  return name.replaceAll('#', 'no').replace(/[^a-z0-9%]/g, '');
}

/** Takes a header apart; `Label [key] (unit)` and `Label (unit) [key]` are both read, the key only if it is a registry key. */
export function parseHeader(text: string): ParsedHeader {
  const outer = splitParenthesis(text);
  const keyed = /^(.*\S)\s*\[([A-Za-z0-9]+)\]$/s.exec(outer.name);
  const key = keyed?.[2];
  if (keyed?.[1] === undefined || key === undefined || fieldsNamed(key).length === 0) return outer;
  return outer.parenthesis === undefined
    ? { ...splitParenthesis(keyed[1]), key }
    : { name: keyed[1], key, parenthesis: outer.parenthesis };
}

function splitParenthesis(text: string): { name: string; parenthesis?: string } {
  const whole = text.replace(/\s+/g, ' ').trim();
  const match = /^(.*\S) ?\(([^(]*)\)$/.exec(whole);
  if (match?.[1] === undefined || match[2] === undefined) return { name: whole };
  return { name: match[1], parenthesis: match[2].trim() };
}

function buildHeaderIndex(discipline: Discipline): ReadonlyMap<string, Field> {
  const index = new Map<string, Field>();
  for (const field of fieldsOf(discipline)) {
    for (const header of [field.label, field.key, ...field.aliases])
      index.set(normaliseHeader(header), field);
  }
  return index;
}

const headerIndexes = byDiscipline(buildHeaderIndex);

export function headerIndex(discipline: Discipline): ReadonlyMap<string, Field> {
  return headerIndexes[discipline];
}

export function fieldOfHeader(discipline: Discipline, text: string): Field | undefined {
  const { key } = parseHeader(text);
  if (key !== undefined) return findField(discipline, key);
  return headerIndex(discipline).get(normaliseHeader(text));
}

export function isKnownHeader(text: string, among: readonly Discipline[] = disciplines): boolean {
  return among.some((discipline) => fieldOfHeader(discipline, text) !== undefined);
}

export function isLabelAmbiguous(field: Field, among: readonly Discipline[]): boolean {
  return among.some((discipline) => {
    const meant = fieldOfHeader(discipline, field.label);
    return meant !== undefined && meant.key !== field.key;
  });
}

/**
 * The header that template and export write: the label, as `Label [key]` where it is ambiguous among the disciplines
 * of the file, and the unit in parentheses unless headers do not name that unit (resources.md 15.3).
 */
export function headerWithUnit(field: Field, among: readonly Discipline[] = []): string {
  const name = isLabelAmbiguous(field, among) ? `${field.label} [${field.key}]` : field.label;
  if (field.unit === undefined || unitsWithoutHeaderSuffix.includes(field.unit)) return name;
  return `${name} (${field.unit})`;
}

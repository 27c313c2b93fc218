import {
  byDiscipline,
  type Discipline,
  disciplines,
  type Field,
  fieldsNamed,
  fieldsOf,
  findField,
  headerSpellings,
  isMoney,
  unitOfMeasureSpellings,
  unitsWithoutHeaderSuffix,
} from '@consulting/takeoff-fields';
import { currenciesNamed, priceRemarks } from '../fields/currencies';
import { furtherHeaders } from './header-aliases';

export type ParsedHeader = {
  readonly name: string;
  readonly key?: string;
  readonly parenthesis?: string;
};

const unmarkedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

export function foldText(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return plain.replace(/[ßøæœđðłþı]/g, (letter) => unmarkedLetters[letter] ?? letter);
}

export function normaliseHeader(text: string): string {
  const name = foldText(splitParenthesis(text).name);
  return name.replaceAll('#', 'no').replace(/[^\p{L}\p{Nd}%]/gu, '');
}

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

interface HeaderIndex {
  fields: ReadonlyMap<string, Field>;
  further: ReadonlySet<string>;
}

function buildHeaderIndex(discipline: Discipline): HeaderIndex {
  const fields = new Map<string, Field>();
  for (const field of fieldsOf(discipline)) {
    for (const header of [field.label, field.key, ...field.aliases])
      fields.set(normaliseHeader(header), field);
  }
  const further = new Set<string>();
  for (const field of fieldsOf(discipline)) {
    for (const header of furtherHeaders(discipline, field.key).map(normaliseHeader)) {
      if (fields.has(header)) continue;
      fields.set(header, field);
      further.add(header);
    }
  }
  return { fields, further };
}

const headerIndexes = byDiscipline(buildHeaderIndex);

export function headerIndex(discipline: Discipline): ReadonlyMap<string, Field> {
  return headerIndexes[discipline].fields;
}

const moneySign = /\p{Sc}/u;
const separators = [' ', '(', ',', '/', '-'];
const joiningWords = [' in', ' en', ' em'];

export function fieldOfHeader(discipline: Discipline, text: string): Field | undefined {
  return readHeader(text)(discipline);
}

const headerLengthMax = 1000;

const linesMax = 4;

type FieldOf = (discipline: Discipline) => Field | undefined;

function readHeader(text: string): FieldOf {
  if (text.length > headerLengthMax) return () => undefined;
  const whole = readName(text);
  const lines = text.split(/[\r\n]+/, linesMax).filter((line) => line.trim() !== '');
  if (lines.length < 2) return whole;
  // A header in two languages has a line for each of them.
  const ofLines = lines.map(readName);
  return (discipline) => {
    const field = whole(discipline);
    if (field !== undefined) return field;
    const [found, ...others] = new Set(ofLines.flatMap((fieldOf) => fieldOf(discipline) ?? []));
    return others.length === 0 ? found : undefined;
  };
}

function readName(text: string): FieldOf {
  const { key } = parseHeader(text);
  if (key !== undefined) return (discipline) => findField(discipline, key);
  const name = normaliseHeader(text);
  const hasMoneySign = moneySign.test(text);
  const priced = splitCurrency(text);
  const pricedName = priced === null ? '' : normaliseHeader(priced.name);
  return (discipline) => {
    const field = headerIndex(discipline).get(name);
    if (field !== undefined) return hasMoneySign && !isMoney(field) ? undefined : field;
    const byPrice = pricedName === '' ? undefined : headerIndex(discipline).get(pricedName);
    return byPrice !== undefined && isMoney(byPrice) ? byPrice : undefined;
  };
}

function splitCurrency(text: string): { name: string; currency: string } | null {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  const whole = trimmed.endsWith(')') ? trimmed.slice(0, -1) : trimmed;
  const at = Math.max(...separators.map((separator) => whole.lastIndexOf(separator)));
  const currency = whole.slice(at + 1);
  if (at <= 0 || currenciesNamed(currency).length === 0) return null;
  const name = whole.slice(0, at).trimEnd();
  const joined = joiningWords.find((word) => name.toLowerCase().endsWith(word));
  return { name: joined === undefined ? name : name.slice(0, -joined.length), currency };
}

// What a header says of the unit: its parenthesis, or the currency behind the name of a price or an amount.
export function unitTextOf(field: Field, header: string): string | undefined {
  if (header.length > headerLengthMax) return undefined;
  const { parenthesis } = parseHeader(header);
  if (parenthesis !== undefined || !isMoney(field)) return parenthesis;
  return splitCurrency(header)?.currency;
}

/**
 * A column that is known by another language or program alone gives way to one with a header of the registry
 * for the same field, so that a sheet in two languages stays readable.
 */
export function isFurtherHeader(discipline: Discipline, text: string): boolean {
  return parseHeader(text).key === undefined && headerIndexes[discipline].further.has(normaliseHeader(text));
}

export function isKnownHeader(text: string, among: readonly Discipline[] = disciplines): boolean {
  const fieldOf = readHeader(text);
  return among.some((discipline) => fieldOf(discipline) !== undefined);
}

export function isLabelAmbiguous(field: Field, among: readonly Discipline[]): boolean {
  return among.some((discipline) => {
    const meant = fieldOfHeader(discipline, field.label);
    return meant !== undefined && meant.key !== field.key;
  });
}

export function headerWithUnit(field: Field, among: readonly Discipline[] = []): string {
  const name = isLabelAmbiguous(field, among) ? `${field.label} [${field.key}]` : field.label;
  if (field.unit === undefined || unitsWithoutHeaderSuffix.includes(field.unit)) return name;
  return `${name} (${field.unit})`;
}

/**
 * `ignored` reads the column in `unit`, or in `unitUs` when the project's unit system is us; `mismatch` fails the task with UNIT_MISMATCH.
 */
type HeaderUnit =
  | { readonly kind: 'unit' | 'unitUs' | 'ignored' | 'mismatch' }
  | { readonly kind: 'currency'; readonly word: string; readonly codes: readonly string[] };

const countUnits = ['EA', 'JT', 'SET', 'persons'];

const remarks: ReadonlySet<string> = new Set(priceRemarks.map(foldText));

function normaliseUnit(text: string): string {
  const plain = text.toLowerCase().replace(/[\s.^-]/g, '');
  return plain.replaceAll('²', '2').replaceAll('³', '3').replaceAll('°', 'deg');
}

function names(text: string, unit: string): boolean {
  const spellings = [unit, ...(unitOfMeasureSpellings[unit] ?? []), ...(headerSpellings[unit] ?? [])];
  return spellings.some((spelling) => normaliseUnit(spelling) === normaliseUnit(text));
}

/**
 * On a field with a physical unit, text that names neither `unit` nor `unitUs` is a mismatch, so that a whole
 * column is never imported in a wrong unit (resources.md 15.3 point 2).
 */
export function unitOfHeader(field: Field, parenthesis: string | undefined): HeaderUnit {
  if (parenthesis === undefined || parenthesis === '' || field.unit === undefined) return { kind: 'ignored' };
  if (names(parenthesis, field.unit)) return { kind: 'unit' };
  if (field.unitUs !== undefined && names(parenthesis, field.unitUs)) return { kind: 'unitUs' };
  if (isMoney(field)) {
    return remarks.has(foldText(parenthesis))
      ? { kind: 'ignored' }
      : currencyOfHeader(field.unit, parenthesis);
  }
  if (field.unit.endsWith('uom')) return { kind: 'ignored' };
  const isCount = countUnits.includes(field.unit) && countUnits.some((unit) => names(parenthesis, unit));
  return { kind: isCount ? 'unit' : 'mismatch' };
}

function currencyOfHeader(unit: string, parenthesis: string): HeaderUnit {
  const match = /^(?:in )?([^\s/]{1,10}|f cfa)(?: ?(?:\/| per ) ?(.+))?$/i.exec(parenthesis);
  const [, word = '', per] = match ?? [];
  const codes = currenciesNamed(word);
  const [, ownPer] = unit.split('/');
  const perFits = per === undefined || ownPer === 'uom' || (ownPer !== undefined && names(per, ownPer));
  return codes.length === 0 || !perFits ? { kind: 'mismatch' } : { kind: 'currency', word, codes };
}

import type { Field } from './field';
import { unitOfMeasureSpellings } from './units';

/**
 * What the parenthesis of a header says about a column. `ignored`: nothing, so the column is in `unit`, or in `unitUs`
 * when the project's unit system is us. `currency`: the code must be the project's currency. `mismatch`: the
 * task fails with UNIT_MISMATCH.
 */
export type HeaderUnit =
  | { readonly kind: 'unit' | 'unitUs' | 'ignored' | 'mismatch' }
  | { readonly kind: 'currency'; readonly code: string };

const countUnits = ['EA', 'JT', 'SET', 'persons'];

const furtherSpellings: Readonly<Record<string, readonly string[]>> = {
  '%': ['percent', 'pct'],
  degC: ['c', 'celsius'],
  degF: ['f', 'fahrenheit'],
  ft: ['foot', "'"],
  gal: ['gallons'],
  h: ['hours', 'manhours'],
  in: ['inches', '"'],
  kg: ['kilogram', 'kilograms'],
  L: ['litres', 'liter', 'liters'],
  lb: ['pound', 'pounds'],
  'lb/ft': ['lbs/ft', 'plf'],
  m: ['metres', 'meters'],
  mm: ['millimetre', 'millimeter', 'millimetres', 'millimeters'],
  persons: ['men', 'people'],
  wk: ['weeks'],
  yd3: ['cuyds'],
};

const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function normaliseUnit(text: string): string {
  const plain = text.toLowerCase().replace(/[\s.^-]/g, '');
  return plain.replaceAll('²', '2').replaceAll('³', '3').replaceAll('°', 'deg');
}

function names(text: string, unit: string): boolean {
  const spellings = [unit, ...(unitOfMeasureSpellings[unit] ?? []), ...(furtherSpellings[unit] ?? [])];
  return spellings.some((spelling) => normaliseUnit(spelling) === normaliseUnit(text));
}

/**
 * Reads the parenthesis of a column's header (resources.md 15.3 point 2). On a field with a physical unit everything
 * that names neither `unit` nor `unitUs` is a mismatch, so that a whole column never comes in in a wrong unit; counts
 * accept each other's units; on a field per unit of measure of the line any unit may fit and the text is ignored.
 */
export function unitOfHeader(field: Field, parenthesis: string | undefined): HeaderUnit {
  if (parenthesis === undefined || parenthesis === '' || field.unit === undefined) return { kind: 'ignored' };
  if (names(parenthesis, field.unit)) return { kind: 'unit' };
  if (field.unitUs !== undefined && names(parenthesis, field.unitUs)) return { kind: 'unitUs' };
  if (field.unit.startsWith('currency')) return currencyOfHeader(field.unit, parenthesis);
  if (field.unit.endsWith('uom')) return { kind: 'ignored' };
  const isCount = countUnits.includes(field.unit) && countUnits.some((unit) => names(parenthesis, unit));
  return { kind: isCount ? 'unit' : 'mismatch' };
}

/** `CAD`, `CAD/h`, `CAD per m`, `$/h`: a code must be compared, a bare sign could be of many currencies. */
function currencyOfHeader(unit: string, parenthesis: string): HeaderUnit {
  const match = /^([A-Za-z]{3}|[$€£¥])(?: ?(?:\/| per ) ?(.+))?$/.exec(parenthesis);
  const [, money = '', per] = match ?? [];
  const [, ownPer] = unit.split('/');
  const perFits = per === undefined || ownPer === 'uom' || (ownPer !== undefined && names(per, ownPer));
  if (match === null || !perFits) return { kind: 'mismatch' };
  const code = money.toUpperCase();
  if (currencyCodes.has(code)) return { kind: 'currency', code };
  return { kind: money.length === 1 ? 'ignored' : 'mismatch' };
}

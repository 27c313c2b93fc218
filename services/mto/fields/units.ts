import { type Decimal, decimal, round } from '@consulting/kernel/money';
import type { Field } from './field';

/** One conversion from a US unit: stored = (value + preOffset) * factor + offset, all exact decimals as text. */
export type Conversion = {
  readonly from: string;
  readonly to: string;
  readonly factor: string;
  readonly preOffset?: string;
  readonly offset?: string;
};

/** Only these pairs are converted; NPS, bolt diameters and process connection sizes stay in inches. */
export const conversions: readonly Conversion[] = [
  { from: 'ft', to: 'm', factor: '0.3048' },
  { from: 'in', to: 'mm', factor: '25.4' },
  { from: 'ft2', to: 'm2', factor: '0.09290304' },
  { from: 'ft3', to: 'm3', factor: '0.028316846592' },
  { from: 'yd3', to: 'm3', factor: '0.764554857984' },
  { from: 'gal', to: 'm3', factor: '0.003785411784' },
  { from: 'gal', to: 'L', factor: '3.785411784' },
  { from: 'lb', to: 'kg', factor: '0.45359237' },
  { from: 'lb/ft', to: 'kg/m', factor: '1.4881639436' },
  { from: 'lb/yd3', to: 'kg/m3', factor: '0.5932764213' },
  { from: 'psig', to: 'barg', factor: '0.0689475729' },
  { from: 'psi', to: 'MPa', factor: '0.00689475729' },
  { from: 'degF', to: 'degC', preOffset: '-32', factor: '0.5555555556' },
  { from: 'hp', to: 'kW', factor: '0.7456998716' },
  { from: 'mi', to: 'km', factor: '1.609344' },
  { from: 'MMBtu/h', to: 'kW', factor: '293.07107' },
];

export const unitsWithoutHeaderSuffix: readonly string[] = [
  '%',
  'uom',
  'persons',
  'EA',
  'JT',
  'SET',
  'DI',
  'in.m',
  'currency',
  'currency/h',
  'currency/uom',
  'h',
  'h/uom',
  'wk',
  'day',
];

export const unitOfMeasureSpellings: Readonly<Record<string, readonly string[]>> = {
  EA: ['each', 'no', 'nos', 'pc', 'pcs', 'piece', 'ea.', 'un', 'unit'],
  SET: ['sets', 'kit'],
  LOT: ['lots'],
  LS: ['lump sum', 'l.s.', 'lsum', 'job'],
  m: ['mtr', 'metre', 'meter', 'lm', 'rm'],
  ft: ['lf', 'feet', 'lin ft'],
  mm: [],
  in: ['inch'],
  km: [],
  m2: ['sqm', 'sq.m', 'm²'],
  ft2: ['sf', 'sqft', 'sq ft'],
  ha: ['hectare'],
  m3: ['cum', 'cu.m', 'm³', 'cbm'],
  yd3: ['cy', 'cuyd'],
  ft3: ['cf', 'cft'],
  kg: ['kgs'],
  t: ['tonne', 'mt', 'ton (metric)'],
  lb: ['lbs'],
  ton: ['st', 'short ton', 'us ton'],
  DI: ['dia-inch', 'inch-dia', 'id', 'db'],
  JT: ['joint', 'joints', 'weld'],
  L: ['ltr', 'litre'],
  gal: ['gallon'],
  h: ['hr', 'hrs', 'hour', 'mh', 'man-hour'],
  day: ['days'],
  wk: ['week'],
  mo: ['month'],
};

const placesStored = 6;

export function conversionOf(field: Field): Conversion {
  const found = conversions.find(({ from, to }) => from === field.unitUs && to === field.unit);
  if (found === undefined) throw new RangeError(`${field.key} has no US unit`);
  return found;
}

function convert(value: Decimal, { preOffset = '0', factor, offset = '0' }: Conversion): Decimal {
  return round(value.plus(preOffset).times(factor).plus(offset), placesStored);
}

/**
 * Converts decimal text in the field's `unitUs` to decimal text in its `unit`, by exact arithmetic, rounded to
 * 6 decimals half away from zero (resources.md 15.3 point 2). @throws RangeError on a field without `unitUs`.
 */
export function convertFromUs(field: Field, text: string): string {
  return convert(decimal(text), conversionOf(field)).toFixed();
}

const placesShown = 2;

/**
 * Decimal text in the field's `unit` as decimal text in its `unitUs`, rounded to 2 decimals for people to read; it does
 * not convert back exactly. @throws RangeError on a field without `unitUs`.
 */
export function convertToUs(field: Field, text: string): string {
  const { preOffset = '0', factor, offset = '0' } = conversionOf(field);
  return round(decimal(text).minus(offset).div(factor).minus(preOffset), placesShown).toFixed();
}

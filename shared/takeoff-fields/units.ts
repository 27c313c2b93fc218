import { type Decimal, decimal, round } from '@consulting/kernel/schema';
import type { Field } from './field';
import units from './units.json';

/** The stored value is (value + preOffset) * factor + offset, all of them exact decimals as text. */
export type Conversion = {
  readonly factor: string;
  readonly preOffset?: string;
  readonly offset?: string;
};

type UnitPair = Conversion & { readonly from: string; readonly to: string };

export const conversions: readonly UnitPair[] = units.conversions;

export const unitsWithoutHeaderSuffix: readonly string[] = units.withoutHeaderSuffix;

export const unitOfMeasureSpellings: Readonly<Record<string, readonly string[]>> = units.spellings;

export const headerSpellings: Readonly<Record<string, readonly string[]>> = units.headerSpellings;

export const wordsWithoutQuantity: readonly string[] = units.withoutQuantity;

export const usualUnits: ReadonlySet<string> = new Set(Object.keys(units.spellings));

const placesStored = 6;

export function conversionOf(field: Field): Conversion {
  const found = conversions.find(({ from, to }) => from === field.unitUs && to === field.unit);
  if (found === undefined) throw new RangeError(`${field.key} has no US unit`);
  return found;
}

export function converted(
  value: Decimal,
  { preOffset = '0', factor, offset = '0' }: Conversion,
  places: number = placesStored,
): Decimal {
  return round(value.plus(preOffset).times(factor).plus(offset), places);
}

/**
 * The arithmetic is exact and rounds to 6 decimals, half away from zero (resources.md 15.3 point 2).
 * @throws RangeError on a field without `unitUs`
 */
export function convertFromUs(field: Field, text: string): string {
  return converted(decimal(text), conversionOf(field)).toFixed();
}

const placesDisplayed = 2;

/**
 * The text is rounded to 2 decimals for people to read and does not convert back exactly.
 * @throws RangeError on a field without `unitUs`
 */
export function convertToUs(field: Field, text: string): string {
  const { preOffset = '0', factor, offset = '0' } = conversionOf(field);
  return round(decimal(text).minus(offset).div(factor).minus(preOffset), placesDisplayed).toFixed();
}

import { type Decimal, decimal, round } from '@consulting/kernel/money';
import type { Field } from './field';
import { type Conversion, conversions } from './units';

const placesStored = 6;

function conversionOf(field: Field): Conversion {
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

import { decimal, round } from '@consulting/kernel/money';
import { convertFromUs } from '../../../fields/conversion';
import type { Field } from '../../../fields/field';
import { conversions } from '../../../fields/units';

const scale = 1e6;
const places = 6;
const significantDigits = 15;
const scaledExactMax = 1e15;
/** Covers the roundings of both operands, of the operation and of the scaling. */
const relativeError = 2 ** -50;

/**
 * The value that is stored for a number of a cell: read to 15 significant digits and rounded to 6 decimals, half away
 * from zero, so that 66.95999999999998 is 66.96 (resources.md 15.3 rule 4).
 */
export function storedNumber(value: number): number {
  if (Number.isInteger(value)) return value + 0;
  const units = Math.round(value * scale);
  if (units / scale === value && Math.abs(units) < scaledExactMax) return value;
  return Number(round(decimal(value.toPrecision(significantDigits)), places).toFixed()) + 0;
}

/** The function that converts stored numbers in `unitUs` of the field to its unit: the figures of `convertFromUs`, faster. */
export function converterFromUs(field: Field): (value: number) => number {
  const found = conversions.find(({ from, to }) => from === field.unitUs && to === field.unit);
  if (found === undefined) throw new RangeError(`${field.key} has no US unit`);
  const before = Number(found.preOffset ?? 0);
  const factor = Number(found.factor);
  const after = Number(found.offset ?? 0);
  const exact = (value: number) => Number(convertFromUs(field, decimal(value).toFixed())) + 0;
  return (value) => {
    const scaled = Math.abs((value + before) * factor + after) * scale;
    const magnitude = ((Math.abs(value) + Math.abs(before)) * factor + Math.abs(after)) * scale;
    const whole = Math.floor(scaled);
    const beyondTie = scaled - whole - 0.5;
    if (scaled >= scaledExactMax || Math.abs(beyondTie) <= magnitude * relativeError) return exact(value);
    const size = (beyondTie > 0 ? whole + 1 : whole) / scale;
    return (value + before) * factor + after < 0 ? 0 - size : size;
  };
}

import { type Decimal, decimal, round } from '@consulting/kernel/schema';
import { type Cell, computedOf, converterBy, type UnitRatio } from '@consulting/mto-engine';

const placesStored = 6;
const magnitudeMax = 1e12;
const exactNumberMax = 1e9;
/** A converted figure that 6 decimals cannot represent to four digits would differ from the file. */
export const relativeErrorMax = 0.0001;

type Convert = (value: Cell) => Cell;

export interface FigureConversion {
  quantity: Convert;
  perUnit: Convert;
}

export const figureConversion = ({ times, by }: UnitRatio): FigureConversion => ({
  quantity: converter(times, by),
  perUnit: converter(by, times),
});

function converter(times: Decimal, by: Decimal): Convert {
  const exact = (value: Cell) => decimal(String(value)).times(times).div(by);
  const ratio = times.div(by);
  const rounded = (value: number) => round(exact(value), placesStored).toNumber();
  const convert = converterBy({ factor: ratio.toFixed() }, placesStored, rounded);
  const factor = ratio.toNumber();
  return (value) => {
    if (typeof value !== 'number' || Math.abs(value * factor) >= exactNumberMax)
      return storedFigure(exact(value));
    const stored = convert(value);
    const unrounded = value * factor;
    return Math.abs(stored - unrounded) > Math.abs(unrounded) * relativeErrorMax ? null : stored;
  };
}

function storedFigure(exact: Decimal): Cell {
  const stored = round(exact, placesStored);
  if (stored.abs().gte(magnitudeMax)) return null;
  if (stored.minus(exact).abs().gt(exact.abs().times(relativeErrorMax))) return null;
  return computedOf(stored.toFixed(), placesStored);
}

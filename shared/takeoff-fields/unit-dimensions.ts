import { type Decimal, decimal } from '@consulting/kernel/schema';
import units from './units.json';

export type UnitSystem = 'metric' | 'us';

export const unitDimensions = ['length', 'area', 'volume', 'mass'] as const;

export type UnitDimension = (typeof unitDimensions)[number];

const multiples: Readonly<Record<UnitDimension, Readonly<Record<string, string>>>> = units.multiples;

const unitsOfSystem: Readonly<Record<UnitSystem, Readonly<Record<UnitDimension, string>>>> =
  units.unitsOfSystem;

const known: ReadonlyMap<string, { dimension: UnitDimension; multiple: Decimal }> = new Map(
  unitDimensions.flatMap((dimension) =>
    Object.entries(multiples[dimension]).map(
      ([unit, multiple]) => [unit, { dimension, multiple: decimal(multiple) }] as const,
    ),
  ),
);

export const dimensionOf = (unit: string): UnitDimension | undefined => known.get(unit)?.dimension;

export const unitOfSystem = (dimension: UnitDimension, system: UnitSystem): string =>
  unitsOfSystem[system][dimension];

export interface UnitRatio {
  times: Decimal;
  by: Decimal;
}

/** Figures per unit are converted in the opposite direction. */
export function unitRatio(from: string, to: string): UnitRatio | undefined {
  const [source, target] = [known.get(from), known.get(to)];
  if (source === undefined || source.dimension !== target?.dimension) return undefined;
  return { times: source.multiple, by: target.multiple };
}

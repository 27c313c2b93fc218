import { type Decimal, decimal } from '@consulting/kernel/schema/money';

export type UnitSystem = 'metric' | 'us';

export const unitDimensions = ['length', 'area', 'volume', 'mass'] as const;

export type UnitDimension = (typeof unitDimensions)[number];

/** Each unit is an exact multiple of the metric one; yd, lb, gal and ton are those of the US. */
const multiples: Readonly<Record<UnitDimension, Readonly<Record<string, string>>>> = {
  length: { m: '1', mm: '0.001', cm: '0.01', km: '1000', in: '0.0254', ft: '0.3048', yd: '0.9144' },
  area: { m2: '1', mm2: '0.000001', cm2: '0.0001', ha: '10000', ft2: '0.09290304', yd2: '0.83612736' },
  volume: { m3: '1', L: '0.001', gal: '0.003785411784', ft3: '0.028316846592', yd3: '0.764554857984' },
  mass: { t: '1', kg: '0.001', g: '0.000001', lb: '0.00045359237', ton: '0.90718474' },
};

const unitsOfSystem: Readonly<Record<UnitSystem, Readonly<Record<UnitDimension, string>>>> = {
  metric: { length: 'm', area: 'm2', volume: 'm3', mass: 't' },
  us: { length: 'ft', area: 'ft2', volume: 'yd3', mass: 'ton' },
};

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

import { type Exact, exactOf } from './exact';

// Powers of a length and of a mass, so that what is multiplied is known to be an area or a volume.
export interface Dimension {
  length: number;
  mass: number;
}

export interface Unit {
  dimension: Dimension;
  // In metres, square metres, cubic metres or tonnes.
  multiple: Exact;
}

export const plainNumber: Dimension = { length: 0, mass: 0 };

export const multiples = {
  length: { m: '1', mm: '0.001', cm: '0.01', km: '1000', in: '0.0254', ft: '0.3048', yd: '0.9144' },
  area: { m2: '1', mm2: '0.000001', cm2: '0.0001', ha: '10000', ft2: '0.09290304', yd2: '0.83612736' },
  volume: {
    ...{ m3: '1', L: '0.001', gal: '0.003785411784', ft3: '0.028316846592', yd3: '0.764554857984' },
    mL: '0.000001',
  },
  mass: { t: '1', kg: '0.001', g: '0.000001', lb: '0.00045359237', ton: '0.90718474', q: '0.1' },
} as const;

const dimensions: Readonly<Record<keyof typeof multiples, Dimension>> = {
  length: { length: 1, mass: 0 },
  area: { length: 2, mass: 0 },
  volume: { length: 3, mass: 0 },
  mass: { length: 0, mass: 1 },
};

const known: ReadonlyMap<string, Unit> = new Map(
  Object.entries(dimensions).flatMap(([name, dimension]) =>
    Object.entries<string>(multiples[name as keyof typeof multiples]).map(
      ([unit, multiple]) => [unit.toLowerCase(), { dimension, multiple: exactOf(multiple) }] as const,
    ),
  ),
);

export const unitOf = (name: string): Unit | undefined =>
  known.get(name.toLowerCase().replace('²', '2').replace('³', '3'));

export const isSameDimension = (one: Dimension, other: Dimension): boolean =>
  one.length === other.length && one.mass === other.mass;

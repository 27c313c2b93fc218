/**
 * The source is ASME B36.10M, table 1, whose pairs of NPS and DN are those of ISO 6708; outside diameters are
 * in inches.
 */
const sizes: readonly (readonly [nps: number, dn: number, outsideInches: number])[] = [
  [0.125, 6, 0.405],
  [0.25, 8, 0.54],
  [0.375, 10, 0.675],
  [0.5, 15, 0.84],
  [0.75, 20, 1.05],
  [1, 25, 1.315],
  [1.25, 32, 1.66],
  [1.5, 40, 1.9],
  [2, 50, 2.375],
  [2.5, 65, 2.875],
  [3, 80, 3.5],
  [3.5, 90, 4],
  [4, 100, 4.5],
  [5, 125, 5.563],
  [6, 150, 6.625],
  [8, 200, 8.625],
  [10, 250, 10.75],
  [12, 300, 12.75],
  ...[14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48].map(
    (nps) => [nps, nps * 25, nps] as const,
  ),
];

/** The result is exact, since thousandths of an inch are whole and each is 25.4 micrometres. */
const millimetres = (inches: number): number => (Math.round(inches * 1000) * 254) / 10_000;

const dnByNps = new Map(sizes.map(([nps, dn]) => [nps, dn]));
const npsByDn = new Map(sizes.map(([nps, dn]) => [dn, nps]));
const outsideByNps = new Map(sizes.map(([nps, , inches]) => [nps, millimetres(inches)]));

export const dnOf = (nps: number): number | undefined => dnByNps.get(nps);

export const npsOf = (dn: number): number | undefined => npsByDn.get(dn);

export const outsideDiameterOf = (nps: number): number | undefined => outsideByNps.get(nps);

export const nominalSizes: readonly number[] = sizes.map(([nps]) => nps);

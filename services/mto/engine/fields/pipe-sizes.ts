import pipeSizes from './pipe-sizes.json';

const { sizes } = pipeSizes;

/** The result is exact, since thousandths of an inch are whole and each is 25.4 micrometres. */
const millimetres = (inches: number): number => (Math.round(inches * 1000) * 254) / 10_000;

const dnByNps = new Map(sizes.map(({ nps, dn }) => [nps, dn]));
const npsByDn = new Map(sizes.map(({ nps, dn }) => [dn, nps]));
const outsideByNps = new Map(sizes.map(({ nps, outsideInches }) => [nps, millimetres(outsideInches)]));

export const dnOf = (nps: number): number | undefined => dnByNps.get(nps);

export const npsOf = (dn: number): number | undefined => npsByDn.get(dn);

export const outsideDiameterOf = (nps: number): number | undefined => outsideByNps.get(nps);

export const nominalSizes: readonly number[] = sizes.map(({ nps }) => nps);

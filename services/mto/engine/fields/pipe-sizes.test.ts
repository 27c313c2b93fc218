import { describe, expect, test } from 'bun:test';
import { decimal } from '@consulting/kernel/schema';
import { dnOf, nominalSizes, npsOf, outsideDiameterOf } from './pipe-sizes';

describe('sizes of pipe', () => {
  test.each([
    [0.125, 6, 10.287],
    [0.25, 8, 13.716],
    [0.375, 10, 17.145],
    [0.5, 15, 21.336],
    [0.75, 20, 26.67],
    [1, 25, 33.401],
    [1.25, 32, 42.164],
    [1.5, 40, 48.26],
    [2, 50, 60.325],
    [2.5, 65, 73.025],
    [3, 80, 88.9],
    [3.5, 90, 101.6],
    [4, 100, 114.3],
    [5, 125, 141.3002],
    [6, 150, 168.275],
    [8, 200, 219.075],
    [10, 250, 273.05],
    [12, 300, 323.85],
    [14, 350, 355.6],
    [24, 600, 609.6],
    [48, 1200, 1219.2],
    [52, 1300, 1320.8],
    [60, 1500, 1524],
    [80, 2000, 2032],
  ])('NPS %p is DN %p and has %p mm outside', (nps, dn, outside) => {
    expect([dnOf(nps), npsOf(dn), outsideDiameterOf(nps)]).toEqual([dn, nps, outside]);
  });

  test('every size has one DN, grows with it, and an outside diameter of at most 4 decimals', () => {
    const dns = nominalSizes.map((nps) => dnOf(nps) ?? 0);
    expect(dns).toEqual([...new Set(dns)].sort((a, b) => a - b));
    expect(nominalSizes.map((nps) => npsOf(dnOf(nps) ?? 0))).toEqual([...nominalSizes]);
    for (const nps of nominalSizes) {
      const outside = decimal(outsideDiameterOf(nps) ?? 0);
      expect(outside.times(10_000).mod(254).toFixed()).toBe('0');
      if (nps >= 14) expect(outside.toFixed()).toBe(decimal(nps).times('25.4').toFixed());
    }
  });

  test('a size that the table does not have is nothing', () => {
    expect([dnOf(7), npsOf(175), outsideDiameterOf(4.5), npsOf(0), dnOf(Number.NaN)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

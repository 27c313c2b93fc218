import { describe, expect, test } from 'bun:test';
import { rememberingYes } from './monitoring';

describe('rememberingYes', () => {
  test('looks once for all who ask at the same time, and for those who ask soon after a yes', async () => {
    let looks = 0;
    const ask = rememberingYes(async () => ++looks > 0, 60_000);
    expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill(true));
    expect(await ask()).toBe(true);
    expect(looks).toBe(1);
  });

  test('looks again after a no, a failure, and a yes that is too old', async () => {
    const found = [() => false, () => Promise.reject(new Error('away')), () => true, () => true];
    let looks = 0;
    const ask = rememberingYes(async () => found[looks++]?.() ?? false, 0);
    expect(await ask()).toBe(false);
    await expect(ask()).rejects.toThrow('away');
    expect([await ask(), await ask()]).toEqual([true, true]);
    expect(looks).toBe(4);
  });
});

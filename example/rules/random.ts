export interface Random {
  between(low: number, high: number, decimals?: number): number;
  oneOf<T>(values: readonly T[]): T;
  chance(share: number): boolean;
}

// The same numbers for the same seed on every machine (mulberry32).
export function randomBy(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (low, high, decimals = 0) => rounded(low + next() * (high - low), decimals),
    oneOf: <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T,
    chance: (share) => next() < share,
  };
}

export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

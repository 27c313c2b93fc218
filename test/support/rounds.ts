const { TEST_SEED: seed, TEST_ROUNDS: howMany } = process.env;
const fewRounds = 5;

/** Every random property begins with it, so that a run that fails fails again. */
export const testSeed = seed ? Number(seed) : 20261123;

/** Rounds of a random property that asks a service: a few, or all of them where TEST_ROUNDS says so. */
export const rounds = (all: number): number => (howMany === 'all' ? all : Math.min(all, fewRounds));

const { TEST_SEED: seed, TEST_ROUNDS: howMany } = process.env;
const fewRounds = 5;

/** Every random property begins with it, so that a run that fails fails again. */
export const testSeed = seed ? Number(seed) : 20261123;

const isWhole = howMany === 'all';

/** Rounds of a random property that asks a service: a few, or all of them where TEST_ROUNDS says so. */
export const rounds = (all: number, few = fewRounds): number => (isWhole ? all : Math.min(all, few));

const eachOf = 5;

/** A fifth of the cases of an exhaustive test, spread evenly from the first one taken, or all of them where TEST_ROUNDS says so. */
export const someOf = <T>(cases: readonly T[], first = testSeed): T[] =>
  cases.filter((_, at) => isWhole || at % eachOf === first % eachOf);

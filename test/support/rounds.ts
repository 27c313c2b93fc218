const given = (name: string): number | undefined => {
  const text = process.env[name]?.trim();
  if (!text) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${name} is ${text}; it must be a whole number.`);
  return value;
};

const fewRounds = 5;

/** Every random property begins with it, so that a run that fails fails again. */
export const testSeed = given('TEST_SEED') ?? 20261123;

const times = given('TEST_ROUNDS');

/** Rounds of a random property that asks a service: a few, or with TEST_ROUNDS so many times as many as the test names. */
export const rounds = (all: number): number => (times === undefined ? Math.min(all, fewRounds) : all * times);

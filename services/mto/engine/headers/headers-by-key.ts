import type { Discipline } from '../fields/discipline';

/** Headers by field key; those of `common` hold in every discipline that has the key. */
export type HeadersByKey = Readonly<
  Partial<Record<Discipline | 'common', Readonly<Record<string, readonly string[]>>>>
>;

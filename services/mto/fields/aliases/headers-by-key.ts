import type { Discipline } from '../discipline';

/** Headers by field key; those of `common` hold in every discipline that has the key. */
export type HeadersByKey = Readonly<
  Partial<Record<Discipline | 'common', Readonly<Record<string, readonly string[]>>>>
>;

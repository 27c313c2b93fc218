import type { Discipline } from '../fields/discipline';

export type HeadersByKey = Readonly<
  Partial<Record<Discipline | 'common', Readonly<Record<string, readonly string[]>>>>
>;

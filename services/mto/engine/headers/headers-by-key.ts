import type { Discipline } from '@consulting/takeoff-fields';

export type HeadersByKey = Readonly<
  Partial<Record<Discipline | 'common', Readonly<Record<string, readonly string[]>>>>
>;

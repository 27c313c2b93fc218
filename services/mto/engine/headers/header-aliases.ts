import type { Discipline } from '@consulting/takeoff-fields';
import arabic from './arabic.json';
import french from './french.json';
import german from './german.json';
import type { HeadersByKey } from './headers-by-key';
import italian from './italian.json';
import portuguese from './portuguese.json';
import publicFormats from './public-formats.json';
import spanish from './spanish.json';
import thai from './thai.json';

export const headersBySource = {
  publicFormats,
  german,
  french,
  spanish,
  portuguese,
  italian,
  thai,
  arabic,
} satisfies Record<string, HeadersByKey>;

const sources: readonly HeadersByKey[] = Object.values(headersBySource);

export function furtherHeaders(discipline: Discipline, key: string): readonly string[] {
  return sources.flatMap(({ common, [discipline]: own }) => [
    ...(common?.[key] ?? []),
    ...(own?.[key] ?? []),
  ]);
}

import type { Discipline } from '../fields/discipline';
import { french } from './french';
import { german } from './german';
import type { HeadersByKey } from './headers-by-key';
import { italian } from './italian';
import { portuguese } from './portuguese';
import { publicFormats } from './public-formats';
import { spanish } from './spanish';

const sources: readonly HeadersByKey[] = [publicFormats, german, french, spanish, portuguese, italian];

export function furtherHeaders(discipline: Discipline, key: string): readonly string[] {
  return sources.flatMap(({ common, [discipline]: own }) => [
    ...(common?.[key] ?? []),
    ...(own?.[key] ?? []),
  ]);
}

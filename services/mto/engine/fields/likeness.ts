import type { Discipline } from '@consulting/takeoff-fields';
import written from './likeness.json';

interface Likeness {
  kinds: readonly string[];
  sizes: readonly string[];
}

export const likenessOf = (discipline: Discipline): Likeness => written.disciplines[discipline];

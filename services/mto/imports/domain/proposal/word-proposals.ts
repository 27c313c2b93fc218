import { editDistance } from '@consulting/kernel/schema';
import { dnOf, type Field, normaliseEnum, npsOf, spellingsOf } from '@consulting/mto-engine';

const proposalsMax = 3;
const prefixFrom = 2;
const farthest = 3;

const firstNumber = /\d{1,4}(?:\.\d{1,3})?/;

/** The values that a word which a field does not know may mean, best first. */
export function proposalsForWord(field: Field, word: string): string[] {
  if (field.type !== 'enum' && field.key !== 'unitOfMeasure') return sizesIn(field, word);
  const own = normaliseEnum(word);
  const nearest = new Map<string, number>();
  for (const [spelling, value] of spellingsOf(field)) {
    const distance = distanceOf(own, spelling);
    if (distance < (nearest.get(value) ?? farthest)) nearest.set(value, distance);
  }
  return [...nearest]
    .sort(([, one], [, other]) => one - other)
    .slice(0, proposalsMax)
    .map(([value]) => value);
}

function distanceOf(word: string, spelling: string): number {
  const [short, long] = word.length < spelling.length ? [word, spelling] : [spelling, word];
  if (short.length >= prefixFrom && long.startsWith(short)) return 1 - short.length / long.length;
  if (short.length > prefixFrom && long.includes(short)) return 2 - short.length / long.length;
  const most = Math.floor(long.length / 3);
  return most === 0 ? farthest : editDistance(word, spelling, Math.min(most, farthest - 1));
}

function sizesIn({ key }: Field, word: string): string[] {
  const size = firstNumber.exec(word)?.[0];
  if (size === undefined) return [];
  const isKnown =
    key === 'nominalDiameter' ? npsOf(Number(size)) !== undefined : dnOf(Number(size)) !== undefined;
  return isKnown ? [size] : [];
}

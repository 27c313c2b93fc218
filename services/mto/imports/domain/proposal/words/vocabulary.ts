import { editDistance } from '@consulting/kernel/schema';
import { disciplines, fieldsOf, furtherHeaders } from '@consulting/mto-engine';
import { headerText } from './header-text';
import written from './vocabulary.json';

export interface Meaning {
  concept: string;
  certainty: number;
}

const rememberedMax = 20_000;
const fuzzyFrom = 4;
const twoEditsFrom = 8;
const partsFrom = 4;

function buildVocabulary(): ReadonlyMap<string, string> {
  const vocabulary = new Map<string, string>();
  for (const [concept, words] of [...Object.entries(written.estimating), ...Object.entries(written.trades)]) {
    for (const word of [concept, ...words]) if (!vocabulary.has(word)) vocabulary.set(word, concept);
  }
  const headers = disciplines.flatMap((discipline) =>
    fieldsOf(discipline).flatMap(({ key, label, aliases }) => [
      label,
      ...aliases,
      ...furtherHeaders(discipline, key),
    ]),
  );
  for (const word of new Set(headers.flatMap((header) => headerText(header).words))) {
    if (!vocabulary.has(word))
      vocabulary.set(word, vocabulary.get(withoutEnding(word)) ?? withoutEnding(word));
  }
  return vocabulary;
}

const withoutEnding = (word: string): string =>
  word.length > 4 && /[a-z]s$/.test(word) && !word.endsWith('ss') ? word.slice(0, -1) : word;

interface Known {
  concepts: ReadonlyMap<string, string>;
  byLetter: ReadonlyMap<string, readonly (readonly [string, string])[]>;
}

let built: Known | undefined;

function vocabulary(): Known {
  if (built !== undefined) return built;
  const concepts = buildVocabulary();
  const byLetter = new Map<string, [string, string][]>();
  for (const entry of concepts)
    byLetter.set(entry[0].charAt(0), [...(byLetter.get(entry[0].charAt(0)) ?? []), entry]);
  built = { concepts, byLetter };
  return built;
}

const alike = (word: string): readonly (readonly [string, string])[] =>
  vocabulary().byLetter.get(word.charAt(0)) ?? [];

const remembered = new Map<string, readonly Meaning[]>();

export function meaningsOf(word: string): readonly Meaning[] {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const meanings = understand(word, vocabulary().concepts);
  if (remembered.size >= rememberedMax) remembered.clear();
  remembered.set(word, meanings);
  return meanings;
}

function understand(word: string, known: ReadonlyMap<string, string>): readonly Meaning[] {
  const exact = known.get(word) ?? known.get(withoutEnding(word));
  if (exact !== undefined) return [{ concept: exact, certainty: 1 }];
  const parts = partsOf(word, known, 3);
  if (parts !== undefined) return parts.map((concept) => ({ concept, certainty: 0.95 }));
  const likely = beginningOf(word) ?? misspelt(word) ?? withoutVowels(word);
  return [likely ?? { concept: word, certainty: 1 }];
}

function partsOf(word: string, known: ReadonlyMap<string, string>, most: number): string[] | undefined {
  const whole = known.get(word);
  if (whole !== undefined) return [whole];
  if (most === 1) return undefined;
  for (let at = word.length - partsFrom; at >= partsFrom; at -= 1) {
    const first = known.get(word.slice(0, at)) ?? known.get(word.slice(0, at).replace(/(?:s|n|en)$/, ''));
    if (first === undefined) continue;
    const rest = partsOf(word.slice(at), known, most - 1);
    if (rest !== undefined) return [first, ...rest];
  }
  return undefined;
}

function beginningOf(word: string): Meaning | undefined {
  if (word.length < 3) return undefined;
  const concepts = new Set<string>();
  for (const [candidate, concept] of alike(word)) if (candidate.startsWith(word)) concepts.add(concept);
  const [concept] = concepts;
  return concept !== undefined && concepts.size === 1 ? { concept, certainty: 0.85 } : undefined;
}

function withoutVowels(word: string): Meaning | undefined {
  if (word.length < fuzzyFrom || /[aeiou\d]/.test(word)) return undefined;
  const concepts = new Set<string>();
  for (const [candidate, concept] of alike(word))
    if (candidate.length > word.length && leavesOut(word, candidate)) concepts.add(concept);
  const [concept] = concepts;
  return concept !== undefined && concepts.size === 1 ? { concept, certainty: 0.85 } : undefined;
}

function leavesOut(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

function misspelt(word: string): Meaning | undefined {
  if (word.length < fuzzyFrom || /\d/.test(word)) return undefined;
  const most = word.length >= twoEditsFrom ? 2 : 1;
  let least = most + 1;
  let found: string | undefined;
  for (const [candidate, concept] of alike(word)) {
    if (candidate.length < fuzzyFrom || Math.abs(candidate.length - word.length) > most) continue;
    const distance = editDistance(word, candidate, most);
    if (distance >= least) continue;
    least = distance;
    found = concept;
  }
  return found === undefined ? undefined : { concept: found, certainty: least === 1 ? 0.9 : 0.8 };
}

export function isKnownWord(word: string): boolean {
  const { concepts } = vocabulary();
  return concepts.has(word) || concepts.has(withoutEnding(word)) || partsOf(word, concepts, 3) !== undefined;
}

import { furtherHeaders } from '../../../../fields/aliases/header-aliases';
import { disciplines } from '../../../../fields/discipline';
import { fieldsOf } from '../../../../fields/registry';
import { editDistance } from './edit-distance';
import { estimatingWords } from './estimating-words';
import { headerText } from './header-text';
import { tradeWords } from './trade-words';

/** A word as the vocabulary understands it: the English word it stands for, and how sure that is. */
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
  for (const [concept, words] of [...Object.entries(estimatingWords), ...Object.entries(tradeWords)]) {
    for (const word of [concept, ...words.split(' ')])
      if (!vocabulary.has(word)) vocabulary.set(word, concept);
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

let vocabulary: ReadonlyMap<string, string> | undefined;
const remembered = new Map<string, readonly Meaning[]>();

/** What a word of a header means: known, a compound of known words, the beginning of one, or one misspelt; else itself. */
export function meaningsOf(word: string): readonly Meaning[] {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  vocabulary ??= buildVocabulary();
  const meanings = understand(word, vocabulary);
  if (remembered.size >= rememberedMax) remembered.clear();
  remembered.set(word, meanings);
  return meanings;
}

function understand(word: string, known: ReadonlyMap<string, string>): readonly Meaning[] {
  const exact = known.get(word) ?? known.get(withoutEnding(word));
  if (exact !== undefined) return [{ concept: exact, certainty: 1 }];
  const parts = partsOf(word, known, 3);
  if (parts !== undefined) return parts.map((concept) => ({ concept, certainty: 0.95 }));
  const likely = beginningOf(word, known) ?? misspelt(word, known);
  return [likely ?? { concept: word, certainty: 1 }];
}

/** Known words that a compound such as Rohrleitungsklasse is made of. */
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

function beginningOf(word: string, known: ReadonlyMap<string, string>): Meaning | undefined {
  if (word.length < 3) return undefined;
  const concepts = new Set<string>();
  for (const [candidate, concept] of known) if (candidate.startsWith(word)) concepts.add(concept);
  const [concept] = concepts;
  return concept !== undefined && concepts.size === 1 ? { concept, certainty: 0.85 } : undefined;
}

function misspelt(word: string, known: ReadonlyMap<string, string>): Meaning | undefined {
  if (word.length < fuzzyFrom || /\d/.test(word)) return undefined;
  const most = word.length >= twoEditsFrom ? 2 : 1;
  let least = most + 1;
  let found: string | undefined;
  for (const [candidate, concept] of known) {
    if (candidate.length < fuzzyFrom || candidate[0] !== word[0]) continue;
    const distance = editDistance(word, candidate, most);
    if (distance >= least) continue;
    least = distance;
    found = concept;
  }
  return found === undefined ? undefined : { concept: found, certainty: least === 1 ? 0.9 : 0.8 };
}

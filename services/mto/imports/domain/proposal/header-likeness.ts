import {
  type Discipline,
  type Field,
  fieldsOf,
  furtherHeaders,
  type HeadersByKey,
  isColumn,
} from '@consulting/mto-engine';
import { headerText } from './words/header-text';
import similarHeaders from './words/similar-headers.json';
import { type Meaning, meaningsOf } from './words/vocabulary';

export interface Likeness {
  field: Field;
  score: number;
  resembles: string;
}

interface Phrase {
  field: Field;
  text: string;
  concepts: ReadonlySet<string>;
  weight: number;
}

interface Phrases {
  byConcept: ReadonlyMap<string, readonly Phrase[]>;
  weights: ReadonlyMap<string, number>;
}

const vagueWords = new Set(
  'number id code name reference order type class total count date level element status mark unit title text location work weight'.split(
    ' ',
  ),
);

export const isVague = (header: string): boolean =>
  conceptsOf(header).every(({ concept }) => vagueWords.has(concept));

const scoreMin = 0.3;
const likenessesMax = 8;
const unknownWeight = 2.8;
const figureWeight = 1.2;

const neverProposed = new Set(['projectId', 'serviceId', 'discipline', 'currency', 'subcontractorId']);

export const isProposable = ({ key, computed }: Field): boolean =>
  !neverProposed.has(key) && (computed === undefined || key === 'totalCost');

export function conceptsOf(header: string): Meaning[] {
  return headerText(header).words.flatMap((word) => meaningsOf(word));
}

function buildPhrases(discipline: Discipline): Phrases {
  const fields = fieldsOf(discipline);
  const { common, [discipline]: own }: HeadersByKey = similarHeaders;
  const headersOf = ({ key, label, aliases }: Field) => [
    label,
    ...aliases,
    ...furtherHeaders(discipline, key),
    ...(common?.[key] ?? []),
    ...(own?.[key] ?? []),
  ];
  const written = fields.flatMap((field) =>
    headersOf(field).map((text) => {
      const { words, units } = headerText(text);
      const concepts = new Set([...words.flatMap(meaningsOf).map(({ concept }) => concept), ...units]);
      return { field, text, concepts };
    }),
  );
  const fieldsWith = new Map<string, Set<string>>();
  for (const { field, concepts } of written) {
    for (const concept of concepts)
      fieldsWith.set(concept, (fieldsWith.get(concept) ?? new Set()).add(field.key));
  }
  const weights = new Map(
    [...fieldsWith].map(([concept, { size }]) => [
      concept,
      /^\d+$/.test(concept) ? figureWeight : Math.log(1 + fields.length / size),
    ]),
  );
  const byConcept = new Map<string, Phrase[]>();
  for (const { field, text, concepts } of written.filter((phrase) => isProposable(phrase.field))) {
    const weight = [...concepts].reduce((sum, concept) => sum + (weights.get(concept) ?? 0), 0);
    const phrase = { field, text, concepts, weight };
    for (const concept of concepts) byConcept.set(concept, [...(byConcept.get(concept) ?? []), phrase]);
  }
  return { byConcept, weights };
}

const rememberedMax = 5000;
const rememberedLengthMax = 120;
const remembered = new Map<string, readonly Likeness[]>();
const built = new Map<Discipline, Phrases>();

function phrasesOf(discipline: Discipline): Phrases {
  const known = built.get(discipline);
  if (known !== undefined) return known;
  const made = buildPhrases(discipline);
  built.set(discipline, made);
  return made;
}

export function likenessesOf(header: string, discipline: Discipline): readonly Likeness[] {
  const name = `${discipline} ${header.slice(0, rememberedLengthMax)}`;
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const found = compared(header, discipline);
  if (remembered.size >= rememberedMax) remembered.clear();
  remembered.set(name, found);
  return found;
}

function compared(header: string, discipline: Discipline): Likeness[] {
  const { byConcept, weights } = phrasesOf(discipline);
  const { words, units } = headerText(header);
  const meanings = new Map(words.flatMap(meaningsOf).map(({ concept, certainty }) => [concept, certainty]));
  const unitMeanings = new Set(units);
  const weightOf = (concept: string) => weights.get(concept) ?? unknownWeight;
  const own = [...meanings.keys()].reduce((sum, concept) => sum + weightOf(concept), 0);
  const shared = new Map<Phrase, { said: number; heard: number }>();
  for (const [concept, certainty] of meanings) {
    for (const phrase of byConcept.get(concept) ?? []) {
      const said = (shared.get(phrase)?.said ?? 0) + weightOf(concept) * certainty;
      shared.set(phrase, { said, heard: 0 });
    }
  }
  for (const [{ concepts }, sum] of shared) {
    for (const unit of unitMeanings) {
      if (meanings.has(unit) || !concepts.has(unit)) continue;
      sum.said += weightOf(unit);
      sum.heard += weightOf(unit);
    }
  }
  const best = new Map<string, Likeness>();
  for (const [{ field, text, weight }, { said, heard }] of shared) {
    const score = Math.min(1, (2 * said) / (own + heard + weight));
    if (score < scoreMin || score <= (best.get(field.key)?.score ?? 0)) continue;
    best.set(field.key, { field, score, resembles: text });
  }
  const byScore = (one: Likeness, other: Likeness) =>
    other.score - one.score || Number(isColumn(one.field)) - Number(isColumn(other.field));
  return [...best.values()].sort(byScore).slice(0, likenessesMax);
}

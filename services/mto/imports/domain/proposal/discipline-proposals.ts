import {
  type Discipline,
  disciplineLabels,
  disciplines,
  fieldOfHeader,
  fieldsOf,
  foldText,
  isColumn,
} from '@consulting/mto-engine';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import { columnValues } from './column-values';
import type { SheetFacts } from './sheet-facts';
import { enumShare } from './value-fit';
import disciplineWords from './words/discipline-words.json';

export interface DisciplineProposal {
  discipline: Discipline;
  confidence: number;
  why: string;
}

const typeFields = new Set(
  'equipmentType instrumentType bulkItemType civilWorkType elementType memberType'.split(' '),
);

interface Evidence {
  weight: number;
  why: string;
}

const proposalsMax = 3;
const confidenceMin = 0.2;
const columnsMax = 200;
const wordsMax = 4000;
const nameLengthMax = 60;
const headerLengthMax = 120;
const cellLengthMax = 120;
const nameWeight = 3;
const labelWeight = 15;
const headerWeight = 0.5;
const thingsWeight = 3;
const headersCounted = 8;
const highest = 0.97;
const sharpness = 1.4;
const stemFrom = 4;
const agreed = 0.85;
const agreedShareMin = 0.5;

/** What a sheet is taken for that speaks of no discipline, because most bills are of building works. */
export const usualDiscipline: Discipline = 'architectural';

export function proposeDisciplines(sheet: SheetFacts): DisciplineProposal[] {
  const spoken = wordsOf(sheet);
  const scores = disciplines.map((discipline) => {
    const named = byName(sheet.name, discipline);
    const things = byThings(spoken, discipline);
    const evidence = [...named, ...byHeaders(sheet, discipline), ...things, ...byTypes(sheet, discipline)];
    const why = evidence.map((one) => one.why).join('; ');
    const score = evidence.reduce((sum, { weight }) => sum + weight, 0);
    return { discipline, score, isNamed: named.length > 0, isSpokenOf: things.length > 0, why };
  });
  const isOneNamed = scores.filter(({ isNamed }) => isNamed).length === 1;
  const all = scores.reduce((sum, { score }) => sum + score ** sharpness, 0);
  return scores
    .filter(({ score }) => score > 0)
    .map(({ discipline, score, isNamed, isSpokenOf, why }) => {
      const share = Math.min(highest, (score ** sharpness / all) * (1 - Math.exp(-score)));
      const isAgreed = isOneNamed && isNamed && isSpokenOf && share >= agreedShareMin;
      const confidence = isAgreed ? Math.max(share, agreed) : share;
      return { discipline, confidence: Math.round(confidence * 100) / 100, why };
    })
    .filter(({ confidence }) => confidence >= confidenceMin)
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, proposalsMax);
}

const plainWords = (text: string): string[] =>
  foldText(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

const speaksOf = (word: string, stem: string): boolean =>
  word === stem || (stem.length >= stemFrom && word.startsWith(stem));

function byName(name: string, discipline: Discipline): Evidence[] {
  const words = plainWords(name.slice(0, nameLengthMax));
  const joined = words.map((word, at) => word + (words[at + 1] ?? ''));
  const stems = disciplineWords[discipline].names;
  const isNamed = [...words, ...joined].some((word) =>
    stems.some((stem) => speaksOf(word, stem) || (stem.length > stemFrom + 1 && word.endsWith(stem))),
  );
  const isLabel = joined.some((word) => word === foldText(disciplineLabels[discipline]).replace(' ', ''));
  const weight = isLabel ? labelWeight : nameWeight;
  return isNamed || isLabel ? [{ weight, why: `the sheet is called ${name.slice(0, nameLengthMax)}` }] : [];
}

function byHeaders({ columns }: SheetFacts, discipline: Discipline): Evidence[] {
  const headers = columns.slice(0, columnsMax).map(({ header }) => header.slice(0, headerLengthMax));
  const own = headers.flatMap((header) => {
    const field = fieldOfHeader(discipline, header);
    return field === undefined || isColumn(field) ? [] : [{ header, shared: sharers(header) }];
  });
  if (own.length === 0) return [];
  const weight = own
    .slice(0, headersCounted)
    .reduce((sum, { shared }) => sum + headerWeight * (3 / (1 + shared)), 0);
  const displayed = own.slice(0, 3).map(({ header }) => header.slice(0, 30));
  return [{ weight, why: `${own.length} headers are of its lines, as ${displayed.join(', ')}` }];
}

const sharers = (header: string): number =>
  disciplines.filter((discipline) => {
    const field = fieldOfHeader(discipline, header);
    return field !== undefined && !isColumn(field);
  }).length;

function wordsOf({ rows, columns }: SheetFacts): readonly string[] {
  const words: string[] = [];
  const wide = columns.slice(0, columnsMax).map(({ index }) => index);
  for (const row of rows) {
    for (const index of wide) {
      const cell = row[index] ?? null;
      if (typeof cell !== 'string') continue;
      words.push(...plainWords(textOf(cell).slice(0, cellLengthMax)));
      if (words.length >= wordsMax) return words.slice(0, wordsMax);
    }
  }
  return words;
}

function byThings(spoken: readonly string[], discipline: Discipline): Evidence[] {
  const stems = disciplineWords[discipline].things;
  const counts = new Map<string, number>();
  for (const word of spoken) {
    const stem = stems.find((one) => speaksOf(word, one));
    if (stem !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  if (count === 0) return [];
  const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, 3);
  const weight = thingsWeight * Math.min(1, (4 * count) / (spoken.length + 12));
  return [{ weight, why: `its texts speak of ${most.map(([word]) => word).join(', ')}` }];
}

function byTypes({ columns, rows }: SheetFacts, discipline: Discipline): Evidence[] {
  const types = fieldsOf(discipline).filter(({ key }) => typeFields.has(key));
  const found = columns.slice(0, 40).find(({ index }) => {
    const values = columnValues(rows.slice(0, 50), index);
    return values.distinct.size > 2 && types.some((field) => enumShare(field, values) > 0.8);
  });
  return found === undefined
    ? []
    : [{ weight: 2, why: `the values of ${found.header.slice(0, 30)} are types of its lines` }];
}

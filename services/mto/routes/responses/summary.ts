import {
  disciplineSummary,
  takeoffTotals,
  takeoffTotalsExample,
} from '@consulting/kernel/contracts/discipline-summary';
import { responseSchema, unavailable } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { disciplines } from '@consulting/mto-engine';
import { crewBlock, summaryHead, wbsBlock } from './aggregate';
import { completeness } from './completeness';

const { project: projectId } = exampleIds;

const summaryExample = {
  projectId,
  currency: 'CAD',
  generatedAt: '2025-07-21T12:00:00.000Z',
  totals: takeoffTotalsExample,
  byDiscipline: [{}],
  byWbs: [{}],
  byCrew: [{}],
};

const disciplinesExample = {
  projectId,
  disciplines: ['piping'],
  data: [{ discipline: 'piping', label: 'Piping', itemCount: 60 }],
  total: 1,
};

const valuesExample = {
  projectId,
  field: 'nominalPipeSize',
  values: [6, 8],
  data: [
    { value: 6, count: 14 },
    { value: 8, count: 21 },
  ],
  emptyCount: 0,
  total: 2,
  truncated: false,
};

const { object, list, nullable, count, described, sentence, text } = responseSchema;

const discipline = responseSchema.choice(disciplines, 'Key of the discipline.', 'Discipline');

export const takeoffSummary = exampled(
  named(
    'TakeoffSummary',
    object(
      {
        ...summaryHead,
        totals: responseSchema.described(object(takeoffTotals), 'Sums over all disciplines.'),
        byDiscipline: list(disciplineSummary, 'Used disciplines in the order of the discipline list.'),
        byWbs: nullable(list(wbsBlock, 'Roots of the WBS that have lines below them, in its order.')),
        byCrew: list(crewBlock, 'Crews in the order of their codes, at most 1000.'),
      },
      {
        ...unavailable,
        completeness: described(completeness, 'What the lines lack; with `completeness=true` alone.'),
      },
    ),
  ),
  summaryExample,
);

export const disciplineList = exampled(
  named(
    'DisciplineList',
    object({
      projectId: responseSchema.id('Project of the lines.'),
      disciplines: list(discipline, 'Keys of the disciplines, in the order of the discipline list.'),
      data: list(
        object({ discipline, label: sentence('Name for people.'), itemCount: count('Takeoff lines.') }),
        'The disciplines with their number of lines.',
      ),
      total: count('Disciplines that are used.'),
    }),
  ),
  disciplinesExample,
);

const value = named('DistinctValue', {
  anyOf: [text(), responseSchema.number(), responseSchema.flag()],
  description: 'A value of the field.',
});

export const distinctValueList = exampled(
  named(
    'DistinctValueList',
    object({
      projectId: responseSchema.id('Project of the lines.'),
      field: text('Key of the field.'),
      values: list(value, 'The values, in the order of sorting.'),
      data: list(
        object({ value, count: count('Takeoff lines with the value.') }),
        'The values with their number of lines.',
      ),
      emptyCount: count('Takeoff lines without a value.'),
      total: count('Distinct values, empty ones not counted.'),
      truncated: responseSchema.flag('Whether more values exist than are listed.'),
    }),
  ),
  valuesExample,
);

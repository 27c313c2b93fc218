import {
  boolean,
  choice,
  entry,
  type Fault,
  fault,
  integer,
  invalid,
  list,
  named,
  paging,
  quoted,
  type Reading,
  RecordInput,
  unread,
  uuid,
} from '@consulting/kernel/schema';
import { type Discipline, disciplines } from '@consulting/mto-engine';
import type { AggregateOrder } from '../../store/aggregate/aggregate';
import { aggregateFunctions } from '../../store/aggregate/measure';
import type { Criteria } from '../../store/search/matching';
import type { Positions } from '../../store/search/positions';
import { keySchema, keysMax, type NamedKey, readGroupKey } from '../groups/group-keys';
import { type Read, readList, reportRepeats } from '../groups/read-list';
import { versionField } from '../line/version-lines';
import { defaultMeasures, type NamedMeasure, readMeasure } from '../measures/measures';
import { filtersField, readFilters } from '../search/search-lines';
import { type GivenOrder, readLineOrder, readSortKeys, sortField } from '../search/sort-keys';
import { viewField } from '../search/view-field';
import { readWords, wordsField } from '../search/words';

const measuresMax = 20;
const distinctCountsMax = 5;

const measureSchema = named('AggregateMeasure', {
  type: 'object',
  properties: {
    field: {
      type: 'string',
      description: 'Key of a field; `lines` for the lines themselves, with sum or count.',
    },
    function: {
      type: 'string',
      enum: aggregateFunctions,
      description:
        'sum and avg take numbers, min and max numbers and dates, count (lines with a value) and countDistinct any field.',
    },
  },
  required: ['field', 'function'],
});

const positionsMax = 100;
const linesMax = 1_000_000_000;

const linePositions = entry(
  {
    skip: integer({ min: 0, max: linesMax }).default(0).describe('Lines before the first one.'),
    limit: integer({ min: 1, max: linesMax }).required().describe('Number of lines.'),
  },
  { name: 'LinePositions' },
);

export const aggregateInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project whose lines are summed up.'),
    serviceId: uuid().describe('Only the lines of this service.'),
    discipline: choice(disciplines, 'Discipline').describe(
      'Only the lines of this discipline; its fields can be keys and conditions.',
    ),
    estimationId: versionField(),
    viewId: viewField('discipline, filters, words and keys'),
    filters: filtersField(),
    search: wordsField(),
    groupBy: unread({ type: 'array', maxItems: keysMax, items: keySchema })
      .default([])
      .describe('Up to three keys; without any there is one group.'),
    measures: unread({ type: 'array', maxItems: measuresMax, items: measureSchema })
      .default([])
      .describe(
        'Figures of each group; without any they are lines, totalManHours, labourCost, materialCost, equipmentCost, subcontractCost and totalCost.',
      ),
    sort: sortField().describe(
      'Order of the groups by keys of `group` and of `values`; empty values come last in both directions, ties are in the order of the group keys.',
    ),
    skip: paging.skip,
    limit: integer({ min: 1, max: 1000 }).default(100).describe('Most groups of the page.'),
    positions: list(linePositions, positionsMax)
      .default([])
      .describe(
        'Only lines at these positions of a search by the same criteria, as a range of rows in a table; at most 100. A line at two of them counts once.',
      ),
    lineSort: sortField().describe(
      'Order of the lines that `positions` count in; by default that of a search, by item number and then by creation.',
    ),
    includeExcluded: boolean()
      .default(false)
      .describe('Whether lines with status void or scopeType excluded count, too.'),
  },
  { name: 'Aggregate' },
);

export interface AggregateOrderOfRequest {
  projectId: string;
  serviceId: string | null;
  discipline: Discipline | null;
  estimationId: string | null;
  criteria: Criteria | null;
  words: readonly string[];
  keys: NamedKey[];
  measures: readonly NamedMeasure[];
  sort: AggregateOrder[];
  skip: number;
  limit: number;
  includesExcluded: boolean;
  at: Positions | null;
}

export function readAggregate(body: unknown): AggregateOrderOfRequest {
  const { record, faults } = aggregateInput.tryCreate(body);
  const { filters, search, groupBy, measures, sort, includeExcluded, viewId: _, ...asked } = record;
  const { positions, lineSort, ...rest } = asked;
  const { discipline } = rest;
  const reading = { faults };
  const criteria = readFilters(filters, discipline, reading);
  const words = readWords(search, reading);
  const keys = readList(groupBy, 'groupBy', keysMax, reading, (entry, at) =>
    readGroupKey(entry, at, reading, discipline),
  );
  reportRepeats(keys, 'groupBy', reading);
  const given = readList(measures, 'measures', measuresMax, reading, readMeasure);
  reportRepeats(given, 'measures', reading);
  reportDistinctCounts(given, reading);
  const figures = given.length > 0 ? given.map(({ item }) => item) : defaultMeasures;
  const named = { keys: keys.map(({ item }) => item), measures: figures };
  const orders = readSortKeys(sort, reading).flatMap((given) => orderOf(given, named, reading) ?? []);
  const order = readLineOrder(lineSort, discipline, reading, 'lineSort');
  if (faults.length > 0) throw invalid(faults);
  return {
    ...rest,
    at: positions.length > 0 ? { ranges: positions, sort: order } : null,
    criteria,
    words,
    ...named,
    sort: orders,
    includesExcluded: includeExcluded,
  };
}

function reportDistinctCounts(measures: readonly Read<NamedMeasure>[], reading: { faults: Fault[] }): void {
  const tooMany = measures.filter(({ item }) => item.function === 'countDistinct')[distinctCountsMax];
  if (tooMany)
    fault(
      reading,
      tooMany.at,
      'MAX',
      `exceeds the ${distinctCountsMax} countDistinct that a request may have`,
    );
}

function orderOf(
  { key: name, direction, at }: GivenOrder,
  { keys, measures }: { keys: readonly NamedKey[]; measures: readonly NamedMeasure[] },
  reading: Reading,
): AggregateOrder | undefined {
  const key = keys.findIndex((one) => one.name === name);
  const value = measures.findIndex((one) => one.name === name && !one.isPerUnit);
  if (key >= 0) return { of: 'key', at: key, direction };
  if (value >= 0) return { of: 'value', at: value, direction };
  const sorted = measures.filter(({ isPerUnit }) => !isPerUnit);
  const allowed = [...keys, ...sorted].map((one) => one.name);
  const displayed = typeof name === 'string' ? `${quoted(name)} ` : '';
  const message = `${displayed}must be a key of group or of values: one of ${allowed.join(', ')}`;
  fault(reading, at, 'ENUM', message, { allowed });
  return undefined;
}

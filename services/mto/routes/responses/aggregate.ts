import {
  quantityInUnit,
  takeoffTotals,
  takeoffTotalsExample,
} from '@consulting/kernel/contracts/discipline-summary';
import { wbsHead } from '@consulting/kernel/contracts/figure-changes';
import { responseSchema, unavailable } from '@consulting/kernel/http';
import {
  exampled,
  exampleIds,
  type JsonSchema,
  named,
  plainValue,
  plainValues,
} from '@consulting/kernel/schema';

const { object, list, nullable, count, sentence, text, number, map, flag, described } = responseSchema;

const quantities = list(quantityInUnit, 'Figures of a quantity, one for each unit of measure.');

const figuresByMeasure = named(
  'FiguresByMeasure',
  map({ anyOf: [number('A figure.'), text('A date.'), { type: 'null' }, quantities] }),
);

export const aggregateValues = described(
  figuresByMeasure,
  'Figures by measure: the key of the field for a sum, else `field.function`.',
);

export const ignored = {
  ignored: list(text(), 'Fields of the view that lines do not have, or not those of the discipline.'),
};

const groupExample = {
  group: { discipline: 'piping', wbsLevel2: '30.50' },
  label: { discipline: 'Piping', wbsLevel2: 'Unit 100' },
  values: {
    lines: 60,
    quantity: [{ unitOfMeasure: 'm', quantity: 3820.4 }],
    totalManHours: 25684.804,
    totalCost: 5110852.7,
    'totalCost.max': 318210.4,
  },
};

// Names of people's own records are in no language.
const names: JsonSchema = {
  type: 'object',
  properties: { discipline: nullable(sentence('Name of the discipline.')) },
  additionalProperties: plainValue,
};

export const aggregatePage = exampled(
  named(
    'AggregatePage',
    object(
      {
        data: list(
          object({
            group: described(
              plainValues,
              'Values of the group keys; null for lines without one. Levels of the WBS are `wbsLevel1` and so on.',
            ),
            label: described(
              names,
              'Names of disciplines, WBS items and crews, by group key; null where none is known, and where crews of several services have the code under different names.',
            ),
            values: aggregateValues,
          }),
          'Groups of the page.',
        ),
        totals: described(figuresByMeasure, 'The same figures over the lines of all groups.'),
        total: count('Groups of all pages.'),
        skip: count('Groups left out before these.'),
        limit: count('Most groups of this page.'),
        hasMore: flag('Whether groups follow.'),
      },
      { ...unavailable, ...ignored },
    ),
  ),
  { data: [groupExample], totals: groupExample.values, total: 1, skip: 0, limit: 50, hasMore: false },
);

const { itemCount, ...costs } = takeoffTotals;
const { itemCount: exampleLines, ...exampleCosts } = takeoffTotalsExample;

const figures = { lines: itemCount, ...costs };
const exampleFigures = { lines: exampleLines, ...exampleCosts };
const figuresBlock = named('TakeoffFigures', object(figures));

const node = {
  ...wbsHead,
  own: described(figuresBlock, 'Lines that carry the code itself.'),
  rolledUp: described(figuresBlock, 'Those lines and all below.'),
};

const wbsNode = named(
  'WbsSummaryNode',
  object({
    ...node,
    children: list({ $ref: '#/components/schemas/WbsSummaryNode' }, 'Items directly below that have lines.'),
  }),
);

export const summaryHead = {
  projectId: responseSchema.id('Project of the lines.'),
  serviceId: nullable(responseSchema.id('The service that was asked for; null is the whole project.')),
  currency: nullable(text('Currency of the project.')),
  generatedAt: responseSchema.time('When the figures were summed up, UTC.'),
};

export const wbsSummary = exampled(
  named(
    'WbsSummary',
    object(
      {
        ...summaryHead,
        root: described(wbsNode, 'All lines; its children are the roots of the WBS.'),
      },
      unavailable,
    ),
  ),
  {
    projectId: exampleIds.project,
    currency: 'CAD',
    generatedAt: '2025-07-21T12:00:00.000Z',
    root: {
      wbsCode: null,
      name: 'Refinery expansion',
      own: Object.fromEntries(Object.keys(exampleFigures).map((key) => [key, 0])),
      rolledUp: exampleFigures,
      children: [],
    },
  },
);

const block = { ...takeoffTotals };

export const wbsBlock = exampled(named('WbsSummaryBlock', object({ ...wbsHead, ...block })), {
  wbsCode: '30',
  name: 'Process units',
  ...takeoffTotalsExample,
});

export const crewBlock = exampled(
  named(
    'CrewSummaryBlock',
    object({
      crewCode: nullable(text('Code of the crew; null for lines without one.')),
      name: nullable(text('Name of the crew; null where none is known.')),
      ...block,
    }),
  ),
  { crewCode: 'PF-01', name: 'Pipe fitters', ...takeoffTotalsExample },
);

import { sheetItemKinds } from '@consulting/kernel/contracts/estimation';
import { responseSchema, unavailable } from '@consulting/kernel/http';
import { answerSchema, exampled, exampleIds, named, plainValue } from '@consulting/kernel/schema';
import { commonFields, lineField } from '@consulting/mto-engine';
import { pricing } from './line';

const grown = (before: number, after: number, growth: number, growthPercent: number) => ({
  before,
  after,
  growth,
  growthPercent,
});

const exampleBlock = {
  lines: grown(60, 60, 0, 0),
  quantities: [{ unitOfMeasure: 'm', ...grown(3820.4, 3826, 5.6, 0.15) }],
  totalManHours: grown(25684.804, 25695.4748, 10.6708, 0.04),
  totalCost: grown(5110852.7, 5113333.82, 2481.12, 0.05),
};

const example = {
  projectId: exampleIds.project,
  serviceId: exampleIds.service,
  currency: 'CAD',
  from: exampleIds.estimation,
  to: 'current',
  totals: exampleBlock,
  byDiscipline: [{ discipline: 'piping', ...exampleBlock }],
  byWbs: [{ wbsCode: '30.50.20.10', ...exampleBlock }],
  changed: [
    {
      mtoId: exampleIds.line,
      discipline: 'piping',
      itemNumber: 1,
      description: 'Pipe 6 in, ASTM A106 Gr. B, Sch 40',
      unitOfMeasure: 'm',
      wbsCode: '30.50.20.10',
      quantity: grown(24.4, 30, 5.6, 22.95),
      totalManHours: grown(46.4942, 57.165, 10.6708, 22.95),
      totalCost: grown(10810.54, 13291.66, 2481.12, 22.95),
      difference: 2481.12,
      fields: { quantity: { before: 24.4, after: 30 }, labourCost: { before: 6972.07, after: 8572.21 } },
    },
  ],
  total: { added: 0, removed: 0, changed: 1 },
  sheet: {
    added: [{ code: 'WEATHER', name: 'Winter works', kind: 'allowance', amount: 75000 }],
    removed: [],
    changed: [
      {
        code: 'OFFICE',
        name: 'Site office',
        kind: 'quantity',
        amount: grown(102000, 119000, 17000, 16.67),
        fields: { quantity: { before: 12, after: 14 } },
      },
    ],
  },
  skip: 0,
  limit: 20,
};

const { choice, object, list, nullable, number, count, text, described } = responseSchema;

const growth = named(
  'Growth',
  object({
    before: number('The figure in `from`.'),
    after: number('The figure in `to`.'),
    growth: number('After less before.'),
    growthPercent: nullable(number('Growth in percent of the figure before; null where that is 0.')),
  }),
);

const growthOf = (what: string) => described(growth, what);

const growthInUnit = named(
  'GrowthInUnit',
  object({
    unitOfMeasure: nullable(text('Unit of measure of the figures; null for lines without one.')),
    before: number('The quantity in `from`, in the unit of measure.'),
    after: number('The quantity in `to`, in the unit of measure.'),
    growth: number('After less before, in the unit of measure.'),
    growthPercent: nullable(number('Growth in percent of the quantity before; null where that is 0.')),
  }),
);

const block = {
  lines: growthOf('Number of lines.'),
  quantities: list(growthInUnit, 'Sum of the quantities in each unit of measure.'),
  totalManHours: growthOf('Man-hours.'),
  totalCost: growthOf('Total cost, in the currency of the project.'),
};

const value = { anyOf: [plainValue, pricing] };

const namingKeys = ['discipline', 'itemNumber', 'tag', 'description', 'unitOfMeasure', 'wbsCode'];

const line = {
  mtoId: responseSchema.id('Identifier of the line.'),
  ...Object.fromEntries(
    commonFields
      .filter(({ key }) => namingKeys.includes(key))
      .map((field) => [field.key, answerSchema(lineField(field))]),
  ),
};

const difference = number(
  'What the line adds to the total cost of the takeoff, or takes from it, in the currency of the project; a line that is void or excluded counts as 0.',
);

const singleLine = named(
  'ComparedLine',
  object({
    ...line,
    quantity: number('Quantity, in the unit of measure of the line.'),
    totalManHours: number('Man-hours.'),
    totalCost: number('Total cost, in the currency of the project.'),
    difference,
  }),
);

const changedLine = named(
  'ChangedLine',
  object(
    {
      ...line,
      quantity: growthOf('Quantity, in the unit of measure of the line.'),
      totalManHours: growthOf('Man-hours.'),
      totalCost: growthOf('Total cost, in the currency of the project.'),
      difference,
      fields: responseSchema.map(
        object({
          before: described(value, 'The value in `from`.'),
          after: described(value, 'The value in `to`.'),
        }),
        'Every field with another value, by key.',
      ),
    },
    {
      previousMtoId: responseSchema.id(
        'Identifier before, of a line that matches by discipline and item number.',
      ),
    },
  ),
);

const sheetItem = {
  code: text('Code of the item.'),
  name: text('What the item is.'),
  kind: choice(sheetItemKinds, 'How the amount is made.', 'SheetItemKind'),
};

const singleItem = named(
  'ComparedSheetItem',
  object({ ...sheetItem, amount: number('Amount, in the currency of the version, 2 decimals.') }),
);

const changedItem = named(
  'ChangedSheetItem',
  object({
    ...sheetItem,
    amount: growthOf('Amount, in the currency of the version, 2 decimals.'),
    fields: responseSchema.map(
      object({
        before: described(plainValue, 'The value in `from`.'),
        after: described(plainValue, 'The value in `to`.'),
      }),
      'Those of `name`, `kind`, `unit`, `quantity`, `unitPrice` and `percent` that have another value.',
    ),
  }),
);

const comparedSheet = object({
  added: list(singleItem, 'Items that are only in `to`, at most 500.'),
  removed: list(singleItem, 'Items that are only in `from`, at most 500.'),
  changed: list(changedItem, 'Items with the same code that differ, at most 500.'),
});

export const takeoffComparison = exampled(
  named(
    'TakeoffComparison',
    object(
      {
        projectId: responseSchema.id('Project of the lines.'),
        serviceId: responseSchema.id('Service of the lines.'),
        currency: nullable(text('Currency of the project.')),
        from: nullable(text('The earlier state: an estimation version, or current; null for an import.')),
        to: nullable(text('The later state: an estimation version, or current; null for an import.')),
        totals: described(object(block), 'Growth of the whole takeoff.'),
        byDiscipline: list(
          object({ discipline: text('Discipline of the lines.'), ...block }),
          'Growth of each discipline.',
        ),
        byWbs: list(
          object({ wbsCode: nullable(text('WBS code of the lines; null for those without one.')), ...block }),
          'Growth of each WBS code; lines without a code last.',
        ),
        added: list(singleLine, 'Lines that are only in `to`.'),
        removed: list(singleLine, 'Lines that are only in `from`.'),
        changed: list(changedLine, 'Lines that differ.'),
        total: described(
          object({
            added: count('Lines that were added.'),
            removed: count('Lines that were removed.'),
            changed: count('Lines that were changed.'),
          }),
          'Lengths of the three lists before paging.',
        ),
        sheet: nullable(
          described(
            comparedSheet,
            'Items of the estimate sheets; `current` has that of the newest draft. Null for an import.',
          ),
        ),
        skip: count('Lines of each list, or with `sort` of all lists together, that are left out.'),
        limit: count('Most lines of each list, or with `sort` of all lists together.'),
      },
      { taskId: responseSchema.id('Import that is compared with what was before.'), ...unavailable },
    ),
  ),
  example,
);

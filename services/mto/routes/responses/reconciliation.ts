import { responseSchema, unavailable } from '@consulting/kernel/http';
import { answerSchema, exampled, exampleIds, named } from '@consulting/kernel/schema';
import { versionCauses } from '@consulting/mto-analysis';
import { causes, commonFields, lineField } from '@consulting/mto-engine';

const { object, list, nullable, number, count, text, choice, map } = responseSchema;

const cause = choice(
  [...causes, ...versionCauses],
  'removed: lines that went, became void or excluded; added: lines that are new or count again; remeasured: lines in another unit of measure, as a whole; then what other values of the fields make when they are set one after another: quantity (with allowance, waste and spares), hours (with factors), labourRate, equipment, material, freightDutyTax, subcontract, percentages, override; other: what else moved; then what two versions put on top of their lines.',
  'ReconcileCause',
);

const amount = number('What it adds, in the currency of the project.');

const movedBy = list(
  named(
    'ReconciledCause',
    object({ cause, amount, lines: count('Lines that it moved; 0 on the level of versions.') }),
  ),
  'Why the total moved, in the order in which values are set; the amounts add up to the difference exactly.',
);

const namingKeys = ['itemNumber', 'description'];

const names = Object.fromEntries(
  commonFields
    .filter(({ key }) => namingKeys.includes(key))
    .map((field) => [field.key, answerSchema(lineField(field))]),
);

const item = named(
  'ReconciledLine',
  object({
    mtoId: responseSchema.id('Identifier of the line, the later one where it has another.'),
    ...names,
    from: number('Total cost before; 0 for a line that did not count.'),
    to: number('Total cost after; 0 for a line that does not count.'),
    causes: list(object({ cause, amount }), 'Why the line moved; the amounts add up to the difference.'),
  }),
);

const group = named(
  'ReconciledGroup',
  object({
    group: map(
      nullable(text('Value of the key; null for lines without one.')),
      'Values of the keys, by key.',
    ),
    from: number('Total cost of its lines before.'),
    to: number('Total cost of its lines after.'),
    difference: number('After less before.'),
    causes: movedBy,
  }),
);

const example = {
  projectId: exampleIds.project,
  serviceId: exampleIds.service,
  currency: 'CAD',
  from: 6972.07,
  to: 9563.25,
  difference: 2591.18,
  causes: [
    { cause: 'quantity', amount: 1600.14, lines: 1 },
    { cause: 'hours', amount: 650.06, lines: 1 },
    { cause: 'labourRate', amount: 340.98, lines: 1 },
  ],
  groups: [
    {
      group: { discipline: 'piping' },
      from: 6972.07,
      to: 9563.25,
      difference: 2591.18,
      causes: [
        { cause: 'quantity', amount: 1600.14, lines: 1 },
        { cause: 'hours', amount: 650.06, lines: 1 },
        { cause: 'labourRate', amount: 340.98, lines: 1 },
      ],
    },
  ],
  groupsTotal: 1,
  items: [
    {
      mtoId: exampleIds.line,
      itemNumber: 1,
      description: 'Pipe 6 in, ASTM A106 Gr. B, Sch 40',
      from: 6972.07,
      to: 9563.25,
      causes: [
        { cause: 'quantity', amount: 1600.14 },
        { cause: 'hours', amount: 650.06 },
        { cause: 'labourRate', amount: 340.98 },
      ],
    },
  ],
  total: 1,
  skip: 0,
  limit: 20,
  hasMore: false,
};

export const reconciliation = exampled(
  named(
    'Reconciliation',
    object(
      {
        projectId: responseSchema.id('Project of the lines.'),
        serviceId: nullable(responseSchema.id('Service of the lines; null for all of the project.')),
        currency: nullable(text('Currency of the project.')),
        from: number(
          'Total before: the grand total where both sides are versions, else the sum of the lines that count.',
        ),
        to: number('Total after, likewise.'),
        difference: number('After less before.'),
        causes: movedBy,
        groups: list(
          group,
          'Lines by `groupBy`, the largest difference first, at most 1000; a line that changed its group is removed from one and added to the other.',
        ),
        groupsTotal: count('Number of groups.'),
        items: list(item, 'Lines that moved, the largest difference first.'),
        total: count('Lines that moved, or those that `cause` moved.'),
        skip: count('Lines that are left out before the page.'),
        limit: count('Most lines of the page.'),
        hasMore: responseSchema.flag('Whether further lines follow.'),
      },
      unavailable,
    ),
  ),
  example,
);

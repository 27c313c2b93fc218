import { basisSections, maturities } from '@consulting/kernel/contracts/estimation';
import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { checkCodes, decisionInput, dismissedStates, ratioKeys, severities } from '@consulting/mto-analysis';
import { disciplines } from '@consulting/mto-engine';
import { criteriaSchema } from '@consulting/mto-lines';
import { summaryHead } from './aggregate';

const { choice, count, described, flag, id, list, nullable, number, object, sentence, text, time } =
  responseSchema;

const code = choice(checkCodes, 'What is checked.', 'ReviewCheckCode');

const dismissal = named(
  'ReviewDismissal',
  object({
    state: choice(
      dismissedStates,
      'A dismissed check comes back when its count or amount grows, one that is off does not.',
      'ReviewDismissedState',
    ),
    reason: text('Why.'),
    by: text('Who dismissed it.'),
    at: time('When, UTC.'),
  }),
);

const check = named(
  'ReviewCheck',
  object({
    code,
    severity: choice(severities, 'Whether it stands in the way of issuing.', 'ReviewSeverity'),
    count: count('Lines that it finds; failed rows of FAILED_ROWS, imports of IMPORT_DIFFERS.'),
    amount: number('Total cost of these lines, in the currency of the project, 2 decimals.'),
    difference: nullable(number('Of OVERRIDE: the totals entered by hand less those calculated; else null.')),
    filters: nullable(
      described(criteriaSchema, 'Finds exactly these lines, as `filters` of a search; null of imports.'),
    ),
    taskIds: list(id('An import.'), 'Of FAILED_ROWS and IMPORT_DIFFERS: the imports.'),
    message: sentence('For a person.'),
    dismissed: nullable(described(dismissal, 'Null while the check is open.')),
  }),
);

const ratio = named(
  'ReviewRatio',
  object({
    key: choice(ratioKeys, 'What is divided by what.', 'ReviewRatioKey'),
    discipline: nullable(choice(disciplines, 'Discipline of the lines; null of all.', 'Discipline')),
    value: number('Numerator by denominator, 4 decimals.'),
    unit: text('Unit of the value.'),
    numerator: number('Sum of the lines.'),
    denominator: number('Sum of the lines.'),
    reference: nullable(
      described(
        object({
          n: count('Other projects, each with its newest approved version.'),
          p10: number('A tenth of them is lower.'),
          p50: number('Their median.'),
          p90: number('A tenth of them is higher.'),
        }),
        'The ratio of own approved versions of other projects; null of fewer than five.',
      ),
    ),
    outside: flag('Whether the value is below the tenth or above the ninetieth percentile.'),
  }),
);

const share = named(
  'ReviewShare',
  object({
    source: nullable(text('Value of the field; null of lines without.')),
    lines: count('Lines.'),
    amount: number('Their total cost, 2 decimals.'),
    percent: nullable(number('Their share of the total cost, in percent, 2 decimals.')),
  }),
);

const classOfEstimate = named(
  'ReviewClass',
  object({
    estimateClass: nullable(text('Class of the version, or of the newest draft.')),
    supports: nullable(
      text('Class that the deliverables support; null while one that every estimate needs is missing.'),
    ),
    limitedBy: list(text('Key of a deliverable.'), 'Deliverables that a better class waits for.'),
    deliverables: list(
      object({ key: text('Deliverable.'), maturity: choice(maturities, 'How far it is.', 'Maturity') }),
      'Deliverables of the service.',
    ),
  }),
);

const basis = named(
  'ReviewBasis',
  object({
    sections: nullable(
      described(
        object({}, Object.fromEntries(basisSections.map((key) => [key, text('Own text of the section.')]))),
        'Own texts by section; null where several services are asked for.',
      ),
    ),
    facts: described(
      object({
        quantitySources: list(share, 'By `quantitySource`, the costliest first, at most 50.'),
        priceSources: list(share, 'By `priceSource`, likewise.'),
        crews: list(share, 'By `crewCode`, likewise.'),
        books: list(
          object({
            code: text('Code of a price book.'),
            updatedAt: text('When it was changed last, UTC.'),
            lines: count('Lines with prices of it.'),
            amount: number('Their total cost, 2 decimals.'),
          }),
          'Price books in use.',
        ),
        exchangeRates: list(
          object({ currency: text('Currency.'), rate: number('Rate to the currency of the project.') }),
          'Exchange rates of the project.',
        ),
        dismissed: list(
          object({
            code,
            state: choice(dismissedStates, 'How.', 'ReviewDismissedState'),
            reason: text('Why.'),
            by: text('Who dismissed it.'),
            at: time('When, UTC.'),
          }),
          'Checks that people dismissed.',
        ),
      }),
      'What the data say.',
    ),
  }),
);

export const review = exampled(
  named(
    'EstimateReview',
    object({
      ...summaryHead,
      estimationId: nullable(id('The version that was asked for.')),
      ready: flag('Whether no blocker is open.'),
      checks: list(check, 'What was found, blockers first, then warnings and notes.'),
      ratios: list(
        ratio,
        'Sums by sums, next to those of own approved versions of other projects; those without a denominator are left out.',
      ),
      class: nullable(described(classOfEstimate, 'Of one service; null of several.')),
      basis: described(basis, 'The basis of estimate: own texts, and facts.'),
    }),
  ),
  {
    projectId: exampleIds.project,
    serviceId: exampleIds.service,
    currency: 'CAD',
    generatedAt: '2025-07-21T12:00:00.000Z',
    ready: false,
    checks: [
      {
        code: 'NO_QUANTITY',
        severity: 'blocker',
        count: 2,
        amount: 0,
        filters: { conditions: [{ field: 'quantity', operator: 'equals', value: 0 }] },
        message: '2 lines without a quantity.',
      },
    ],
  },
);

export const newDecision = {
  serviceId: exampleIds.service,
  state: 'dismissed',
  reason: 'The owner gives the WBS codes in May.',
};

export const reviewDecision = exampled(
  named(
    'ReviewDecision',
    record({
      projectId: id('Project of the service.'),
      code,
      ...decisionInput.fields,
      count: count('What the check found when it was decided on.'),
      amount: number('Total cost of these lines, in the currency of the project, 2 decimals.'),
    }),
  ),
  {
    id: exampleIds.operation,
    projectId: exampleIds.project,
    code: 'NO_WBS',
    ...newDecision,
    count: 6,
    amount: 118210.4,
  },
);

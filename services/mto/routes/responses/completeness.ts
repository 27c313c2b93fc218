import { responseSchema } from '@consulting/kernel/http';
import { exampled, named } from '@consulting/kernel/schema';
import { criteriaSchema, gapCodes } from '@consulting/mto-lines';

const { choice, count, described, list, nullable, number, object, text } = responseSchema;

const percent = (of: string) =>
  nullable(number(`Share of ${of}, in percent, 2 decimals; null where there is none.`));

const gap = named(
  'CompletenessGap',
  object({
    code: choice(
      gapCodes,
      'What the lines lack: NO_QUANTITY no quantity; NO_HOURS neither hours nor a material or subcontract cost; NO_LABOUR_RATE hours without a rate; NO_MATERIAL_PRICE no material cost although the owner does not supply it; ZERO_TOTAL a total cost of zero; NO_WBS no WBS code.',
      'CompletenessGapCode',
    ),
    lines: count('Lines that lack it.'),
    percentOfLines: percent('the lines that count'),
    amount: number('Total cost of these lines, in the currency of the project, 2 decimals.'),
    quantities: list(
      object({
        unitOfMeasure: nullable(text('Unit of measure.')),
        quantity: number('Quantity of these lines in the unit.'),
        percentOfQuantity: percent('the quantity of all lines that count in the unit'),
      }),
      'Quantities of these lines, one for each unit of measure.',
    ),
    filters: described(criteriaSchema, 'Finds exactly these lines, as `filters` of a search.'),
  }),
);

export const completeness = exampled(
  named(
    'TakeoffCompleteness',
    object({
      lines: count('Lines that count: neither void nor excluded.'),
      gaps: list(gap, 'One for each code, also where no line lacks it.'),
    }),
  ),
  {
    lines: 60,
    gaps: [
      {
        code: 'NO_WBS',
        lines: 6,
        percentOfLines: 10,
        amount: 118210.4,
        quantities: [{ unitOfMeasure: 'm', quantity: 382.04, percentOfQuantity: 10 }],
        filters: { conditions: [{ field: 'wbsCode', operator: 'isEmpty' }] },
      },
    ],
  },
);

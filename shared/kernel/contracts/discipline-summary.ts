import { responseSchema } from '../http';
import { exampled, named } from '../schema';

const money = (description: string) =>
  responseSchema.number(`${description}, in the currency of the project, 2 decimals.`);

export const takeoffTotals = {
  itemCount: responseSchema.count('Takeoff lines; void and excluded ones are left out.'),
  totalManHours: responseSchema.number('Man-hours, 4 decimals.'),
  labourCost: money('Labour'),
  materialCost: money('Material'),
  freightCost: money('Freight'),
  importDutyCost: money('Import duty'),
  salesTaxCost: money('Sales tax'),
  equipmentCost: money('Construction equipment'),
  subcontractCost: money('Subcontracts'),
  directCost: money('Direct cost'),
  indirectCost: money('Indirect cost'),
  escalationCost: money('Escalation'),
  contingencyCost: money('Contingency'),
  markupCost: money('Markup'),
  totalCost: money('Total cost'),
};

export const takeoffTotalsExample = {
  itemCount: 60,
  totalManHours: 25684.804,
  labourCost: 3851580.15,
  materialCost: 881153.16,
  freightCost: 37099.68,
  importDutyCost: 0,
  salesTaxCost: 0,
  equipmentCost: 341019.71,
  subcontractCost: 0,
  directCost: 5110852.7,
  indirectCost: 0,
  escalationCost: 0,
  contingencyCost: 0,
  markupCost: 0,
  totalCost: 5110852.7,
};

/** Quantities in different units of measure are never added. */
export const quantityInUnit = named(
  'QuantityInUnit',
  responseSchema.object({
    unitOfMeasure: responseSchema.nullable(
      responseSchema.text('Unit of measure; null for lines without one.'),
    ),
    quantity: responseSchema.nullable(
      responseSchema.number(
        'Figure of the quantities, in the unit of measure; null where no line has a value.',
      ),
    ),
  }),
);

export const disciplineSummary = exampled(
  named(
    'DisciplineSummary',
    responseSchema.object({
      discipline: responseSchema.text('Discipline of the lines.'),
      itemCount: takeoffTotals.itemCount,
      quantities: responseSchema.list(quantityInUnit, 'Sum of the quantities in each unit of measure.'),
      ...Object.fromEntries(Object.entries(takeoffTotals).filter(([key]) => key !== 'itemCount')),
      percentOfTotal: responseSchema.nullable(
        responseSchema.number('Percent of the total cost, 2 decimals; null where that is 0.'),
      ),
      indicators: responseSchema.map(
        responseSchema.nullable(responseSchema.number()),
        'Figures of the discipline, for example totalDiaInch, totalWeight (kg) and manHoursPerDiaInch of piping.',
      ),
    }),
  ),
  {
    discipline: 'piping',
    quantities: [{ unitOfMeasure: 'm', quantity: 3820.4 }],
    ...takeoffTotalsExample,
    percentOfTotal: 100,
    indicators: { totalDiaInch: 14526, totalWeight: 190868.84, manHoursPerDiaInch: 1.7682 },
  },
);

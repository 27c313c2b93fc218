import {
  categoriesMax,
  choice,
  costEntries,
  exchangeRates,
  fuelPrices,
  integer,
  number,
  object,
  RecordInput,
  text,
} from '@consulting/kernel/schema';

const entries = () => costEntries().default({});

const workWeek = object(
  {
    hoursPerDay: number({ min: 1, max: 16 }).default(10).describe('Working hours per day.'),
    daysPerWeek: integer({ min: 1, max: 7 }).default(5).describe('Working days per week.'),
    shift: choice(['day', 'night'], 'Shift').default('day').describe('Day or night shift, for information.'),
  },
  { name: 'ProjectWorkWeekInput' },
);

export const indirectCostDefaults = {
  workWeek: { hoursPerDay: 10, daysPerWeek: 5, shift: 'day' as const },
  labour: {},
  equipment: {},
  fuelPrices: {},
  exchangeRates: [],
  basisNotes: null,
};

export const indirectCostsInput = new RecordInput(
  {
    workWeek: workWeek.default(indirectCostDefaults.workWeek).describe('Working calendar.'),
    labour: entries().describe('Indirect cost entries by category, per man-hour; null removes one.'),
    equipment: entries().describe('Indirect cost entries by category, per machine-hour; null removes one.'),
    fuelPrices: fuelPrices()
      .default({})
      .describe(
        'Price in the currency of the project by fuel type, per litre, for electricity per kWh; null removes one.',
      ),
    exchangeRates: exchangeRates()
      .default([])
      .describe(
        'Rates that amounts in other currencies are converted with; an update replaces the whole list.',
      ),
    basisNotes: text(4000).describe('Where the figures come from.'),
  },
  {
    name: 'IndirectCosts',
    server: ['projectId', 'currency'],
    rules(record, report) {
      for (const side of ['labour', 'equipment'] as const) {
        if (Object.keys(record[side]).length > categoriesMax) {
          report(side, 'MAX_LENGTH', `must have at most ${categoriesMax} categories`, {
            maxItems: categoriesMax,
          });
        }
      }
    },
  },
);

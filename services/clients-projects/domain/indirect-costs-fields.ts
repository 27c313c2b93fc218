import { dictionary, entry, list, object } from '@consulting/shared/fields/composite';
import { choice, currency, date, integer, number, text } from '@consulting/shared/fields/kinds';
import { RecordInput } from '@consulting/shared/fields/record';

const categoriesMax = 100;
const ratesMax = 200;
const categoryPattern = /^[a-z][a-zA-Z0-9]{0,49}$/;
const fuelTypes = ['diesel', 'gasoline', 'lpg', 'electricity', 'none'];

/** rates.md 5.1: the amount, when it is a number, replaces the percentage. */
const costEntry = entry({
  percentage: number({ min: 0, max: 1000, decimals: 4 })
    .default(0)
    .describe('Percent of the base of the tier of its category.'),
  amount: number({ min: 0, decimals: 4 }).describe(
    'Amount in the currency of the project per man-hour or machine-hour; replaces the percentage. Null counts the percentage, 0 is an explicit zero.',
  ),
});

const entries = () => dictionary(costEntry, (key) => categoryPattern.test(key), categoriesMax).default({});

const exchangeRate = entry({
  currency: currency().required().describe('Currency that is converted, ISO 4217; once in the list.'),
  rate: number({ above: 0 })
    .required()
    .describe('Units of the currency of the project for one unit of this one.'),
  date: date().describe('Day of the rate.'),
});

const workWeek = object({
  hoursPerDay: number({ min: 1, max: 16 }).default(10).describe('Working hours per day.'),
  daysPerWeek: integer({ min: 1, max: 7 }).default(5).describe('Working days per week.'),
  shift: choice(['day', 'night']).default('day').describe('Day or night shift, for information.'),
});

/** What every project has before anything is configured (resources.md 6). */
export const indirectCostDefaults = {
  workWeek: { hoursPerDay: 10, daysPerWeek: 5, shift: 'day' as const },
  labour: {},
  equipment: {},
  fuelPrices: {},
  exchangeRates: [],
  basisNotes: null,
};

/** Writable fields of the indirect cost configuration of a project (resources.md 6, rates.md 5). */
export const indirectCostsInput = new RecordInput(
  {
    workWeek: workWeek.default(indirectCostDefaults.workWeek).describe('Working calendar.'),
    labour: entries().describe('Indirect cost entries by category, per man-hour; null removes one.'),
    equipment: entries().describe('Indirect cost entries by category, per machine-hour; null removes one.'),
    fuelPrices: dictionary(number({ min: 0 }), (key) => fuelTypes.includes(key))
      .default({})
      .describe(
        'Price in the currency of the project by fuel type, per litre, for electricity per kWh; null removes one.',
      ),
    exchangeRates: list(exchangeRate, ratesMax, { distinctBy: 'currency' })
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
          report(side, 'MAX_LENGTH', `must have at most ${categoriesMax} categories`);
        }
      }
    },
  },
);

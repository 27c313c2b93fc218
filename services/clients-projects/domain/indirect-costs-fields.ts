import { dictionary, entry, list, object } from '@consulting/shared/fields/composite';
import { choice, currency, date, integer, number, text } from '@consulting/shared/fields/kinds';
import { RecordInput } from '@consulting/shared/fields/record';

const categoriesMax = 100;
const ratesMax = 200;
const categoryPattern = /^[a-z][a-zA-Z0-9]{0,49}$/;
const fuelTypes = ['diesel', 'gasoline', 'lpg', 'electricity', 'none'];

/** rates.md 5.1: the amount, when it is a number, replaces the percentage. */
const costEntry = entry({
  percentage: number({ min: 0, max: 1000, decimals: 4 }).default(0).describe('Of the base of its tier.'),
  amount: number({ min: 0, decimals: 4 }).describe('Per man-hour or machine-hour; replaces the percentage.'),
});

const entries = () => dictionary(costEntry, (key) => categoryPattern.test(key), categoriesMax).default({});

const exchangeRate = entry({
  currency: currency().required(),
  rate: number({ above: 0 }).required().describe('Units of the project currency for one unit of this one.'),
  date: date(),
});

const workWeek = object({
  hoursPerDay: number({ min: 1, max: 16 }).default(10),
  daysPerWeek: integer({ min: 1, max: 7 }).default(5),
  shift: choice(['day', 'night']).default('day').describe('For information.'),
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
      .describe('Price per litre by fuel type, per kWh for electricity; null removes one.'),
    exchangeRates: list(exchangeRate, ratesMax, { distinctBy: 'currency' }).default([]),
    basisNotes: text(4000),
  },
  {
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

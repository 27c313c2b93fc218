import { dictionary, entry, list } from './composite';
import { currency, date, number } from './kinds';

const categoryPattern = /^[a-z][a-zA-Z0-9]{0,49}$/;
const fuelTypes = ['diesel', 'gasoline', 'lpg', 'electricity', 'none'];
const ratesMax = 200;

export const categoriesMax = 100;

/** The amount, when it is a number, replaces the percentage (rates.md 5.1). */
export const costEntry = entry(
  {
    percentage: number({ min: 0, max: 1000, decimals: 4 })
      .default(0)
      .describe('Percent of the base of the tier of its category.'),
    amount: number({ min: 0, decimals: 4 }).describe(
      'Amount in the currency of the project per man-hour or machine-hour; replaces the percentage. Null counts the percentage, 0 is an explicit zero.',
    ),
  },
  { name: 'CostEntryInput' },
);

export const costEntries = () =>
  dictionary(costEntry, (key) => categoryPattern.test(key), {
    keysMax: categoriesMax,
    name: 'CostEntriesInput',
  });

export const fuelPrices = () =>
  dictionary(number({ min: 0 }), (key) => fuelTypes.includes(key), { name: 'FuelPricesInput' });

/** A rate is the number of units of the project currency for one unit of the other. */
export const exchangeRates = () =>
  list(
    entry(
      {
        currency: currency().required().describe('Currency that is converted, ISO 4217; once in the list.'),
        rate: number({ above: 0 })
          .required()
          .describe('Units of the currency of the project for one unit of this one.'),
        date: date().describe('Day of the rate.'),
      },
      { name: 'ExchangeRate' },
    ),
    ratesMax,
    { distinctBy: 'currency' },
  );

import { dictionary, entry, list, object } from '@consulting/shared/fields/composite';
import { Field, type Values } from '@consulting/shared/fields/field';
import { choice, currency, date, integer, number } from '@consulting/shared/fields/kinds';

const categoryPattern = /^[a-z][a-zA-Z0-9]{0,49}$/;
const fuelTypes = ['diesel', 'gasoline', 'lpg', 'electricity', 'none'];
const ratesMax = 200;

/** rates.md 5.1: the amount, when it is a number, replaces the percentage. */
const costEntry = entry({
  percentage: number({ min: 0, max: 1000, decimals: 4 })
    .default(0)
    .describe('Percent of the base of the tier of its category.'),
  amount: number({ min: 0, decimals: 4 }).describe(
    'Amount in the currency of the project per man-hour or machine-hour; replaces the percentage. Null counts the percentage, 0 is an explicit zero.',
  ),
});

const entries = () => dictionary(costEntry, (key) => categoryPattern.test(key));
const sides = object(
  {
    labour: entries().describe('Entries by category; an amount is per man-hour. Null removes a category.'),
    equipment: entries().describe(
      'Entries by category; an amount is per machine-hour. Null removes a category.',
    ),
  },
  { name: 'IndirectCostEntriesInput' },
);

export type CostEntries = Record<string, Values<{ entry: typeof costEntry }>['entry'] & object>;

/** Indirect cost entries of one level; a category that is null was removed from it. */
export interface CostLevel {
  labour?: CostEntries | null;
  equipment?: CostEntries | null;
}

/** Entries by category on both sides; an update merges category by category, null removes one (rates.md 5.1). */
export const indirectCosts = () =>
  new Field<CostLevel | null>({
    schema: sides.kind.schema,
    read: (value, at, reading) => sides.kind.read(value, at, reading) as CostLevel,
    merge: (present, change) => ({
      labour: mergedEntries(present?.labour, change.labour),
      equipment: mergedEntries(present?.equipment, change.equipment),
    }),
  });

/** An absent side stays, a null one is emptied. */
function mergedEntries(
  present: CostEntries | null | undefined,
  change: CostEntries | null | undefined,
): CostEntries {
  if (change === null) return {};
  const merged = { ...present, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as CostEntries;
}

const weekFields = {
  hoursPerDay: number({ min: 1, max: 16 }).describe('Working hours per day.'),
  daysPerWeek: integer({ min: 1, max: 7 }).describe('Working days per week.'),
  shift: choice(['day', 'night']).describe('Day or night shift, for information.'),
};

/** Working calendar; what is absent or null is that of the next level. */
export const workWeek = () => object(weekFields);

export type EnteredWeek = Partial<Values<typeof weekFields>>;

/** Price per litre by fuel type, per kWh for electricity. */
export const fuelPrices = () => dictionary(number({ min: 0 }), (key) => fuelTypes.includes(key));

/** Units of the project currency for one unit of each. */
export const exchangeRates = () =>
  list(
    entry({
      currency: currency().required().describe('Currency that is converted, ISO 4217; once in the list.'),
      rate: number({ above: 0 })
        .required()
        .describe('Units of the currency of the project for one unit of this one.'),
      date: date().describe('Day of the rate.'),
    }),
    ratesMax,
    { distinctBy: 'currency' },
  );

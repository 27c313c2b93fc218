import {
  choice,
  costEntries,
  type costEntry,
  Field,
  integer,
  number,
  object,
  type Values,
} from '@consulting/kernel/schema';

const sides = object(
  {
    labour: costEntries().describe(
      'Entries by category; an amount is per man-hour. Null removes a category.',
    ),
    equipment: costEntries().describe(
      'Entries by category; an amount is per machine-hour. Null removes a category.',
    ),
  },
  { name: 'IndirectCostEntriesInput' },
);

export type CostEntries = Record<string, Values<{ entry: typeof costEntry }>['entry'] & object>;

export interface CostLevel {
  labour?: CostEntries | null;
  equipment?: CostEntries | null;
}

/** An update merges category by category, and null removes one (rates.md 5.1). */
export const indirectCosts = () =>
  new Field<CostLevel | null>({
    schema: sides.kind.schema,
    read: (value, at, reading) => sides.kind.read(value, at, reading) as CostLevel,
    merge: (current, change) => ({
      labour: mergedEntries(current?.labour, change.labour),
      equipment: mergedEntries(current?.equipment, change.equipment),
    }),
  });

export const indirectCostsOver = () =>
  new Field<CostLevel | null>({
    schema: sides.kind.schema,
    read: (value, at, reading) => sides.kind.read(value, at, reading) as CostLevel,
  });

function mergedEntries(
  current: CostEntries | null | undefined,
  change: CostEntries | null | undefined,
): CostEntries {
  if (change === null) return {};
  const merged = { ...current, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as CostEntries;
}

const weekFields = {
  hoursPerDay: number({ min: 1, max: 16 }).describe('Working hours per day.'),
  daysPerWeek: integer({ min: 1, max: 7 }).describe('Working days per week.'),
  shift: choice(['day', 'night'], 'Shift').describe('Day or night shift, for information.'),
};

export const workWeek = () => object(weekFields, { name: 'WorkWeek' });

export type EnteredWeek = Partial<Values<typeof weekFields>>;

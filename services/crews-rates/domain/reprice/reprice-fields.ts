import {
  boolean,
  choice,
  country,
  integer,
  list,
  number,
  object,
  RecordInput,
  singleSpaced,
  text,
  type Values,
} from '@consulting/kernel/schema';
import { indirectCostsOver, workWeek } from '../../fields/crew-terms';
import { quarters } from '../../rates/card';
import type { Repricing } from '../../rates/repricing';

export const crewsMax = 500;

const place = object(
  {
    country: country().describe('Country; with it region and province are those given here, or none.'),
    region: singleSpaced(80).describe('Region; with it the province is that given here, or none.'),
    province: singleSpaced(80).describe('Province or state.'),
    year: integer({ min: 1990, max: 2100 }).describe('Pricing year.'),
    quarter: choice(quarters, 'Quarter').describe('Pricing quarter.'),
    projectType: singleSpaced(60).describe('Project type.'),
  },
  { name: 'RepricePlaceInput' },
);

export const repriceInput = new RecordInput(
  {
    crews: list(text(40).required(), crewsMax).describe(
      'Codes of the crews of the service to reprice; by default all of them.',
    ),
    place: place
      .default({})
      .describe('Where and when rate cards are matched. What is absent is as the project has it.'),
    workWeek: workWeek().describe(
      'Working calendar in the place of that of the project; a crew with one of its own keeps that.',
    ),
    indirectCosts: indirectCostsOver().describe(
      'Entries in the place of those of the project, category by category; null takes one away. Entries of a crew still come first.',
    ),
    escalationPercent: number({ min: -100, max: 1000, decimals: 4 }).describe(
      'Percent by which the rates of each crew grow behind the last tier of its indirect costs; negative lets them shrink.',
    ),
    dryRun: boolean()
      .default(true)
      .describe('Whether the effect is only calculated; false stores the crews and calculates the lines.'),
  },
  { name: 'Reprice' },
);

export type RepriceRequest = Values<(typeof repriceInput)['fields']>;

export function repricingOf(request: RepriceRequest): Repricing | null {
  const { place, workWeek, indirectCosts, escalationPercent } = request;
  const repricing = stated({
    place: emptyAsNull(stated(place ?? {})),
    workWeek: emptyAsNull(stated({ hoursPerDay: workWeek?.hoursPerDay, daysPerWeek: workWeek?.daysPerWeek })),
    indirectCosts: emptyAsNull(indirectCosts ?? {}),
    escalationPercent: escalationPercent || null,
  });
  return emptyAsNull(repricing);
}

type Stated<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

const stated = <T extends object>(given: T): Stated<T> =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  ) as Stated<T>;

const emptyAsNull = <T extends object>(given: T): T | null =>
  Object.keys(given).length === 0 ? null : given;

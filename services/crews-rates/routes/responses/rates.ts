import type { JsonSchema } from '@consulting/kernel/fields/field';
import { named } from '@consulting/kernel/fields/schema';
import { responseSchema } from '@consulting/kernel/http/answer';

const { object, number, nullable, text, count, list } = responseSchema;

export const perTimeType = (value: JsonSchema): JsonSchema =>
  object({
    straightTime: timeType(value, 'Straight time.'),
    overtime: timeType(value, 'Overtime.'),
    doubleTime: timeType(value, 'Double time.'),
  });

const timeType = (value: JsonSchema, name: string) =>
  responseSchema.described(value, value.description === undefined ? name : `${name} ${value.description}`);

export const hoursOfWeek = perTimeType(number('Hours of one person per week.'));
export const hourlyRates = perTimeType(number('In the currency of the project per hour, 4 decimals.'));

const entriesOfSide = (hour: string) =>
  responseSchema.map(
    object({
      percentage: number('Percent of the base of the tier of its category.'),
      amount: nullable(number(`Amount in the currency of the project per ${hour}; replaces the percentage.`)),
    }),
    `Entries by category; an amount is per ${hour}.`,
  );

export const costEntries = { labour: entriesOfSide('man-hour'), equipment: entriesOfSide('machine-hour') };

export const location = named(
  'MatchingLocation',
  object({
    country: nullable(text('Country, ISO 3166-1 alpha-2.')),
    region: nullable(text('Region above the province.')),
    province: nullable(text('Province or state.')),
    year: nullable(count('Pricing year.')),
    quarter: nullable(text('Pricing quarter, Q1 to Q4.')),
    projectType: nullable(text('Project type.')),
  }),
);

export const warnings = list(
  named(
    'CrewWarning',
    object(
      {
        code: text('For example FALLBACK_MATCH or NO_MATCHING_CREW_MEMBERS.'),
        message: text('For a person.'),
        member: nullable(text('Trade and designation, or equipment code.')),
      },
      {
        step: count('Step of the match (FALLBACK_MATCH).'),
        reason: text('Why no rate card fits (NO_MATCHING_CREW_MEMBERS).'),
      },
    ),
  ),
  'What a person should know about the rates.',
);

const money = (what: string) => number(`${what}, in the currency of the project, 2 decimals.`);
const perManHour = (what: string) =>
  nullable(number(`${what} per man-hour, in the currency of the project, 4 decimals; null without labour.`));
const perCrewHour = (what: string) =>
  nullable(number(`${what} per crew-hour, in the currency of the project, 4 decimals.`));

export const crewRates = named(
  'CrewRates',
  object({
    manHours: number('Man-hours per week.'),
    machineHours: number('Machine-hours per week.'),
    crewHours: number('Crew-hours per week.'),
    labourTotal: money('Labour with all indirect cost, per week'),
    equipmentTotal: money('Equipment with all indirect cost, per week'),
    total: money('Labour and equipment, per week'),
    labourRatePerManHour: perManHour('Labour'),
    equipmentRatePerManHour: perManHour('Equipment'),
    totalRatePerManHour: perManHour('Labour and equipment'),
    labourRatePerCrewHour: perCrewHour('Labour'),
    equipmentRatePerCrewHour: perCrewHour('Equipment'),
    totalRatePerCrewHour: perCrewHour('Labour and equipment'),
    costPerDay: money('The crew, per working day'),
    labourMultiplier: nullable(number('Labour with all tiers ÷ its base, 4 decimals; null without labour.')),
    equipmentMultiplier: nullable(
      number('Equipment with all tiers ÷ its base, 4 decimals; null without equipment.'),
    ),
  }),
);

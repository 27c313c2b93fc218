import type { JsonSchema } from '@consulting/shared/fields/field';
import { named } from '@consulting/shared/fields/schema';
import { shown } from '@consulting/shared/http/answer';

const { object, number, nullable, text, count, list } = shown;

/** One value for each of the three time types. */
export const perTimeType = (value: JsonSchema): JsonSchema =>
  object({ straightTime: value, overtime: value, doubleTime: value });

export const hoursOfWeek = perTimeType(number('Hours of one person per week.'));
export const hourlyRates = perTimeType(number('Currency per hour.'));

export const costEntries = shown.map(
  object({
    percentage: number('Percent of the base of its tier.'),
    amount: nullable(number('Per man-hour or machine-hour; replaces the percentage.')),
  }),
);

/** Place and period that rates are matched with. */
export const location = named(
  'MatchingLocation',
  object({
    country: nullable(text('ISO 3166-1 alpha-2.')),
    region: nullable(text()),
    province: nullable(text()),
    year: nullable(count()),
    quarter: nullable(text()),
    projectType: nullable(text()),
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

const perManHour = (what: string) => nullable(number(`${what} per man-hour.`));
const perCrewHour = (what: string) => nullable(number(`${what} per crew-hour.`));

/** The result block of rates.md 8.2; money in the currency of the project. */
export const crewRates = named(
  'CrewRates',
  object({
    manHours: number('Man-hours per week.'),
    machineHours: number('Machine-hours per week.'),
    crewHours: number('Crew-hours per week.'),
    labourTotal: number('Labour cost per week.'),
    equipmentTotal: number('Equipment cost per week.'),
    total: number('Cost per week.'),
    labourRatePerManHour: perManHour('Labour'),
    equipmentRatePerManHour: perManHour('Equipment'),
    totalRatePerManHour: perManHour('Labour and equipment'),
    labourRatePerCrewHour: perCrewHour('Labour'),
    equipmentRatePerCrewHour: perCrewHour('Equipment'),
    totalRatePerCrewHour: perCrewHour('Labour and equipment'),
    costPerDay: number('Cost of the crew per working day.'),
    labourMultiplier: nullable(number('Labour with all tiers ÷ base.')),
    equipmentMultiplier: nullable(number('Equipment with all tiers ÷ base.')),
  }),
);

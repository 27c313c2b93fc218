import { responseSchema } from '@consulting/kernel/http';
import {
  answerSchema,
  costEntries as costEntriesField,
  exampleIds,
  type JsonSchema,
  named,
} from '@consulting/kernel/schema';

export const ratePlace = {
  country: 'CA',
  region: 'Western Canada',
  province: 'Alberta',
  year: 2025,
  quarter: 'Q3',
  projectType: 'petrochemical',
};

const { object, number, nullable, sentence, text, count, list } = responseSchema;

export const perTimeType = (name: string, value: JsonSchema): JsonSchema =>
  named(
    name,
    object({
      straightTime: timeType(value, 'Straight time.'),
      overtime: timeType(value, 'Overtime.'),
      doubleTime: timeType(value, 'Double time.'),
    }),
  );

const timeType = (value: JsonSchema, name: string) =>
  responseSchema.described(value, value.description === undefined ? name : `${name} ${value.description}`);

export const perTime = perTimeType(
  'FiguresOfTimeTypes',
  number('Hours, or an amount per hour in the currency of the project with 4 decimals.'),
);

const entriesOfSide = (hour: string) =>
  answerSchema(costEntriesField().describe(`Entries by category; an amount is per ${hour}.`).required());

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
        message: sentence('For a person.'),
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

const times = (straightTime: number, overtime: number, doubleTime: number) => ({
  straightTime,
  overtime,
  doubleTime,
});

const foreman = {
  tradeCode: 'PIPF',
  laborDesignation: 'Foreman',
  quantity: 1,
  memberId: exampleIds.rateCard,
  matchStep: 1,
  periodDistanceQuarters: 0,
  matchedOn: { ...ratePlace, currency: 'CAD' },
  currency: 'CAD',
  hours: times(40, 10, 10),
  baseRates: times(58.5, 87.75, 117),
  burdenedRates: times(82.0163, 116.9744, 151.9326),
  addOns: {
    perDiem: times(12, 12, 12),
    smallTools: times(2.4605, 3.5092, 4.558),
    consumables: times(1.6403, 2.3395, 3.0387),
    ppe: times(0.6, 0.6, 0.6),
  },
  allInRates: times(98.7171, 135.4231, 172.1293),
  manHours: 60,
  cost: 5969.72,
};

const crane = {
  equipmentCode: 'CRN-RT-050',
  quantity: 1,
  rentalBasis: 'monthly',
  rateSource: 'tag',
  rentalPerHour: 81.8182,
  fuelPerHour: 20.3,
  operatingCostPerHour: 9.5,
  operatingRate: 111.6182,
  standbyRate: 40.9091,
  machineHours: 60,
  cost: 3727.31,
};

export const pricedMembers = {
  labourMembers: [foreman],
  equipmentMembers: [{ ...crane, operatingShare: 30, standbyShare: 70 }],
};

export const calculatedMembers = {
  labour: [foreman],
  equipment: [{ ...crane, operatingHours: 18, standbyHours: 42 }],
};

export const exampleWeek = { hoursPerDay: 10, daysPerWeek: 6 };

export const exampleRates = {
  manHours: 480,
  machineHours: 180,
  crewHours: 60,
  labourTotal: 71978.71,
  equipmentTotal: 6373.02,
  total: 78351.73,
  labourRatePerManHour: 149.9556,
  equipmentRatePerManHour: 13.2771,
  totalRatePerManHour: 163.2327,
  labourRatePerCrewHour: 1199.6452,
  equipmentRatePerCrewHour: 106.217,
  totalRatePerCrewHour: 1305.8622,
  costPerDay: 13058.62,
  labourMultiplier: 1.7067,
  equipmentMultiplier: 1.2294,
};

export const operatorMissing = {
  code: 'OPERATOR_MISSING',
  message: 'The machine needs an operator of trade CRAN, who is not a member of the crew.',
  member: 'CRN-RT-050',
};

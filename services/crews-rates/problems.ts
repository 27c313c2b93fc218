import { blocking, type ProblemTable, responseSchema } from '@consulting/kernel/http';
import { named, recordSchema } from '@consulting/kernel/schema';

const { count, id, list, text, nullable, number } = responseSchema;

const place = {
  region: nullable(text('Region; null is the whole country.')),
  province: nullable(text('Province or state; null is the whole region.')),
  year: { type: 'integer', description: 'Year.' },
  quarter: text('Quarter, Q1 to Q4.'),
  projectType: nullable(text('Project type; null is any.')),
};

const unmatched = named(
  'UnmatchedMember',
  recordSchema({
    tradeCode: text('Trade of the member.'),
    laborDesignation: text('Designation of the member.'),
    quantity: number('Number of persons.'),
    reason: text(
      'NO_CARD_FOR_TRADE, NO_CARD_IN_COUNTRY, NO_CARD_IN_LOCATION, NO_CARD_FOR_PROJECT_TYPE or NO_CARD_IN_PERIOD.',
    ),
    nearest: list(
      named('NearestRateCard', recordSchema({ memberId: id('Identifier of the rate card.'), ...place })),
      'Up to three rate cards of the country that do not fit.',
    ),
  }),
);

const projectLocation = {
  ...recordSchema({ country: text('Country, ISO 3166-1 alpha-2.'), ...place }),
  description: 'What was matched with.',
};

export const problems = {
  NO_MATCHING_CREW_MEMBERS: {
    status: 400,
    meaning: 'Members of the crew have no rate card for the place of the project.',
    facts: {
      projectLocation,
      matched: count('Members with a rate card.'),
      missing: list({ anyOf: [unmatched, text()] }, 'Members without a rate card.'),
    },
  },
  PROJECT_LOCATION_INCOMPLETE: {
    status: 400,
    meaning: 'The project lacks the country, year or quarter that matching needs.',
    facts: { missing: list({ anyOf: [unmatched, text()] }, 'Keys of the project.') },
  },
  CREW_INACTIVE: {
    status: 400,
    meaning: 'The crew is inactive.',
    facts: { crewId: id('The crew that is meant.') },
  },
  EXCHANGE_RATE_MISSING: {
    status: 400,
    meaning: 'The project has no exchange rate for a currency of a rate.',
    facts: { currency: text('Currency without a rate.'), projectCurrency: text('Currency of the project.') },
  },
  EQUIPMENT_RATE_MISSING: {
    status: 400,
    meaning: 'A machine has no rate for the rental basis.',
    facts: { equipmentCode: text('The machine that is meant.') },
  },
  TRADE_EXISTS: { status: 409, meaning: 'Another trade has the code with the designation.' },
  RATE_CARD_EXISTS: {
    status: 409,
    meaning: 'Another rate card has the same trade, place, period and project type.',
  },
  TRADE_IN_USE: {
    status: 409,
    meaning: 'Crews, rate cards or equipment refer to the trade; see `blocking`.',
    facts: { blocking },
  },
  TRADE_AMBIGUOUS: {
    status: 409,
    meaning: 'The trade has several designations; name one with `laborDesignation`.',
    facts: {
      keys: list(text(), 'Keys that need one designation.'),
      laborDesignations: list(text(), 'Designations of the trade.'),
    },
  },
  CREW_IN_USE: {
    status: 409,
    meaning: 'Projects, service crews or takeoff lines refer to the crew; see `blocking`.',
    facts: { blocking },
  },
} satisfies ProblemTable;

declare module '@consulting/kernel/schema/errors' {
  interface ErrorCodes extends Record<keyof typeof problems, true> {}
}

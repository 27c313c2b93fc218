import { named, recordSchema } from '../../fields/schema';
import { responseSchema } from '../answer';

const faultSchema = named(
  'Fault',
  recordSchema(
    {
      field: responseSchema.text('Key or parameter; inside objects and arrays as in contacts[0].email.'),
      code: responseSchema.text(
        'For example REQUIRED, TYPE, FORMAT, ENUM, MIN, MAX, MAX_LENGTH, UNKNOWN_FIELD.',
      ),
      message: responseSchema.text('For a person.'),
    },
    { index: responseSchema.count('Position of the item in a bulk request.') },
  ),
);

const blockingSchema = named(
  'Blocking',
  recordSchema({
    count: responseSchema.count('How many records stand in the way.'),
    items: responseSchema.list(
      recordSchema({
        id: responseSchema.id('Identifier of the record.'),
        code: responseSchema.nullable(responseSchema.text('Code of the record.')),
        name: responseSchema.nullable(responseSchema.text('Name of the record.')),
      }),
      'At most 20 of them.',
    ),
  }),
);

const { text, count, list, nullable } = responseSchema;

const place = {
  region: nullable(text('Region; null is the whole country.')),
  province: nullable(text('Province or state; null is the whole region.')),
  year: { type: 'integer', description: 'Year.' },
  quarter: text('Quarter, Q1 to Q4.'),
  projectType: nullable(text('Project type; null is any.')),
};

const unmatched = recordSchema({
  tradeCode: text('Trade of the member.'),
  laborDesignation: text('Designation of the member.'),
  quantity: responseSchema.number('Number of persons.'),
  reason: text(
    'NO_CARD_FOR_TRADE, NO_CARD_IN_COUNTRY, NO_CARD_IN_LOCATION, NO_CARD_FOR_PROJECT_TYPE or NO_CARD_IN_PERIOD.',
  ),
  nearest: list(
    recordSchema({ memberId: responseSchema.id('Identifier of the rate card.'), ...place }),
    'Up to three rate cards of the country that do not fit.',
  ),
});

const projectLocation = recordSchema({ country: text('Country, ISO 3166-1 alpha-2.'), ...place });

/** Keys that some codes add. */
const facts = {
  resource: text('What was looked for (NOT_FOUND).'),
  ids: list(text(), 'Identifiers that do not exist, the first 1000 of them (NOT_FOUND).'),
  field: text('Key whose value is taken (CODE_EXISTS).'),
  index: count('Position of the item in a bulk request (CODE_EXISTS).'),
  from: text('Present status (INVALID_STATUS_TRANSITION).'),
  to: text('Wanted status (INVALID_STATUS_TRANSITION).'),
  allowed: list(text(), 'What the status can become (INVALID_STATUS_TRANSITION).'),
  drawNumber: count('Draw whose status cannot change so (INVALID_STATUS_TRANSITION).'),
  version: count('Version of the record (VERSION_MISMATCH).'),
  bytesMax: count('The limit in bytes (FILE_TOO_LARGE, BODY_TOO_LARGE).'),
  valuesMax: count('The most values that a body may hold (BODY_TOO_LARGE).'),
  dependency: text('Who does not answer (DEPENDENCY_UNAVAILABLE).'),
  count: count(
    'Records that match, that stand in the way or that do not exist (COUNT_MISMATCH, CURRENCY_IN_USE, NOT_FOUND).',
  ),
  expectedCount: count('Lines that were expected (COUNT_MISMATCH).'),
  running: count('Imports that are queued or running (IMPORT_RUNNING).'),
  taskId: responseSchema.id('The import that is meant (DUPLICATE_UPLOAD, IMPORT_RUNNING, NO_SNAPSHOT).'),
  estimationId: responseSchema.id('The version that is meant (NO_SNAPSHOT).'),
  serviceId: responseSchema.id('The service that is meant (SERVICE_APPROVED).'),
  serviceType: text('Kind of the service (NOT_AN_ESTIMATION_SERVICE).'),
  crewId: responseSchema.id('The crew that is meant (CREW_INACTIVE).'),
  equipmentCode: text('The machine that is meant (EQUIPMENT_RATE_MISSING).'),
  currency: text('Currency without a rate (EXCHANGE_RATE_MISSING).'),
  projectCurrency: text('Currency of the project (EXCHANGE_RATE_MISSING).'),
  keys: list(text(), 'Keys that need one designation (TRADE_AMBIGUOUS).'),
  laborDesignations: list(text(), 'Designations of the trade (TRADE_AMBIGUOUS).'),
  projectLocation: { ...projectLocation, description: 'What was matched with (NO_MATCHING_CREW_MEMBERS).' },
  matched: count('Members with a rate card (NO_MATCHING_CREW_MEMBERS).'),
  missing: list(
    { anyOf: [unmatched, text()] },
    'Members without a rate card (NO_MATCHING_CREW_MEMBERS) or keys of the project (PROJECT_LOCATION_INCOMPLETE).',
  ),
};

/** The body of every answer of 400 and above (RFC 9457, resources.md 1.1); some codes add keys. */
export const problemSchema = named(
  'Problem',
  recordSchema(
    {
      type: responseSchema.text('Always about:blank.'),
      title: responseSchema.text('The status in words.'),
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: responseSchema.text('One sentence for a person; may be reworded.'),
      code: responseSchema.text('What went wrong, for programs; never reworded.'),
      requestId: responseSchema.text('Identifier of the request, also in the header X-Request-Id.'),
    },
    {
      errors: responseSchema.list(faultSchema, 'The faults of a validation error, the first 1000 of them.'),
      errorCount: count('Number of all faults of a validation error.'),
      blocking: responseSchema.described(
        blockingSchema,
        'Records that stand in the way of a delete or of a change.',
      ),
      ...facts,
    },
  ),
);

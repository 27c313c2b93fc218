import { named, recordSchema } from '../../fields/schema';
import { shown } from '../answer';

const faultSchema = named(
  'Fault',
  recordSchema(
    {
      field: shown.text('Key or parameter; inside objects and arrays as in contacts[0].email.'),
      code: shown.text('For example REQUIRED, TYPE, FORMAT, ENUM, MIN, MAX, MAX_LENGTH, UNKNOWN_FIELD.'),
      message: shown.text('For a person.'),
    },
    { index: shown.count('Position of the item in a bulk request.') },
  ),
);

const blockingSchema = named(
  'Blocking',
  recordSchema({
    count: shown.count('All records that stand in the way.'),
    items: shown.list(
      recordSchema({
        id: shown.id(),
        code: shown.nullable(shown.text()),
        name: shown.nullable(shown.text()),
      }),
      'At most 20 of them.',
    ),
  }),
);

/** The body of every answer of 400 and above (RFC 9457, resources.md 1.1); some codes add keys. */
export const problemSchema = named(
  'Problem',
  recordSchema(
    {
      type: shown.text('Always about:blank.'),
      title: shown.text('The status in words.'),
      status: { type: 'integer' },
      detail: shown.text('One sentence for a person; may be reworded.'),
      code: shown.text('For programs.'),
      requestId: shown.text('Also in the header X-Request-Id.'),
    },
    {
      errors: shown.list(faultSchema, 'Every fault of a validation error.'),
      resource: shown.text('What was looked for (NOT_FOUND).'),
      ids: shown.list(shown.text(), 'Identifiers that do not exist (NOT_FOUND).'),
      blocking: blockingSchema,
      from: shown.text('Present status (INVALID_STATUS_TRANSITION).'),
      to: shown.text('Wanted status (INVALID_STATUS_TRANSITION).'),
      allowed: shown.list(shown.text(), 'What the status can become (INVALID_STATUS_TRANSITION).'),
      version: shown.count('Version of the record (VERSION_MISMATCH).'),
      bytesMax: shown.count('The limit in bytes (FILE_TOO_LARGE, BODY_TOO_LARGE).'),
      dependency: shown.text('Who does not answer (DEPENDENCY_UNAVAILABLE).'),
    },
  ),
);

import { blocking, type ProblemTable, responseSchema } from '@consulting/kernel/http';

const { count, id, list, nullable, object, text } = responseSchema;

export const problems = {
  CONFIRMATION_REQUIRED: { status: 400, meaning: 'The request must say `confirm: true`.' },
  EMPTY_FILTER: { status: 400, meaning: 'The filter has no conditions and would match everything.' },
  COUNT_MISMATCH: {
    status: 409,
    meaning: 'The selection matches another number of lines than `expectedCount`.',
    facts: { count: count('Lines that match.'), expectedCount: count('Lines that were expected.') },
  },
  RESULT_INVALID: {
    status: 422,
    meaning: 'An operation would give lines values that their fields do not take; nothing was changed.',
    facts: {
      lines: list(
        object({
          id: id('Identifier of the line.'),
          itemNumber: nullable(count('Item number of the line.')),
          field: text('Key of the field, as it was sent.'),
          code: text('What is wrong, as in a validation error.'),
          message: text('For a person.'),
        }),
        'What is wrong with the first 100 of the lines.',
      ),
      count: count('Lines whose values would not be taken.'),
    },
  },
  PRICE_BOOK_INACTIVE: {
    status: 409,
    meaning: 'A price book that is not active gives no prices.',
    facts: { priceBook: text('Code of the price book.') },
  },
  ALREADY_UNDONE: {
    status: 409,
    meaning: 'The operation is undone already.',
    facts: { undoneBy: id('The operation that undid it.') },
  },
  CHANGED_SINCE: {
    status: 409,
    meaning: 'Lines have been changed since the operation; see `blocking`.',
    facts: { blocking },
  },
  HISTORY_EXPIRED: { status: 409, meaning: 'What the operation changed is no longer stored.' },
  NOT_UNDOABLE: {
    status: 409,
    meaning:
      'The operation followed from a change elsewhere and is undone there, or lines would come back with prices in another currency than the project has now.',
  },
  NOTHING_STORED: { status: 409, meaning: 'No line that the import stored is in the takeoff.' },
  ROWS_UNKNOWN: {
    status: 409,
    meaning: 'The import ran before the service recorded which row of the file became which line.',
  },
  NO_ROOM_FOR_COLUMNS: {
    status: 409,
    meaning: 'A sheet has no columns left behind its table, of the 16,384 that a sheet can have.',
  },
  TOO_MANY_VIEWS: {
    status: 409,
    meaning: 'The caller has as many views as a caller may have.',
    facts: { viewsMax: count('Most views of a caller.') },
  },
  NO_BID_SPREAD: {
    status: 409,
    meaning: 'The service has no draft whose estimate sheet says how the bid is spread over the lines.',
  },
  NO_SNAPSHOT: {
    status: 409,
    meaning: 'No copy of the lines was stored for the version.',
    facts: { estimationId: id('The version that is meant.'), taskId: id('The import that is meant.') },
  },
} satisfies ProblemTable;

declare module '@consulting/kernel/schema/errors' {
  interface ErrorCodes extends Record<keyof typeof problems, true> {}
}

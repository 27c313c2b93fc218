import { exampled, exampleIds } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { responseSchema } from '@consulting/kernel/http/answer';
import { lineAnswer } from './line';

const { object, list, count } = responseSchema;

const firstIds = list(responseSchema.id(), 'Identifiers of the first 1000 lines.');
const matched = count('Lines that are selected.');
const failed = count('Always 0: all or none are written.');

export const linesCreated = exampled(
  named(
    'TakeoffLinesCreated',
    object({
      created: count('Lines that were created.'),
      failed,
      total: count('Items of the request.'),
      ids: list(responseSchema.id(), 'Identifiers of the lines, in the order of the items.'),
      items: list(lineAnswer, 'The lines, in the order of the items.'),
    }),
  ),
  { created: 1, failed: 0, total: 1, ids: [exampleIds.line] },
);

export const linesEdited = exampled(
  named(
    'TakeoffLinesEdited',
    object({
      matched,
      updated: count('Lines that changed.'),
      unchanged: count('Lines that had the values already; they keep their version.'),
      failed,
      ids: firstIds,
    }),
  ),
  { matched: 1, updated: 1, unchanged: 0, failed: 0, ids: [exampleIds.line] },
);

export const linesDeleted = exampled(
  named(
    'TakeoffLinesDeleted',
    object({ matched, deleted: count('Lines that were deleted.'), ids: firstIds }),
  ),
  { matched: 1, deleted: 1, ids: [exampleIds.line] },
);

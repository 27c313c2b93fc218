import { responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named, plainValues } from '@consulting/kernel/schema';
import { lineAnswer, linePart } from './line';

const { object, list, count, id, nullable, described } = responseSchema;

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

export const linesPatched = exampled(
  named(
    'TakeoffLinesPatched',
    object({
      updated: count('Lines that changed.'),
      unchanged: count('Lines that had the values already; they keep their version.'),
      ids: list(responseSchema.id(), 'Identifiers of the lines, in the order of the items.'),
      items: list(linePart, 'The lines, in the order of the items.'),
    }),
  ),
  { updated: 1, unchanged: 0, ids: [exampleIds.line] },
);

const values = (description: string) => described(plainValues, description);

export const lineSample = exampled(
  list(
    named(
      'TakeoffLineSample',
      object({
        id: id('Identifier of the line.'),
        itemNumber: nullable(count('Item number of the line.')),
        before: values('The values that the edit names or changes, as they are.'),
        after: values('The same values as they would become, calculated figures included.'),
      }),
    ),
    'Of a dry run alone: the first 20 lines of the selection.',
  ),
  [
    {
      id: exampleIds.line,
      itemNumber: 1,
      before: { quantity: 24.4, totalCost: 10810.54 },
      after: { quantity: 26.84, totalCost: 11891.59 },
    },
  ],
);

export const linesEdited = exampled(
  named(
    'TakeoffLinesEdited',
    object(
      {
        matched,
        updated: count('Lines that changed.'),
        unchanged: count('Lines that had the values already; they keep their version.'),
        failed,
        ids: firstIds,
      },
      { sample: lineSample },
    ),
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

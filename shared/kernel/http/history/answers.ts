import { operationKinds } from '../../postgres';
import { exampled, exampleIds, named, nullable } from '../../schema';
import { responseSchema } from '../serving/answer';

const { id, text: reported, count, flag, time, list, map, described } = responseSchema;
const optionalId = (description: string) => nullable(id(description));

export const operationKeys = {
  operationId: exampled(id('Identifier of the operation.'), exampleIds.operation),
  at: exampled(time('When it was done, UTC.'), '2026-11-22T09:30:00.000Z'),
  by: exampled(
    reported('The person, or key:NAME for an API key, also where an event carried the change on.'),
    'Jane Moreau',
  ),
  kind: exampled(responseSchema.choice(operationKinds, 'What was done.', 'OperationKind'), 'update'),
  recordType: exampled(reported('Type of the records that it changed.'), 'clients'),
  projectId: exampled(optionalId('Project of the records; null without one.'), exampleIds.project),
  serviceId: optionalId('Service of the records; null without one, or when they are of several.'),
  taskId: optionalId('The import that did it.'),
  counts: exampled(
    described(
      named(
        'OperationCounts',
        responseSchema.object({
          created: count('Records that it created.'),
          updated: count('Records that it changed.'),
          deleted: count('Records that it deleted.'),
        }),
      ),
      'How many records it changed.',
    ),
    { created: 0, updated: 1, deleted: 0 },
  ),
  requestId: exampled(nullable(reported('The request that it came with, as in the logs.')), 'b7f3c2a1'),
  causedBy: optionalId('The operation that led to this one.'),
  undoes: optionalId('The operation that this one undid.'),
  undoneBy: optionalId('The operation that undid this one.'),
  canUndo: exampled(
    flag('Whether it can be undone: an operation on takeoff lines that is not undone yet.'),
    false,
  ),
};

export const operationAnswer = named('Operation', responseSchema.object(operationKeys));

const changeAnswer = named(
  'Change',
  responseSchema.object({
    recordId: exampled(id('Identifier of the record.'), exampleIds.client),
    code: exampled(nullable(reported('What the record is known by.')), 'BOR'),
    label: exampled(nullable(reported('Name or description of the record.')), 'Borealis Energy'),
    action: exampled(responseSchema.choice(['create', 'update', 'delete'], 'What became of it.'), 'update'),
    fields: exampled(
      map(
        responseSchema.object({
          before: described({}, 'The value before, in the form of the record.'),
          after: described({}, 'The value after, in the form of the record.'),
        }),
        'Fields that changed, each with its value before and after; null where there was or is none. A reference to another record is given as the code or name that this has now, a member of a crew by the trade or machine that it is of.',
      ),
      { name: { before: 'Borealis', after: 'Borealis Energy' } },
    ),
  }),
);

export const operationDetailed = named(
  'OperationDetailed',
  responseSchema.object({
    ...operationKeys,
    changes: list(changeAnswer, 'Changed records in the order of their identifiers.'),
    total: exampled(count('Records that the operation changed.'), 1),
    skip: exampled(count('Records left out before these.'), 0),
    limit: exampled(count('Most records of this answer.'), 20),
  }),
);

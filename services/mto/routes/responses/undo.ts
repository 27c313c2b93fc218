import { operationKeys, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named, nullable } from '@consulting/kernel/schema';

const { count, described, id, list, object, text } = responseSchema;

const skippedLine = object({
  recordId: id('Identifier of the line.'),
  code: nullable(text('Its tag, item code or item number.')),
  label: nullable(text('Its description.')),
});

const restoredCrews = named(
  'RestoredCrews',
  object({
    operationId: nullable(
      id('Operation on the service crews; null in a dry run, and when none was restored.'),
    ),
    restored: count('Crews that have the rates of before again.'),
    skipped: list(
      object({
        serviceCrewId: id('Identifier of the crew.'),
        crewCode: nullable(text('Its code; null when the crew is deleted.')),
      }),
      'Crews that were changed, locked or deleted since and stay as they are.',
    ),
  }),
);

export const undoAnswer = exampled(
  named(
    'OperationUndone',
    object({
      ...operationKeys,
      operationId: nullable(
        id('Identifier of the undo; null in a dry run, and when nothing was left to undo.'),
      ),
      skipped: list(skippedLine, 'Lines that were changed since and stay as they are, the first 1000.'),
      skippedCount: count('Lines that were changed since.'),
      withoutSubcontractor: count('Lines that came back without their subcontractor, which is gone.'),
      serviceCrews: described(
        nullable(restoredCrews),
        'What became of the crews, where a reprice is undone, or the undo of one; else null.',
      ),
    }),
  ),
  {
    operationId: '01a1fd55-a2c4-7d10-8f3e-5a7c9b1d2e40',
    kind: 'undo',
    recordType: 'takeoff-lines',
    projectId: exampleIds.project,
    serviceId: exampleIds.service,
    counts: { created: 0, updated: 0, deleted: 520 },
    undoes: exampleIds.operation,
    canUndo: true,
    skipped: [],
    skippedCount: 0,
    withoutSubcontractor: 0,
    serviceCrews: null,
  },
);

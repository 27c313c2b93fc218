import { operationKeys, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named, nullable } from '@consulting/kernel/schema';

const { object, id } = responseSchema;

export const restoredTakeoff = exampled(
  named(
    'TakeoffRestored',
    object({
      ...operationKeys,
      operationId: nullable(
        id('Identifier of the restore; null when the lines were those of the version already.'),
      ),
    }),
  ),
  {
    operationId: '01a1fd55-b3d5-7e21-9a4f-6b8d0c2e3f51',
    kind: 'restore',
    recordType: 'takeoff-lines',
    projectId: exampleIds.project,
    serviceId: exampleIds.service,
    counts: { created: 2, updated: 14, deleted: 3 },
    canUndo: true,
  },
);

import { restoreInput, restoreVersion } from '@consulting/mto-lines';
import { restoredTakeoff } from '../responses/restore';
import { route } from '../route';

export const estimations = [
  route.post(
    '/projects/:projectId/services/:serviceId/estimations/:estimationId/restore',
    {
      name: 'estimations.restore',
      summary: 'Make the current takeoff lines of a service those of one of its versions',
      description:
        'Lines that the version lacks go, the others get its values and keep their identifiers. It is one operation that can be undone; a draft has no lines of its own to restore. When the lines are those of the version already, the answer is 200 with counts of 0, nothing is written, and `operationId` is null.',
      answer: restoredTakeoff,
      problems: ['SERVICE_APPROVED', 'NO_SNAPSHOT', 'CODE_EXISTS'],
      body: restoreInput.schema('create'),
      isBodyOptional: true,
      example: {},
      success: 200,
    },
    (ctx, { params, body }) => restoreVersion(ctx, params, body),
  ),
];

import { restoreInput, restoreVersion } from '../../domain/version/restore';
import { restoredTakeoff } from '../responses/restore';
import { route } from '../route';

export const estimations = [
  route.post(
    '/projects/:projectId/services/:serviceId/estimations/:estimationId/restore',
    {
      name: 'estimations.restore',
      summary: 'Make the current takeoff lines of a service those of one of its versions',
      answer: restoredTakeoff,
      problems: ['SERVICE_APPROVED', 'NO_SNAPSHOT'],
      body: restoreInput.schema('create'),
      isBodyOptional: true,
      example: {},
      success: 200,
    },
    (ctx, { params, body }) => restoreVersion(ctx, params, body),
  ),
];

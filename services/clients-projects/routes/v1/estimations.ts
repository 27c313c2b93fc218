import { responseSchema } from '@consulting/kernel/http';
import { createEstimation, getEstimation, listEstimations, updateEstimation } from '../../domain/estimation';
import { estimationInput, estimationQuery, newEstimationInput } from '../../domain/estimation-fields';
import {
  estimationAnswer,
  estimationChanges,
  estimationDetailed,
  newEstimation,
} from '../responses/estimation';
import { route } from '../route';

export const estimations = [
  route.get(
    '/projects/:projectId/services/:serviceId/estimations',
    {
      name: 'estimations.list',
      summary: 'List the versions of an estimation service, newest first',
      description:
        'All versions in one array without paging, with their totals. Totals of a draft follow the takeoff; those of other versions stand still.',
      answer: responseSchema.list(estimationAnswer),
      query: estimationQuery,
      problems: ['NOT_AN_ESTIMATION_SERVICE'],
    },
    (ctx, { params, query }) => listEstimations(ctx, params, query),
  ),
  route.post(
    '/projects/:projectId/services/:serviceId/estimations',
    {
      name: 'estimations.create',
      summary: 'Create the next version of an estimation service',
      description:
        'Copies class, basis, currency and exchange rates from the service and project where the body names none. A version in review or approved keeps a copy of lines, indirect costs and crew rates.',
      answer: estimationDetailed,
      problems: ['NOT_AN_ESTIMATION_SERVICE', 'SERVICE_APPROVED', 'SECOND_PERSON_REQUIRED'],
      example: newEstimation,
      body: newEstimationInput.schema('create'),
      success: 201,
      location: '/projects/:projectId/services/:serviceId/estimations/:id',
    },
    (ctx, { params, body }) => createEstimation(ctx, params, body),
  ),
  route.get(
    '/projects/:projectId/services/:serviceId/estimations/:estimationId',
    {
      name: 'estimations.get',
      summary: 'Get a version of an estimation service',
      description:
        'With the indirect costs and crew rates that it uses: the current ones of a draft, else those of the moment when it ceased to be one.',
      answer: estimationDetailed,
      problems: ['NOT_AN_ESTIMATION_SERVICE'],
    },
    (ctx, { params }) => getEstimation(ctx, params, params.estimationId),
  ),
  route.put(
    '/projects/:projectId/services/:serviceId/estimations/:estimationId',
    {
      name: 'estimations.update',
      summary: 'Change a version of an estimation service',
      description:
        'From in-review on its lines and figures stand still; back in draft they follow the takeoff again. Approving supersedes the version approved before, whose identifier is in `superseded`. An approved version goes back to in-review only with an `approvalComment`; where the service has `requireSecondPerson`, or the version an `approver`, it is approved only by another caller than the one who moved it to in-review.',
      answer: estimationDetailed,
      problems: [
        'NOT_AN_ESTIMATION_SERVICE',
        'SERVICE_APPROVED',
        'INVALID_STATUS_TRANSITION',
        'SECOND_PERSON_REQUIRED',
      ],
      example: estimationChanges,
      body: estimationInput.schema('update'),
    },
    (ctx, { params, body }) => updateEstimation(ctx, params, params.estimationId, body),
  ),
];

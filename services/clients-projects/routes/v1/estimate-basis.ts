import { estimateBasisInput, getEstimateBasis, updateEstimateBasis } from '../../domain/estimate-basis';
import { estimateClassInput, getEstimateClass, updateEstimateClass } from '../../domain/estimate-class';
import {
  basisChanges,
  classChanges,
  estimateBasisAnswer,
  estimateClassAnswer,
} from '../responses/estimate-basis';
import { route } from '../route';

const version = '/projects/:projectId/services/:serviceId/estimations/:estimationId';

export const estimateBasis = [
  route.get(
    '/projects/:projectId/services/:serviceId/class',
    {
      name: 'estimations.getClass',
      summary: 'Get the class that the deliverables of a service support',
      description:
        'All deliverables with their maturity and the class that each supports. `supports` is the lowest of them: of those that every estimate needs, and of the others that the service lists.',
      answer: estimateClassAnswer,
      problems: ['NOT_AN_ESTIMATION_SERVICE'],
    },
    (ctx, { params }) => getEstimateClass(ctx, params),
  ),
  route.put(
    '/projects/:projectId/services/:serviceId/class',
    {
      name: 'estimations.updateClass',
      summary: 'Say how far the deliverables of a service are',
      description:
        'The list is replaced whole; what it leaves out is none, and counts only where every estimate needs it.',
      answer: estimateClassAnswer,
      problems: ['NOT_AN_ESTIMATION_SERVICE', 'SERVICE_APPROVED'],
      example: classChanges,
      body: estimateClassInput.schema('update'),
    },
    (ctx, { params, body }) => updateEstimateClass(ctx, params, body),
  ),
  route.get(
    `${version}/basis`,
    {
      name: 'estimations.getBasis',
      summary: 'Get the basis of estimate of a version',
      description:
        'Own text of each section that has one. The version of the record is that of the estimation.',
      answer: estimateBasisAnswer,
      problems: ['NOT_AN_ESTIMATION_SERVICE'],
    },
    (ctx, { params }) => getEstimateBasis(ctx, params, params.estimationId),
  ),
  route.put(
    `${version}/basis`,
    {
      name: 'estimations.updateBasis',
      summary: 'Change the basis of estimate of a draft',
      description:
        'Merges section by section; null removes a text. From review on the basis stays with its version, and a version that copies another takes it along.',
      answer: estimateBasisAnswer,
      problems: ['NOT_AN_ESTIMATION_SERVICE', 'SERVICE_APPROVED'],
      example: basisChanges,
      body: estimateBasisInput.schema('update'),
    },
    (ctx, { params, body }) => updateEstimateBasis(ctx, params, params.estimationId, body),
  ),
];

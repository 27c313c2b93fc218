import { bidSpreadQuery, inTurn, restoreInput, restoreVersion, spreadBid } from '@consulting/mto-lines';
import { bidSpreadPage } from '../responses/bid-spread';
import { restoredTakeoff } from '../responses/restore';
import { route } from '../route';

export const estimations = [
  route.get(
    '/projects/:projectId/services/:serviceId/estimations/:estimationId/sheet/bid-spread',
    {
      name: 'estimations.getBidSpread',
      summary: 'Spread the grand total of a version over its takeoff lines',
      description:
        'The lines that count, in the order of the takeoff, each with its part of the grand total. What is not direct cost is spread in proportion to cost, or to cost times the weight of the discipline, as the estimate sheet says. Cents go by largest remainder, so that the amounts add up to the grand total.',
      answer: bidSpreadPage,
      query: bidSpreadQuery,
      problems: ['NOT_FOUND'],
    },
    (ctx, { params, query, signal }) => inTurn(ctx, signal, (ctx) => spreadBid(ctx, params, query)),
  ),
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

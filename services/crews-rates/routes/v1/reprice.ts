import { repriceService } from '../../domain/reprice/reprice';
import { repriceInput } from '../../domain/reprice/reprice-fields';
import { repriceAnswer, repriceRequest } from '../responses/reprice';
import { route } from '../route';

export const reprice = [
  route.post(
    '/projects/:projectId/services/:serviceId/reprice',
    {
      name: 'projectCrews.reprice',
      summary: 'Price the crews of a service with another place, period, week or indirect costs',
      description: [
        'Dry unless `dryRun` is false: shows the rates of every crew before and after, with the rate card of every member, and what that makes of the lines that carry its code.',
        'Crews with locked rates, and crews with a member that has no price there, keep what they have and are listed.',
        'Stored crews stay with what they were priced with (`repricing`): a later PUT or recalculation takes it again, with the rate cards of that day, until the next reprice; an empty body prices with the terms of the project again, without escalation.',
        '`escalationPercent` multiplies the composite rates behind the last tier, each rounded to 4 decimals.',
        'Lines are calculated before the answer. Where that takes too long `linesFollow` is true and they follow shortly; the operation then is the one of `GET /api/v1/history/takeoff-lines?kind=reprice` whose `causedBy` is `operationIds.serviceCrews`.',
        'The undo of `operationIds.takeoffLines` restores lines and crews; where no line changed there is none, and another reprice is the way back. The place of the project stays as it is.',
      ].join(' '),
      answer: repriceAnswer,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED', 'EQUIPMENT_RATE_MISSING'],
      example: repriceRequest,
      body: repriceInput.schema('create'),
      isBodyOptional: true,
      isBulk: true,
    },
    (ctx, { params, body }) => repriceService(ctx, params.projectId, params.serviceId, body ?? {}),
  ),
];

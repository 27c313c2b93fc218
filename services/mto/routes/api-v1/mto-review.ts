import { decideOnCheck, decisionInput, reviewEstimate, reviewQuery } from '@consulting/mto-analysis';
import { inTurn } from '@consulting/mto-lines';
import { newDecision, review, reviewDecision } from '../responses/review';
import { route } from '../route';

export const mtoReview = [
  route.get(
    '/mto/project/:projectId/review',
    {
      name: 'mto.review',
      summary: 'Review whether an estimate may be issued',
      description:
        'What a lead estimator would ask before signing: lines without quantities, hours, rates, prices or codes, stale rates and prices, duplicates, outliers, and imports that lost something. Each check has the filters that list its lines. Void and excluded lines are left out.',
      answer: review,
      problems: ['NO_SNAPSHOT'],
      query: reviewQuery,
      isOfProjects: true,
    },
    (ctx, { params, query, signal }) =>
      inTurn(ctx, signal, (ctx) => reviewEstimate(ctx, params.projectId, query)),
  ),
  route.put(
    '/mto/project/:projectId/review/:code',
    {
      name: 'mto.review.decide',
      summary: 'Dismiss a check of a review, or open it again',
      description:
        'With a reason. A dismissed check comes back when it finds more lines or a higher amount than at that moment; one that is `off` does not. Who decided what stands in the history.',
      answer: reviewDecision,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED'],
      example: newDecision,
      body: decisionInput.schema('create'),
    },
    (ctx, { params: { projectId, code: name }, body, signal }) =>
      decideOnCheck(ctx, { projectId, name }, body, signal),
  ),
];

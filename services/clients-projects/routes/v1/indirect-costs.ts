import { getIndirectCosts, updateIndirectCosts } from '../../domain/indirect-costs';
import { indirectCostsInput } from '../../domain/indirect-costs-fields';
import { indirectCostChanges, indirectCostsAnswer } from '../responses/indirect-costs';
import { route } from '../route';

export const indirectCosts = [
  route.get(
    '/projects/:projectId/indirect-costs',
    {
      name: 'indirectCosts.get',
      summary: 'Get the indirect cost configuration of a project',
      answer: indirectCostsAnswer,
    },
    (ctx, { params }) => getIndirectCosts(ctx, params.projectId),
  ),
  route.put(
    '/projects/:projectId/indirect-costs',
    {
      name: 'indirectCosts.update',
      summary: 'Change the indirect cost configuration of a project',
      answer: indirectCostsAnswer,
      example: indirectCostChanges,
      body: indirectCostsInput.schema('update'),
    },
    (ctx, { params, body }) => updateIndirectCosts(ctx, params.projectId, body),
  ),
];

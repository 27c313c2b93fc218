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
      description:
        'Working week, entries by category, fuel prices and exchange rates that crew rates of the project count with. Before the first change it shows the defaults as version 0.',
      answer: indirectCostsAnswer,
    },
    (ctx, { params }) => getIndirectCosts(ctx, params.projectId),
  ),
  route.put(
    '/projects/:projectId/indirect-costs',
    {
      name: 'indirectCosts.update',
      summary: 'Change the indirect cost configuration of a project',
      description:
        'Merges category by category; null removes one, exchange rates are replaced whole. Crews of services that are not approved become stale until they are recalculated.',
      answer: indirectCostsAnswer,
      example: indirectCostChanges,
      body: indirectCostsInput.schema('update'),
    },
    (ctx, { params, body }) => updateIndirectCosts(ctx, params.projectId, body),
  ),
];

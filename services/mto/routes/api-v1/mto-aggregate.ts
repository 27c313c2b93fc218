import { aggregate, aggregateInput, inTurn, withView } from '@consulting/mto-lines';
import { aggregateOrder } from '../examples/aggregate';
import { aggregatePage } from '../responses/aggregate';
import { route } from '../route';

export const mtoAggregate = [
  route.post(
    '/mto/aggregate',
    {
      name: 'mto.aggregate',
      summary: 'Sum takeoff lines up in groups',
      description:
        'Figures of the lines of a project, or of a version, by up to three fields or levels of the WBS: what a pivot table or a chart needs. Sums are exact, quantities come for each unit of measure, and void and excluded lines are left out unless they are asked for.',
      answer: aggregatePage,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      example: aggregateOrder,
      body: aggregateInput.schema('create'),
      success: 200,
      isReadingOnly: true,
    },
    async (ctx, { body, signal }) => {
      const asked = await withView(ctx, body, 'aggregate');
      return inTurn(ctx, signal, (ctx) => aggregate(ctx, asked));
    },
  ),
];

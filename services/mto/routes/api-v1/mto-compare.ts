import { compareTakeoffs, comparisonQuery, inTurn } from '@consulting/mto-lines';
import { takeoffComparison } from '../responses/comparison';
import { route } from '../route';

export const mtoCompare = [
  route.get(
    '/mto/project/:projectId/compare',
    {
      name: 'mto.compare',
      summary: 'Compare two versions of a takeoff, or the lines before and after an import',
      description:
        '`from` and `to` name versions or `current`; or `taskId` alone compares before and after an import. Lines match by identifier, else by discipline and item number; the three lists are paged together. `sort=-difference` has the lines that move the total most on the first page.',
      answer: takeoffComparison,
      problems: ['NO_SNAPSHOT', 'IMPORT_RUNNING'],
      query: comparisonQuery,
    },
    (ctx, { params, query, signal }) =>
      inTurn(ctx, signal, (ctx) => compareTakeoffs(ctx, params.projectId, query)),
  ),
];

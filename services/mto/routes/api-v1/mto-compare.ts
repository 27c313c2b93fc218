import { compareTakeoffs } from '../../domain/comparison/compare';
import { comparisonQuery } from '../../domain/comparison/query';
import { route } from '../route';

export const mtoCompare = [
  route.get(
    '/mto/project/:projectId/compare',
    {
      name: 'mto.compare',
      summary: 'Compare two versions of a takeoff, or the lines before and after an import',
      query: comparisonQuery,
    },
    (ctx, { params, query }) => compareTakeoffs(ctx, params.projectId, query),
  ),
];

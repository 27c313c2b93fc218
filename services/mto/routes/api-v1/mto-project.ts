import { distinctValues, distinctValuesQuery } from '../../domain/distinct-values';
import { inTurn } from '../../domain/expensive-reads';
import { listDisciplines, summariseProject, summaryQuery } from '../../domain/summary';
import { disciplineList, distinctValueList, takeoffSummary } from '../responses/summary';
import { route } from '../route';

export const mtoProject = [
  route.get(
    '/mto/project/:projectId/summary',
    {
      name: 'mto.summary',
      summary: 'Summarise a takeoff by discipline',
      answer: takeoffSummary,
      problems: ['NO_SNAPSHOT'],
      query: summaryQuery,
    },
    (ctx, { params, query, signal }) =>
      inTurn(ctx, signal, () => summariseProject(ctx, params.projectId, query)),
  ),
  route.get(
    '/mto/project/:projectId/disciplines',
    { name: 'mto.disciplines', summary: 'List the disciplines used in a project', answer: disciplineList },
    (ctx, { params }) => listDisciplines(ctx, params.projectId),
  ),
  route.get(
    '/mto/project/:projectId/distinct-values/:field',
    {
      name: 'mto.distinctValues',
      summary: 'List the distinct values of a field',
      answer: distinctValueList,
      problems: ['NO_SNAPSHOT'],
      query: distinctValuesQuery,
    },
    (ctx, { params, query, signal }) =>
      inTurn(ctx, signal, () => distinctValues(ctx, params.projectId, params.field, query)),
  ),
];

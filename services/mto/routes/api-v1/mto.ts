import { pageOf } from '@consulting/shared/http/answer';
import { lineSchema } from '../../domain/line-input';
import { searchInput } from '../../domain/search/search-input';
import { searchLines } from '../../domain/search/search-lines';
import { createLine, deleteLine, getLine, listLines, updateLine } from '../../domain/takeoff-line';
import { lineListQuery, lineQuery, lineUpdateQuery } from '../../domain/takeoff-line-fields';
import { lineAnswer } from '../answers/line';
import { route } from '../route';

export const mtoLines = [
  route.get(
    '/mto',
    {
      name: 'mto.list',
      summary: 'List takeoff lines of a project',
      answer: pageOf(lineAnswer),
      problems: ['NOT_FOUND'],
      query: lineListQuery,
    },
    (ctx, { query }) => listLines(ctx, query),
  ),
  route.post(
    '/mto',
    {
      name: 'mto.create',
      summary: 'Create a takeoff line',
      answer: lineAnswer,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED'],
      example: {
        projectId: '6a1f0a56-3f0e-4a55-8f43-0e1d2c3b4a59',
        serviceId: '0b7c3f9e-58a1-4e0d-9a67-2f4d6c8e1b35',
        discipline: 'piping',
        description: 'Pipe 6 in, A106 B',
        quantity: 24.4,
        unitOfMeasure: 'm',
        materialUnitPrice: 118.5,
      },
      body: lineSchema('create'),
      success: 201,
    },
    (ctx, { body }) => createLine(ctx, body),
  ),
  route.post(
    '/mto/search',
    {
      name: 'mto.search',
      summary: 'Search takeoff lines by nested criteria',
      answer: pageOf(lineAnswer),
      problems: ['NOT_FOUND'],
      example: {
        projectId: '6a1f0a56-3f0e-4a55-8f43-0e1d2c3b4a59',
        discipline: 'piping',
        filters: {
          logicalOperator: 'AND',
          conditions: [{ field: 'totalCost', operator: 'greaterThan', value: 10000 }],
        },
        sort: [{ field: 'totalCost', direction: 'desc' }],
        limit: 50,
      },
      body: searchInput.schema('create'),
      success: 200,
    },
    (ctx, { body }) => searchLines(ctx, body),
  ),
  route.get(
    '/mto/:mtoId',
    { name: 'mto.get', summary: 'Get a takeoff line', answer: lineAnswer, query: lineQuery },
    (ctx, { params, query }) => getLine(ctx, params.mtoId, query.projectId),
  ),
  route.put(
    '/mto/:mtoId',
    {
      name: 'mto.update',
      summary: 'Change a takeoff line',
      answer: lineAnswer,
      problems: ['SERVICE_APPROVED'],
      query: lineUpdateQuery,
      example: { quantity: 30, crewCode: 'PF-01' },
      body: lineSchema('update'),
    },
    (ctx, { params, query, body }) => updateLine(ctx, params.mtoId, query.projectId, body),
  ),
  route.delete(
    '/mto/:mtoId',
    {
      name: 'mto.delete',
      summary: 'Delete a takeoff line',
      problems: ['SERVICE_APPROVED'],
      query: lineQuery,
      success: 204,
    },
    (ctx, { params, query }) => deleteLine(ctx, params.mtoId, query.projectId),
  ),
];

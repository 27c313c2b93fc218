import { lineSchema } from '../../domain/line-input';
import { searchInput } from '../../domain/search/search-input';
import { searchLines } from '../../domain/search/search-lines';
import { createLine, deleteLine, getLine, listLines, updateLine } from '../../domain/takeoff-line';
import { lineListQuery, lineQuery, lineUpdateQuery } from '../../domain/takeoff-line-fields';
import { route } from '../route';

export const mtoLines = [
  route.get(
    '/mto',
    { name: 'mto.list', summary: 'List takeoff lines of a project', query: lineListQuery },
    (ctx, { query }) => listLines(ctx, query),
  ),
  route.post(
    '/mto',
    { name: 'mto.create', summary: 'Create a takeoff line', body: lineSchema('create'), success: 201 },
    (ctx, { body }) => createLine(ctx, body),
  ),
  route.post(
    '/mto/search',
    {
      name: 'mto.search',
      summary: 'Search takeoff lines by nested criteria',
      body: searchInput.schema('create'),
      success: 200,
    },
    (ctx, { body }) => searchLines(ctx, body),
  ),
  route.get(
    '/mto/:mtoId',
    { name: 'mto.get', summary: 'Get a takeoff line', query: lineQuery },
    (ctx, { params, query }) => getLine(ctx, params.mtoId, query.projectId),
  ),
  route.put(
    '/mto/:mtoId',
    {
      name: 'mto.update',
      summary: 'Change a takeoff line',
      query: lineUpdateQuery,
      body: lineSchema('update'),
    },
    (ctx, { params, query, body }) => updateLine(ctx, params.mtoId, query.projectId, body),
  ),
  route.delete(
    '/mto/:mtoId',
    { name: 'mto.delete', summary: 'Delete a takeoff line', query: lineQuery, success: 204 },
    (ctx, { params, query }) => deleteLine(ctx, params.mtoId, query.projectId),
  ),
];

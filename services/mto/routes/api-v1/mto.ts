import { pageOf } from '@consulting/kernel/http/answer';
import { inTurn } from '../../domain/expensive-reads';
import { lineSchema } from '../../domain/line/input';
import {
  createLine,
  deleteLine,
  getLine,
  lineListQuery,
  lineQuery,
  lineUpdateQuery,
  listLines,
  updateLine,
} from '../../domain/line/line';
import { searchInput, searchLines } from '../../domain/search/search-lines';
import { lineChanges, newLine, search } from '../examples/line';
import { lineAnswer } from '../responses/line';
import { route } from '../route';

export const mtoLines = [
  route.get(
    '/mto',
    {
      name: 'mto.list',
      summary: 'List takeoff lines of a project',
      answer: pageOf(lineAnswer),
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      query: lineListQuery,
    },
    (ctx, { query, signal }) =>
      query.estimationId === null ? listLines(ctx, query) : inTurn(ctx, signal, () => listLines(ctx, query)),
  ),
  route.post(
    '/mto',
    {
      name: 'mto.create',
      summary: 'Create a takeoff line',
      answer: lineAnswer,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED'],
      example: newLine,
      body: lineSchema('create'),
      success: 201,
      location: '/mto/:id',
    },
    (ctx, { body }) => createLine(ctx, body),
  ),
  route.post(
    '/mto/search',
    {
      name: 'mto.search',
      summary: 'Search takeoff lines by nested criteria',
      answer: pageOf(lineAnswer),
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      example: search,
      body: searchInput.schema('create'),
      success: 200,
      isReadingOnly: true,
    },
    (ctx, { body, signal }) => inTurn(ctx, signal, () => searchLines(ctx, body)),
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
      example: lineChanges,
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

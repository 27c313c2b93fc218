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
      description:
        'In the order of item number and creation unless `sort` says otherwise. With `estimationId` the lines of a version, which are read-only.',
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
      description:
        "Keys are the common fields and those of its discipline. With the code of a service crew it takes the crew's rates; an unknown crew or WBS code is accepted and told by `crewRateMatched` and `wbsMatched`.",
      answer: lineAnswer,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED'],
      example: newLine,
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
      description:
        'Criteria nest in three levels with 50 conditions in all. An operator must fit the type of its field; empty values meet no comparison, but `notEquals`, `notIn` and `notContains` include them.',
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
    {
      name: 'mto.get',
      summary: 'Get a takeoff line',
      description: 'With `projectId` a line of another project is 404.',
      answer: lineAnswer,
      query: lineQuery,
    },
    (ctx, { params, query }) => getLine(ctx, params.mtoId, query.projectId),
  ),
  route.put(
    '/mto/:mtoId',
    {
      name: 'mto.update',
      summary: 'Change a takeoff line',
      description:
        'Rates, formulas and totals are calculated anew. A calculated key is ignored; `totalCost` counts only for a line without any cost input.',
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
      description: 'Its item number becomes free. It can be brought back by undoing the operation.',
      problems: ['SERVICE_APPROVED'],
      query: lineQuery,
      success: 204,
    },
    (ctx, { params, query }) => deleteLine(ctx, params.mtoId, query.projectId),
  ),
];

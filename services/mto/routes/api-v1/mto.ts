import { lineSchema } from '@consulting/mto-engine';
import {
  createLine,
  deleteLine,
  explainLine,
  explainQuery,
  fromAnyServer,
  getLine,
  inTurn,
  isExpensive,
  lineListQuery,
  lineQuery,
  lineUpdateQuery,
  listLines,
  searchInput,
  searchLines,
  updateLine,
  withView,
} from '@consulting/mto-lines';
import { lineChanges, newLine, search } from '../examples/line';
import { explanationAnswer } from '../responses/explanation';
import { lineAnswer, linePage, lineSearchPage } from '../responses/line';
import { route } from '../route';

export const mtoLines = [
  route.get(
    '/mto',
    {
      name: 'mto.list',
      summary: 'List takeoff lines of a project',
      description:
        'Lines in the order of the takeoff or of up to five fields, found by words where `search` has some. A grid asks for its columns with `fields` and goes on with `after`, which stays as fast on the last of a million lines as on the first.',
      answer: linePage,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      query: lineListQuery,
    },
    async (ctx, { query, signal }) => {
      const asked = await withView(ctx, query, 'list');
      return isExpensive(query)
        ? inTurn(ctx, signal, (ctx) => listLines(ctx, asked))
        : fromAnyServer(ctx, (ctx) => listLines(ctx, asked));
    },
  ),
  route.post(
    '/mto',
    {
      name: 'mto.create',
      summary: 'Create a takeoff line',
      description:
        "Keys are the common fields and those of its discipline. With the code of a service crew it takes the crew's rates; an unknown crew or WBS code is accepted, and `crewRateMatched` and `wbsMatched` are false. Rates that came from a crew go with it: when `crewCode` is cleared or names no crew of the service, `labourRate`, `equipmentRate`, `crewSize`, `labourRateBasis` and `labourRateSource` become null; manual rates stay.",
      answer: lineAnswer,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED', 'CODE_EXISTS'],
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
      description:
        'Criteria nest in three levels with 50 conditions in all. An operator must fit the type of its field; empty values meet no comparison, but `notEquals`, `notIn` and `notContains` include them. `fields`, `omitEmpty`, `search` and `after` are those of the list.',
      answer: lineSearchPage,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      example: search,
      body: searchInput.schema('create'),
      success: 200,
      isReadingOnly: true,
    },
    async (ctx, { body, signal }) => {
      const asked = await withView(ctx, body, 'search');
      return inTurn(ctx, signal, (ctx) => searchLines(ctx, asked));
    },
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
  route.get(
    '/mto/:mtoId/explain',
    {
      name: 'mto.explain',
      summary: 'Explain values of a takeoff line',
      description:
        'What a value is made of, down to where each input came from: the cell of an import, an edit, the crew. One field is answered as its explanation, several as a list. Inputs are those that decided the value: of a group the members with a value, of alternatives none behind the one that was taken.',
      answer: explanationAnswer,
      problems: ['NOT_FOUND', 'NO_SNAPSHOT'],
      query: explainQuery,
    },
    (ctx, { params, query, signal }) =>
      query.cells
        ? inTurn(ctx, signal, (ctx) => explainLine(ctx, params.mtoId, query))
        : explainLine(ctx, params.mtoId, query),
  ),
  route.put(
    '/mto/:mtoId',
    {
      name: 'mto.update',
      summary: 'Change a takeoff line',
      description:
        'Rates, formulas and totals are recalculated. A calculated key is ignored; `totalCost` counts only for a line without any cost input.',
      answer: lineAnswer,
      problems: ['SERVICE_APPROVED', 'CODE_EXISTS'],
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

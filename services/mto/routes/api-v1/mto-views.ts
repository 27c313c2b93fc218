import { pageOf } from '@consulting/kernel/http';
import {
  createView,
  deleteView,
  getView,
  listViews,
  updateView,
  viewInput,
  viewQuery,
} from '@consulting/mto-lines';
import { newView, viewAnswer, viewChanges } from '../responses/view';
import { route } from '../route';

export const mtoViews = [
  route.get(
    '/mto/views',
    {
      name: 'mtoViews.list',
      summary: 'List views of takeoffs: those of the caller and those that are shared',
      description: 'By name. Lists, searches, exports and aggregates name a view by `viewId`.',
      answer: pageOf(viewAnswer),
      problems: ['NOT_FOUND'],
      query: viewQuery,
    },
    (ctx, { query }) => listViews(ctx, query),
  ),
  route.post(
    '/mto/views',
    {
      name: 'mtoViews.create',
      summary: 'Create a view: columns, filters, order, groups and colours under a name',
      description:
        'It is for a project, for the projects of a client, or for all. The caller alone has it until `isShared` is true; to share one for all projects is for callers who are not limited. Readers use views that are shared.',
      answer: viewAnswer,
      problems: ['INSUFFICIENT_SCOPE', 'NOT_FOUND', 'CODE_EXISTS', 'TOO_MANY_VIEWS'],
      example: newView,
      body: viewInput.schema('create'),
      success: 201,
      location: '/mto/views/:id',
    },
    (ctx, { body }) => createView(ctx, body),
  ),
  route.get(
    '/mto/views/:viewId',
    {
      name: 'mtoViews.get',
      summary: 'Get a view',
      description: 'A view of another caller is 404 unless it is shared.',
      answer: viewAnswer,
    },
    (ctx, { params }) => getView(ctx, params.viewId),
  ),
  route.put(
    '/mto/views/:viewId',
    {
      name: 'mtoViews.update',
      summary: 'Change a view',
      description:
        'Lists and filters are replaced whole. Its author changes it, and so does any Contributor who is not limited when it is shared.',
      answer: viewAnswer,
      problems: ['INSUFFICIENT_SCOPE', 'CODE_EXISTS'],
      example: viewChanges,
      body: viewInput.schema('update'),
    },
    (ctx, { params, body }) => updateView(ctx, params.viewId, body),
  ),
  route.delete(
    '/mto/views/:viewId',
    {
      name: 'mtoViews.delete',
      summary: 'Delete a view',
      description: 'Lines are not touched. It goes by itself with its project or client.',
      problems: ['INSUFFICIENT_SCOPE'],
      success: 204,
    },
    (ctx, { params }) => deleteView(ctx, params.viewId),
  ),
];

import { listRoutes } from '@consulting/imports/list/list-routes';
import { listTemplate } from '@consulting/imports/list/template';
import { pageOf } from '@consulting/kernel/http';
import { acceptItems, tableWorker } from '../../domain/list-import';
import { createItem, deleteItem, getItem, listItems, updateItem } from '../../domain/wbs-item';
import { wbsItemInput, wbsQuery } from '../../domain/wbs-item-fields';
import { exportItems, importItems, itemExportQuery } from '../../domain/wbs-item-files';
import { wbsItemList } from '../../domain/wbs-item-list';
import { itemChanges, newItem, wbsAnswer, wbsListed } from '../responses/wbs';
import { route } from '../route';

const files = listRoutes('wbs', 'WBS items', wbsItemList, tableWorker);

export const wbs = [
  route.get(
    '/wbs',
    {
      name: 'wbs.list',
      summary: 'List WBS items, as a list or as a tree',
      description:
        'With `projectId` and no scope: universal items and those of the project. With `tree=true` `data` holds roots with all that is below them, and paging counts roots.',
      answer: pageOf(wbsListed),
      query: wbsQuery,
    },
    (ctx, { query }) => listItems(ctx, query),
  ),
  route.post(
    '/wbs',
    {
      name: 'wbs.create',
      summary: 'Create a WBS item',
      description:
        'The parent is named by identifier or by `parentCode` and must be of the same scope and project; the tree has at most eight levels. Project items may carry budgets.',
      answer: wbsAnswer,
      problems: ['INSUFFICIENT_SCOPE', 'NOT_FOUND', 'CODE_EXISTS'],
      example: newItem,
      body: wbsItemInput.schema('create'),
      success: 201,
      location: '/wbs/:id',
    },
    (ctx, { body }) => createItem(ctx, body),
  ),
  route.get('/wbs/template', files.template, () => listTemplate(wbsItemList)),
  route.get('/wbs/export', { ...files.export, query: itemExportQuery }, (ctx, { query, signal }) =>
    exportItems(ctx, query, signal),
  ),
  route.post(
    '/wbs/import',
    { ...files.import, problems: [...files.import.problems, 'NOT_FOUND', 'INSUFFICIENT_SCOPE'] },
    (ctx, { upload }) => importItems(ctx, upload),
  ),
  route.post(
    '/wbs/import/async',
    { ...files.importAsync, problems: [...files.importAsync.problems, 'NOT_FOUND', 'INSUFFICIENT_SCOPE'] },
    (ctx, { upload }) => acceptItems(ctx, upload),
  ),
  route.get(
    '/wbs/:wbsId',
    {
      name: 'wbs.get',
      summary: 'Get a WBS item',
      description: '`path` joins the codes from the root on.',
      answer: wbsAnswer,
    },
    (ctx, { params }) => getItem(ctx, params.wbsId),
  ),
  route.put(
    '/wbs/:wbsId',
    {
      name: 'wbs.update',
      summary: 'Change a WBS item, or move it with all that is below it',
      description:
        'A new parent moves the whole branch. The code stays while takeoff lines carry it; scope and project never change.',
      answer: wbsAnswer,
      problems: ['INSUFFICIENT_SCOPE', 'CODE_EXISTS', 'WBS_IN_USE'],
      example: itemChanges,
      body: wbsItemInput.schema('update'),
    },
    (ctx, { params, body }) => updateItem(ctx, params.wbsId, body),
  ),
  route.delete(
    '/wbs/:wbsId',
    {
      name: 'wbs.delete',
      summary: 'Delete a WBS item that nothing refers to',
      description:
        'Refused while items are below it, takeoff lines carry its code, or projects have copies of a universal item.',
      problems: ['INSUFFICIENT_SCOPE', 'WBS_HAS_CHILDREN', 'WBS_IN_USE'],
      success: 204,
    },
    (ctx, { params }) => deleteItem(ctx, params.wbsId),
  ),
];

import { pageOf } from '@consulting/kernel/http/answer';
import { createItem, deleteItem, getItem, listItems, updateItem } from '../../domain/wbs-item';
import { wbsItemInput, wbsQuery } from '../../domain/wbs-item-fields';
import { itemChanges, newItem, wbsAnswer, wbsListed } from '../responses/wbs';
import { route } from '../route';

export const wbs = [
  route.get(
    '/wbs',
    {
      name: 'wbs.list',
      summary: 'List WBS items, as a list or as a tree',
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
      answer: wbsAnswer,
      problems: ['NOT_FOUND', 'CODE_EXISTS'],
      example: newItem,
      body: wbsItemInput.schema('create'),
      success: 201,
    },
    (ctx, { body }) => createItem(ctx, body),
  ),
  route.get(
    '/wbs/:wbsId',
    { name: 'wbs.get', summary: 'Get a WBS item', answer: wbsAnswer },
    (ctx, { params }) => getItem(ctx, params.wbsId),
  ),
  route.put(
    '/wbs/:wbsId',
    {
      name: 'wbs.update',
      summary: 'Change a WBS item, or move it with all that is below it',
      answer: wbsAnswer,
      problems: ['CODE_EXISTS', 'WBS_IN_USE'],
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
      problems: ['WBS_HAS_CHILDREN', 'WBS_IN_USE'],
      success: 204,
    },
    (ctx, { params }) => deleteItem(ctx, params.wbsId),
  ),
];

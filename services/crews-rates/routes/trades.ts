import { importList } from '@consulting/imports/list/import-list';
import { listRoutes } from '@consulting/imports/list/list-routes';
import { listTemplate } from '@consulting/imports/list/template';
import { pageOf } from '@consulting/kernel/http';
import { acceptImport, tableWorker } from '../domain/list-import';
import { createTrade, getTrade, listTrades, updateTrade } from '../domain/trade/trade';
import { getTradeDependencies } from '../domain/trade/trade-dependencies';
import { designationQuery, tradeInput, tradeQuery } from '../domain/trade/trade-fields';
import { exportTrades, openTradeWriter, tradeExportQuery } from '../domain/trade/trade-files';
import { getTradeGroup, updateTradeGroup } from '../domain/trade/trade-group';
import { tradeList } from '../domain/trade/trade-list';
import { deleteTrade, deleteTradeCascade } from '../domain/trade/trade-removal';
import { newTrade, tradeAnswer, tradeChanges, tradeDependencies, tradeGroup } from './responses/trade';
import { route } from './route';

const creation = {
  name: 'crewTrades.create',
  summary: 'Create a trade',
  description:
    'Code and designation are unique together, ignoring case. One record is one designation, such as the foreman of the pipefitters.',
  answer: tradeAnswer,
  problems: ['TRADE_EXISTS'],
  example: newTrade,
  body: tradeInput.schema('create'),
  success: 201,
} as const;

const tradesById = [
  route.get(
    '/crew-trades',
    {
      name: 'crewTrades.list',
      summary: 'List trades',
      description: 'Newest first, one record for each designation.',
      answer: pageOf(tradeAnswer),
      query: tradeQuery,
    },
    (ctx, { query }) => listTrades(ctx, query),
  ),
  route.post('/crew-trades', { ...creation, location: '/crew-trades/:id' }, (ctx, { body }) =>
    createTrade(ctx, body),
  ),
  route.get(
    '/crew-trades/:tradeId',
    {
      name: 'crewTrades.get',
      summary: 'Get a trade',
      description: 'One designation of a trade.',
      answer: tradeAnswer,
    },
    (ctx, { params }) => getTrade(ctx, params.tradeId),
  ),
  route.put(
    '/crew-trades/:tradeId',
    {
      name: 'crewTrades.update',
      summary: 'Change a trade; a new name is taken over by crews, rate cards and equipment',
      description:
        'References in crews and rate cards follow at once, equipment operators shortly after; snapshots of service crews keep the old text.',
      answer: tradeAnswer,
      problems: ['TRADE_EXISTS'],
      example: tradeChanges,
      body: tradeInput.schema('update'),
    },
    (ctx, { params, body }) => updateTrade(ctx, params.tradeId, body),
  ),
  route.delete(
    '/crew-trades/:tradeId',
    {
      name: 'crewTrades.delete',
      summary: 'Delete a trade that nothing refers to',
      description: 'Refused while crews or rate cards refer to it, or equipment names it as its operator.',
      problems: ['TRADE_IN_USE'],
      success: 204,
    },
    (ctx, { params }) => deleteTrade(ctx, params.tradeId),
  ),
];

const tradesByCode = [
  route.get(
    '/crews/trades',
    {
      name: 'crewTrades.list',
      summary: 'List trades, one record per designation',
      description: 'Newest first. A trade with several designations has a record for each.',
      answer: pageOf(tradeAnswer),
      query: tradeQuery,
    },
    (ctx, { query }) => listTrades(ctx, query),
  ),
  route.post(
    '/crews/trades',
    { ...creation, location: '/crews/trades/:tradeCode?laborDesignation=:laborDesignation' },
    (ctx, { body }) => createTrade(ctx, body),
  ),
  route.get(
    '/crews/trades/:tradeCode',
    {
      name: 'crewTrades.get',
      summary: 'Get a trade with its designations',
      description: 'The fields of the first designation stand for the trade. `laborDesignation` selects one.',
      answer: tradeGroup,
      query: designationQuery,
    },
    (ctx, { params, query }) => getTradeGroup(ctx, params.tradeCode, query.laborDesignation),
  ),
  route.patch(
    '/crews/trades/:tradeCode',
    {
      name: 'crewTrades.update',
      summary: 'Change one designation of a trade, or what all of them have in common',
      description:
        'With `laborDesignation` one record. Without it, of several only `tradeName`, `description`, `disciplines` and `isActive`, for all of them.',
      answer: tradeGroup,
      problems: ['TRADE_EXISTS', 'TRADE_AMBIGUOUS'],
      query: designationQuery,
      example: tradeChanges,
      body: tradeInput.schema('update'),
    },
    (ctx, { params, query, body }) => updateTradeGroup(ctx, params.tradeCode, query.laborDesignation, body),
  ),
  route.get(
    '/crews/trades/:tradeCode/dependencies',
    {
      name: 'crewTrades.dependencies',
      summary: 'List what refers to a trade before it is deleted',
      description:
        'Counts with the first 50 of each: crews, rate cards, service crews and equipment. Service crews keep their snapshots and do not stand in the way of a delete.',
      answer: tradeDependencies,
      query: designationQuery,
    },
    (ctx, { params, query }) => getTradeDependencies(ctx, params.tradeCode, query.laborDesignation),
  ),
  route.delete(
    '/crews/trades/:tradeCode/cascade',
    {
      name: 'crewTrades.cascade',
      summary: 'Delete a trade with its rate cards and take it out of crews',
      description:
        'Removes the designation of the query, or all of them, from crews, deletes its rate cards and clears it as operator of equipment. A crew without persons is set inactive; service crews stay as they are.',
      problems: [],
      query: designationQuery,
      success: 204,
    },
    (ctx, { params, query }) => deleteTradeCascade(ctx, params.tradeCode, query.laborDesignation),
  ),
];

const files = listRoutes('crewTrades', 'trades', tradeList, tableWorker);

const tradeFiles = [
  route.get('/crews/trades/template', files.template, () => listTemplate(tradeList)),
  route.get('/crews/trades/export', { ...files.export, query: tradeExportQuery }, (ctx, { query, signal }) =>
    exportTrades(ctx, query, signal),
  ),
  route.post('/crews/trades/import', files.import, (ctx, { upload }) =>
    importList(ctx, upload, openTradeWriter),
  ),
  route.post('/crews/trades/import/async', files.importAsync, (ctx, { upload }) =>
    acceptImport(ctx, upload, tradeList),
  ),
];

export const trades = { v1: tradesById, 'api-v1': [...tradeFiles, ...tradesByCode] };

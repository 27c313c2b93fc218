import { pageOf } from '@consulting/kernel/http/answer';
import { createTrade, listTrades } from '../../domain/trade/trade';
import { getTradeDependencies } from '../../domain/trade/trade-dependencies';
import { designationQuery, tradeInput, tradeQuery } from '../../domain/trade/trade-fields';
import { getTradeGroup, updateTradeGroup } from '../../domain/trade/trade-group';
import { deleteTradeCascade } from '../../domain/trade/trade-removal';
import { newTrade, tradeAnswer, tradeChanges, tradeDependencies, tradeGroup } from '../responses/trade';
import { route } from '../route';

export const crewsTrades = [
  route.get(
    '/crews/trades',
    {
      name: 'crewTrades.list',
      summary: 'List trades, one record per designation',
      answer: pageOf(tradeAnswer),
      query: tradeQuery,
    },
    (ctx, { query }) => listTrades(ctx, query),
  ),
  route.post(
    '/crews/trades',
    {
      name: 'crewTrades.create',
      summary: 'Create a trade',
      answer: tradeAnswer,
      problems: ['TRADE_EXISTS'],
      example: newTrade,
      body: tradeInput.schema('create'),
      success: 201,
    },
    (ctx, { body }) => createTrade(ctx, body),
  ),
  route.get(
    '/crews/trades/:tradeCode',
    {
      name: 'crewTrades.get',
      summary: 'Get a trade with its designations',
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
      problems: [],
      query: designationQuery,
      success: 204,
    },
    (ctx, { params, query }) => deleteTradeCascade(ctx, params.tradeCode, query.laborDesignation),
  ),
];

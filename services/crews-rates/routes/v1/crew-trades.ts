import { pageOf } from '@consulting/kernel/http/answer';
import { createTrade, getTrade, listTrades, updateTrade } from '../../domain/trade/trade';
import { tradeInput, tradeQuery } from '../../domain/trade/trade-fields';
import { deleteTrade } from '../../domain/trade/trade-removal';
import { newTrade, tradeAnswer, tradeChanges } from '../responses/trade';
import { route } from '../route';

export const crewTrades = [
  route.get(
    '/crew-trades',
    { name: 'crewTrades.list', summary: 'List trades', answer: pageOf(tradeAnswer), query: tradeQuery },
    (ctx, { query }) => listTrades(ctx, query),
  ),
  route.post(
    '/crew-trades',
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
    '/crew-trades/:tradeId',
    { name: 'crewTrades.get', summary: 'Get a trade', answer: tradeAnswer },
    (ctx, { params }) => getTrade(ctx, params.tradeId),
  ),
  route.put(
    '/crew-trades/:tradeId',
    {
      name: 'crewTrades.update',
      summary: 'Change a trade; a new name is taken over by crews, rate cards and equipment',
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
      problems: ['TRADE_IN_USE'],
      success: 204,
    },
    (ctx, { params }) => deleteTrade(ctx, params.tradeId),
  ),
];

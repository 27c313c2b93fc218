import { pageOf } from '@consulting/kernel/http/answer';
import {
  createRateCard,
  deleteRateCard,
  getRateCard,
  listRateCards,
  updateRateCard,
} from '../../domain/rate-card/rate-card';
import { rateCardInput, rateCardQuery } from '../../domain/rate-card/rate-card-fields';
import { newRateCard, rateCardAnswer, rateCardChanges } from '../responses/rate-card';
import { route } from '../route';

export const crewsMembers = [
  route.get(
    '/crews/members',
    {
      name: 'crewMembers.list',
      summary: 'List rate cards',
      answer: pageOf(rateCardAnswer),
      query: rateCardQuery,
    },
    (ctx, { query }) => listRateCards(ctx, query),
  ),
  route.post(
    '/crews/members',
    {
      name: 'crewMembers.create',
      summary: 'Create a rate card',
      answer: rateCardAnswer,
      problems: ['RATE_CARD_EXISTS'],
      example: newRateCard,
      body: rateCardInput.schema('create'),
      success: 201,
    },
    (ctx, { body }) => createRateCard(ctx, body),
  ),
  route.get(
    '/crews/members/:memberId',
    { name: 'crewMembers.get', summary: 'Get a rate card with its rates', answer: rateCardAnswer },
    (ctx, { params }) => getRateCard(ctx, params.memberId),
  ),
  route.patch(
    '/crews/members/:memberId',
    {
      name: 'crewMembers.update',
      summary: 'Change a rate card',
      answer: rateCardAnswer,
      problems: ['RATE_CARD_EXISTS'],
      example: rateCardChanges,
      body: rateCardInput.schema('update'),
    },
    (ctx, { params, body }) => updateRateCard(ctx, params.memberId, body),
  ),
  route.delete(
    '/crews/members/:memberId',
    { name: 'crewMembers.delete', summary: 'Delete a rate card', problems: [], success: 204 },
    (ctx, { params }) => deleteRateCard(ctx, params.memberId),
  ),
];

import { pageOf } from '@consulting/kernel/http/answer';
import {
  createRateCard,
  deleteRateCard,
  getRateCard,
  listRateCards,
  updateRateCard,
} from '../../domain/rate-card/rate-card';
import { rateCardFormInput, rateCardInput, rateCardQuery } from '../../domain/rate-card/rate-card-fields';
import { importRateCards, receiveRateCards } from '../../domain/rate-card/rate-card-import';
import { newRateCard, rateCardAnswer, rateCardChanges, rateCardImportResult } from '../responses/rate-card';
import { route } from '../route';

export const crewMembers = [
  route.get(
    '/crew-members',
    {
      name: 'crewMembers.list',
      summary: 'List rate cards',
      answer: pageOf(rateCardAnswer),
      query: rateCardQuery,
    },
    (ctx, { query }) => listRateCards(ctx, query),
  ),
  route.post(
    '/crew-members',
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
  route.post(
    '/crew-members/bulk-import',
    {
      name: 'crewMembers.bulkImport',
      summary: 'Import rate cards from a CSV or Excel file',
      answer: rateCardImportResult,
      problems: ['FILE_UNREADABLE', 'UNSUPPORTED_FILE_TYPE'],
      upload: { parts: rateCardFormInput.schema(), receive: receiveRateCards },
    },
    (ctx, { upload }) => importRateCards(ctx, upload),
  ),
  route.get(
    '/crew-members/:memberId',
    { name: 'crewMembers.get', summary: 'Get a rate card with its rates', answer: rateCardAnswer },
    (ctx, { params }) => getRateCard(ctx, params.memberId),
  ),
  route.put(
    '/crew-members/:memberId',
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
    '/crew-members/:memberId',
    { name: 'crewMembers.delete', summary: 'Delete a rate card', problems: [], success: 204 },
    (ctx, { params }) => deleteRateCard(ctx, params.memberId),
  ),
];

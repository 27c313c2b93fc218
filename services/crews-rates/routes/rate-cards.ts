import { pageOf } from '@consulting/kernel/http/answer';
import {
  createRateCard,
  deleteRateCard,
  getRateCard,
  listRateCards,
  updateRateCard,
} from '../domain/rate-card/rate-card';
import { rateCardFormInput, rateCardInput, rateCardQuery } from '../domain/rate-card/rate-card-fields';
import { importRateCards, receiveRateCards } from '../domain/rate-card/rate-card-import';
import { newRateCard, rateCardAnswer, rateCardChanges, rateCardImportResult } from './responses/rate-card';
import { route } from './route';

// The two endpoint sets differ in the path and in the method of a change.
type Path = '/crew-members' | '/crews/members';

const cards = (path: Path) => [
  route.get(
    path,
    {
      name: 'crewMembers.list',
      summary: 'List rate cards',
      answer: pageOf(rateCardAnswer),
      query: rateCardQuery,
    },
    (ctx, { query }) => listRateCards(ctx, query),
  ),
  route.post(
    path,
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
];

const oneCard = (path: Path, change: typeof route.put) => [
  route.get(
    `${path}/:memberId`,
    { name: 'crewMembers.get', summary: 'Get a rate card with its rates', answer: rateCardAnswer },
    (ctx, { params }) => getRateCard(ctx, params.memberId),
  ),
  change(
    `${path}/:memberId`,
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
    `${path}/:memberId`,
    { name: 'crewMembers.delete', summary: 'Delete a rate card', problems: [], success: 204 },
    (ctx, { params }) => deleteRateCard(ctx, params.memberId),
  ),
];

const bulkImport = route.post(
  '/crew-members/bulk-import',
  {
    name: 'crewMembers.bulkImport',
    summary: 'Import rate cards from a CSV or Excel file',
    answer: rateCardImportResult,
    problems: ['FILE_UNREADABLE', 'UNSUPPORTED_FILE_TYPE'],
    upload: { parts: rateCardFormInput.schema(), receive: receiveRateCards },
  },
  (ctx, { upload }) => importRateCards(ctx, upload),
);

export const rateCards = {
  v1: [...cards('/crew-members'), bulkImport, ...oneCard('/crew-members', route.put)],
  'api-v1': [...cards('/crews/members'), ...oneCard('/crews/members', route.patch)],
};

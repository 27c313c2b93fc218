import { importList } from '@consulting/imports/list/import-list';
import { listRoutes } from '@consulting/imports/list/list-routes';
import { listTemplate } from '@consulting/imports/list/template';
import { pageOf } from '@consulting/kernel/http';
import { acceptImport, tableWorker } from '../domain/list-import';
import {
  createRateCard,
  deleteRateCard,
  getRateCard,
  listRateCards,
  updateRateCard,
} from '../domain/rate-card/rate-card';
import { rateCardInput, rateCardQuery } from '../domain/rate-card/rate-card-fields';
import {
  bulkImportRateCards,
  exportRateCards,
  openRateCardWriter,
  rateCardExportQuery,
} from '../domain/rate-card/rate-card-files';
import { rateCardList } from '../domain/rate-card/rate-card-list';
import { rollForward, rollForwardInput } from '../domain/rate-card/rate-card-roll-forward';
import {
  newQuarter,
  newRateCard,
  rateCardAnswer,
  rateCardChanges,
  rolledForward,
} from './responses/rate-card';
import { route } from './route';

// The two endpoint sets differ in the path and in the method of a change.
type Path = '/crew-members' | '/crews/members';

const cards = (path: Path) => [
  route.get(
    path,
    {
      name: 'crewMembers.list',
      summary: 'List rate cards',
      description:
        'One card is the price of a trade and designation at a place, in a quarter, for a type of project. Filters compare whole values ignoring case; `search` finds parts.',
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
      description:
        'Trade, designation, country, region, province, year, quarter and project type are unique together, where null equals null. The rates are built up from the entries.',
      answer: rateCardAnswer,
      problems: ['RATE_CARD_EXISTS'],
      example: newRateCard,
      body: rateCardInput.schema('create'),
      success: 201,
      location: `${path}/:id`,
    },
    (ctx, { body }) => createRateCard(ctx, body),
  ),
];

const oneCard = (path: Path, change: typeof route.put) => [
  route.get(
    `${path}/:memberId`,
    {
      name: 'crewMembers.get',
      summary: 'Get a rate card with its rates',
      description:
        '`rates` explains every line of the straight-time, overtime and double-time rate in the reference week.',
      answer: rateCardAnswer,
    },
    (ctx, { params }) => getRateCard(ctx, params.memberId),
  ),
  change(
    `${path}/:memberId`,
    {
      name: 'crewMembers.update',
      summary: 'Change a rate card',
      description:
        'The rates are built up again, and service crews that were priced with the card become stale; their stored rates stay until they are calculated again.',
      answer: rateCardAnswer,
      problems: ['RATE_CARD_EXISTS'],
      example: rateCardChanges,
      body: rateCardInput.schema('update'),
    },
    (ctx, { params, body }) => updateRateCard(ctx, params.memberId, body),
  ),
  route.delete(
    `${path}/:memberId`,
    {
      name: 'crewMembers.delete',
      summary: 'Delete a rate card',
      description: 'Service crews that were priced with the card keep their rates and become stale.',
      problems: [],
      success: 204,
    },
    (ctx, { params }) => deleteRateCard(ctx, params.memberId),
  ),
];

const files = listRoutes('crewMembers', 'rate cards', rateCardList, tableWorker);

const bulkImport = route.post(
  '/crew-members/bulk-import',
  {
    ...files.import,
    name: 'crewMembers.bulkImport',
    summary: 'Import rate cards from a CSV or Excel file; the first row of a combination counts',
    description:
      'At most 10,000 rows. Each is stored by itself: those with faults are listed, the others stay stored. A combination that exists is skipped unless `updateExisting` is true.',
  },
  (ctx, { upload }) => bulkImportRateCards(ctx, upload),
);

const rollForwardCards = route.post(
  '/crew-members/roll-forward',
  {
    name: 'crewMembers.rollForward',
    summary: 'Copy the rate cards of a quarter into another, with escalation',
    description:
      'Every card of the quarter that the filters select; amounts rise by the percentages, percentages of the card stay. Combinations that exist are skipped unless `updateExisting` is true; `dryRun` counts only.',
    answer: rolledForward,
    example: newQuarter,
    body: rollForwardInput.schema('create'),
    isBulk: true,
  },
  (ctx, { body }) => rollForward(ctx, body),
);

const cardFiles = [
  route.get('/crews/members/template', files.template, () => listTemplate(rateCardList)),
  route.get(
    '/crews/members/export',
    { ...files.export, query: rateCardExportQuery },
    (ctx, { query, signal }) => exportRateCards(ctx, query, signal),
  ),
  route.post('/crews/members/import', files.import, (ctx, { upload }) =>
    importList(ctx, upload, openRateCardWriter),
  ),
  route.post('/crews/members/import/async', files.importAsync, (ctx, { upload }) =>
    acceptImport(ctx, upload, rateCardList),
  ),
];

export const rateCards = {
  v1: [...cards('/crew-members'), bulkImport, rollForwardCards, ...oneCard('/crew-members', route.put)],
  'api-v1': [...cards('/crews/members'), ...cardFiles, ...oneCard('/crews/members', route.patch)],
};

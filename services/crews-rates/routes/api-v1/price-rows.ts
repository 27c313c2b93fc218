import { listRoutes } from '@consulting/imports/list/list-routes';
import { listTemplate } from '@consulting/imports/list/template';
import { pageOf } from '@consulting/kernel/http';
import { tableWorker } from '../../domain/list-import';
import {
  createPriceRow,
  deletePriceRow,
  getPriceRow,
  listPriceRows,
  updatePriceRow,
} from '../../domain/price-book/price-row';
import { patchPriceRows, priceRowsPatchInput } from '../../domain/price-book/price-row-bulk';
import { priceRowInput, priceRowQuery } from '../../domain/price-book/price-row-fields';
import {
  acceptPriceRows,
  exportPriceRows,
  importPriceRows,
  priceRowExportQuery,
} from '../../domain/price-book/price-row-files';
import { priceRowList, priceRowTemplate } from '../../domain/price-book/price-row-list';
import {
  newPriceRow,
  priceRowAnswer,
  priceRowChanges,
  priceRowPatches,
  priceRowsPatched,
} from '../responses/price-row';
import { route } from '../route';

const files = listRoutes('priceRows', 'rows of a price book', priceRowList, tableWorker);

const conditionsInColumns =
  'A condition is a column: `nominalPipeSize` (several values by ;), `nominalPipeSize from`, `nominalPipeSize to`, `description contains`, `description starts with`, `tag is empty`.';

const priceRowFiles = [
  route.get(
    '/price-books/:priceBookId/rows/template',
    { ...files.template, description: `${files.template.description} ${conditionsInColumns}` },
    () => listTemplate(priceRowTemplate),
  ),
  route.get(
    '/price-books/:priceBookId/rows/export',
    { ...files.export, query: priceRowExportQuery },
    (ctx, { params, query, signal }) => exportPriceRows(ctx, params.priceBookId, query, signal),
  ),
  route.post(
    '/price-books/:priceBookId/rows/import',
    { ...files.import, description: `${files.import.description} ${conditionsInColumns}` },
    (ctx, { params, upload }) => importPriceRows(ctx, params.priceBookId, upload),
  ),
  route.post(
    '/price-books/:priceBookId/rows/import/async',
    { ...files.importAsync, description: `${files.importAsync.description} ${conditionsInColumns}` },
    (ctx, { params, upload }) => acceptPriceRows(ctx, params.priceBookId, upload),
  ),
];

export const priceRows = [
  ...priceRowFiles,
  route.get(
    '/price-books/:priceBookId/rows',
    {
      name: 'priceRows.list',
      summary: 'List the rows of a price book',
      description:
        'By `sortOrder`, empty last, then as they were added. `field` finds rows with a condition on a field.',
      answer: pageOf(priceRowAnswer),
      query: priceRowQuery,
    },
    (ctx, { params, query }) => listPriceRows(ctx, params.priceBookId, query),
  ),
  route.post(
    '/price-books/:priceBookId/rows',
    {
      name: 'priceRows.create',
      summary: 'Add a row to a price book',
      description:
        'A row fills one field of the lines that fulfil all its conditions, with its value or with value × driver. Faults name the part: `conditions[2].from`.',
      answer: priceRowAnswer,
      problems: ['CODE_EXISTS'],
      example: newPriceRow,
      body: priceRowInput.schema('create'),
      success: 201,
      location: '/price-books/:priceBookId/rows/:id',
    },
    (ctx, { params, body }) => createPriceRow(ctx, params.priceBookId, body),
  ),
  route.patch(
    '/price-books/:priceBookId/rows/bulk',
    {
      name: 'priceRows.bulkPatch',
      summary: 'Change many rows of a price book, each in its own way, all or none',
      description:
        '1 to 5000 items. An item with a `version` is refused with 412 when the row has been changed since; `ids` then names all such rows.',
      answer: priceRowsPatched,
      problems: ['NOT_FOUND', 'VERSION_MISMATCH', 'CODE_EXISTS'],
      example: priceRowPatches,
      body: priceRowsPatchInput.schema('create'),
      isBulk: true,
      isVersioned: false,
    },
    (ctx, { params, body }) => patchPriceRows(ctx, params.priceBookId, body),
  ),
  route.get(
    '/price-books/:priceBookId/rows/:priceRowId',
    {
      name: 'priceRows.get',
      summary: 'Get a row of a price book',
      description: 'Words of choices and units are stored as takeoff lines have them.',
      answer: priceRowAnswer,
    },
    (ctx, { params }) => getPriceRow(ctx, params.priceBookId, params.priceRowId),
  ),
  route.patch(
    '/price-books/:priceBookId/rows/:priceRowId',
    {
      name: 'priceRows.update',
      summary: 'Change a row of a price book',
      description: 'An array of conditions is replaced whole. Prices that the row gave become stale.',
      answer: priceRowAnswer,
      problems: ['CODE_EXISTS'],
      example: priceRowChanges,
      body: priceRowInput.schema('update'),
    },
    (ctx, { params, body }) => updatePriceRow(ctx, params.priceBookId, params.priceRowId, body),
  ),
  route.delete(
    '/price-books/:priceBookId/rows/:priceRowId',
    {
      name: 'priceRows.delete',
      summary: 'Delete a row of a price book',
      description: 'Lines keep the prices that the row gave, which become stale.',
      problems: [],
      success: 204,
    },
    (ctx, { params }) => deletePriceRow(ctx, params.priceBookId, params.priceRowId),
  ),
];

import { importList } from '@consulting/imports/list/import-list';
import { listRoutes } from '@consulting/imports/list/list-routes';
import { listTemplate } from '@consulting/imports/list/template';
import { pageOf } from '@consulting/kernel/http';
import { acceptImport, tableWorker } from '../../domain/list-import';
import { ownWorkInput } from '../../domain/price-book/own-work-fields';
import {
  createPriceBook,
  deletePriceBook,
  getPriceBook,
  listPriceBooks,
  updatePriceBook,
} from '../../domain/price-book/price-book';
import { duplicatePriceBook, rollForwardPriceBook } from '../../domain/price-book/price-book-copy';
import {
  priceBookCopyInput,
  priceBookInput,
  priceBookQuery,
  priceBookRollForwardInput,
} from '../../domain/price-book/price-book-fields';
import {
  exportPriceBooks,
  openPriceBookWriter,
  priceBookExportQuery,
} from '../../domain/price-book/price-book-files';
import { makePriceBookFromLines } from '../../domain/price-book/price-book-from-lines';
import { priceBookList } from '../../domain/price-book/price-book-list';
import {
  bookFromLines,
  linesOfBook,
  newPriceBook,
  nextQuarter,
  priceBookAnswer,
  priceBookChanges,
  priceBookCopy,
} from '../responses/price-book';
import { route } from '../route';

const files = listRoutes('priceBooks', 'price books without their rows', priceBookList, tableWorker);

const priceBookFiles = [
  route.get('/price-books/template', files.template, () => listTemplate(priceBookList)),
  route.get(
    '/price-books/export',
    { ...files.export, query: priceBookExportQuery },
    (ctx, { query, signal }) => exportPriceBooks(ctx, query, signal),
  ),
  route.post('/price-books/import', files.import, (ctx, { upload }) =>
    importList(ctx, upload, openPriceBookWriter),
  ),
  route.post('/price-books/import/async', files.importAsync, (ctx, { upload }) =>
    acceptImport(ctx, upload, priceBookList),
  ),
];

export const priceBooks = [
  ...priceBookFiles,
  route.get(
    '/price-books',
    {
      name: 'priceBooks.list',
      summary: 'List price books',
      description: 'Newest first, without rows. A book prices takeoff lines by rule: hours, prices, codes.',
      answer: pageOf(priceBookAnswer),
      query: priceBookQuery,
    },
    (ctx, { query }) => listPriceBooks(ctx, query),
  ),
  route.post(
    '/price-books',
    {
      name: 'priceBooks.create',
      summary: 'Create a price book',
      description:
        'The book is empty; its rows are added or imported. The code names it where lines are priced.',
      answer: priceBookAnswer,
      problems: ['CODE_EXISTS'],
      example: newPriceBook,
      body: priceBookInput.schema('create'),
      success: 201,
      location: '/price-books/:id',
    },
    (ctx, { body }) => createPriceBook(ctx, body),
  ),
  route.post(
    '/price-books/from-lines',
    {
      name: 'priceBooks.createFromLines',
      summary: 'Make a price book of own lines',
      description: [
        'Lines of one discipline are grouped by fields and a size, those per unit of measure by their unit, too; each group makes a row for each target, with the spread of its figures.',
        'Void and excluded lines do not count. Quantiles are by linear interpolation (type 7); figures are rounded once, to 6 decimals.',
        'Money is converted by the rates of the version, else of the project; a missing one is a fault. `to` escalates money, spread included. The book is inactive.',
        'At most 500 versions (or projects), 500000 lines and 4000 rows.',
      ].join(' '),
      answer: bookFromLines,
      problems: ['CODE_EXISTS'],
      example: linesOfBook,
      body: ownWorkInput.schema('create'),
      success: 201,
      location: '/price-books/:id',
    },
    (ctx, { body }) => makePriceBookFromLines(ctx, body),
  ),
  route.get(
    '/price-books/:priceBookId',
    {
      name: 'priceBooks.get',
      summary: 'Get a price book',
      description: 'The book without its rows, which have a list of their own.',
      answer: priceBookAnswer,
    },
    (ctx, { params }) => getPriceBook(ctx, params.priceBookId),
  ),
  route.patch(
    '/price-books/:priceBookId',
    {
      name: 'priceBooks.update',
      summary: 'Change a price book',
      description:
        'With another code or currency, prices that the book gave become stale. A discipline must be that of all rows, and a currency stays while a row is money.',
      answer: priceBookAnswer,
      problems: ['CODE_EXISTS'],
      example: priceBookChanges,
      body: priceBookInput.schema('update'),
    },
    (ctx, { params, body }) => updatePriceBook(ctx, params.priceBookId, body),
  ),
  route.delete(
    '/price-books/:priceBookId',
    {
      name: 'priceBooks.delete',
      summary: 'Delete a price book with its rows',
      description: 'Lines keep the prices that the book gave, with its code; these become stale.',
      problems: [],
      success: 204,
    },
    (ctx, { params }) => deletePriceBook(ctx, params.priceBookId),
  ),
  route.post(
    '/price-books/:priceBookId/duplicate',
    {
      name: 'priceBooks.duplicate',
      summary: 'Copy a price book with its rows under a new code',
      description: 'Rows keep their codes. The copy is active where the book is.',
      answer: priceBookAnswer,
      problems: ['CODE_EXISTS'],
      example: priceBookCopy,
      body: priceBookCopyInput.schema('create'),
      success: 201,
      location: '/price-books/:id',
    },
    (ctx, { params, body }) => duplicatePriceBook(ctx, params.priceBookId, body),
  ),
  route.post(
    '/price-books/:priceBookId/roll-forward',
    {
      name: 'priceBooks.rollForward',
      summary: 'Copy a price book into another quarter, with escalation by target',
      description:
        'Values and points rise by the percentage of their target and are rounded to 6 decimals; those of other targets stay. The new book is inactive.',
      answer: priceBookAnswer,
      problems: ['CODE_EXISTS'],
      example: nextQuarter,
      body: priceBookRollForwardInput.schema('create'),
      success: 201,
      location: '/price-books/:id',
    },
    (ctx, { params, body }) => rollForwardPriceBook(ctx, params.priceBookId, body),
  ),
];

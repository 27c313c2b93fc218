import { pageOf } from '@consulting/kernel/http';
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
  newPriceBook,
  nextQuarter,
  priceBookAnswer,
  priceBookChanges,
  priceBookCopy,
} from '../responses/price-book';
import { route } from '../route';

export const priceBooks = [
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

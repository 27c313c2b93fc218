import {
  bulkCreate,
  bulkCreated,
  bulkCreateInput,
  bulkDelete,
  bulkDeleteInput,
  bulkEdit,
  bulkEditInput,
  bulkPatch,
  bulkPatched,
  bulkPatchInput,
  bulkPatchQuery,
} from '@consulting/mto-lines';
import { priceInput, priceLines } from '@consulting/mto-pricing';
import { bulkDelete as deletion, bulkEdit as edit, newLines, bulkPatch as patch } from '../examples/line';
import { pricing } from '../examples/pricing';
import { linesCreated, linesDeleted, linesEdited, linesPatched } from '../responses/bulk';
import { linesPriced } from '../responses/pricing';
import { route } from '../route';

export const mtoBulk = [
  route.post(
    '/mto/bulk',
    {
      name: 'mto.bulkCreate',
      summary: 'Create many takeoff lines, all or none',
      description:
        '1 to 5000 lines; `projectId` and `serviceId` are the defaults of the items. A fault of one item refuses all and is reported with its `index`.',
      answer: linesCreated,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED', 'CODE_EXISTS'],
      example: newLines,
      body: bulkCreateInput.schema('create'),
      isBulk: true,
      success: 201,
      location: '/mto?projectId=:projectId',
      repeat: bulkCreated,
    },
    (ctx, { body }) => bulkCreate(ctx, body),
  ),
  route.patch(
    '/mto/bulk',
    {
      name: 'mto.bulkPatch',
      summary: 'Change many takeoff lines, each in its own way, all or none',
      description:
        'Each item names a line and what is to change of it, as a single update would: what a grid needs to paste. An item with a `version` is refused with 412 when the line has been changed since; `ids` then names all such lines. With `fields` or `omitEmpty` the answer has no more of each line than the grid shows.',
      answer: linesPatched,
      problems: ['NOT_FOUND', 'VERSION_MISMATCH', 'SERVICE_APPROVED', 'CODE_EXISTS'],
      example: patch,
      query: bulkPatchQuery,
      body: bulkPatchInput.schema('create'),
      isBulk: true,
      isVersioned: false,
      repeat: bulkPatched,
    },
    (ctx, { body, query }) => bulkPatch(ctx, body, query),
  ),
  route.post(
    '/mto/bulk-edit',
    {
      name: 'mto.bulkEdit',
      summary: 'Change fields of all selected takeoff lines, all or none',
      description:
        'Sets the same values in all lines of the selection, or makes new ones of what each line has by operations: multiply, add, percent, copyFrom and replace. Lines are recalculated as by single updates; `dryRun` shows what would become of the first lines, `expectedCount` refuses a selection that has grown.',
      answer: linesEdited,
      problems: [
        'EMPTY_FILTER',
        'NOT_FOUND',
        'SERVICE_APPROVED',
        'COUNT_MISMATCH',
        'RESULT_INVALID',
        'CODE_EXISTS',
      ],
      example: edit,
      body: bulkEditInput.schema('create'),
      isBulk: true,
    },
    (ctx, { body }) => bulkEdit(ctx, body),
  ),
  route.post(
    '/mto/bulk-delete',
    {
      name: 'mto.bulkDelete',
      summary: 'Delete all selected takeoff lines, all or none',
      description:
        '`confirm: true` is required, and criteria without a condition are refused. The lines can be brought back by undoing the operation.',
      answer: linesDeleted,
      problems: ['EMPTY_FILTER', 'CONFIRMATION_REQUIRED', 'NOT_FOUND', 'SERVICE_APPROVED', 'COUNT_MISMATCH'],
      example: deletion,
      body: bulkDeleteInput.schema('create'),
      isBulk: true,
    },
    (ctx, { body }) => bulkDelete(ctx, body),
  ),
  route.post(
    '/mto/price',
    {
      name: 'mto.price',
      summary: 'Price takeoff lines by price books, all or none',
      description:
        'Each target of a line gets the value of the row that fits it: of the first book that has one the row with most conditions, then with most exact ones, then the lowest sort order. Conditions look at the line as it was before. Without a row, or with several that are equal, a target stays as it is and is listed. Amounts are converted by the exchange rates of the project; lines are recalculated as by a bulk edit and keep of which row a price is, in `pricing`.',
      answer: linesPriced,
      problems: [
        'EMPTY_FILTER',
        'NOT_FOUND',
        'SERVICE_APPROVED',
        'COUNT_MISMATCH',
        'RESULT_INVALID',
        'CODE_EXISTS',
        'PRICE_BOOK_INACTIVE',
      ],
      example: pricing,
      body: priceInput.schema('create'),
      isBulk: true,
    },
    (ctx, { body }) => priceLines(ctx, body),
  ),
];

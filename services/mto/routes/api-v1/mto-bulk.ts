import { bulkCreate, bulkCreated, bulkCreateInput } from '../../domain/bulk/bulk-create';
import { bulkDelete, bulkDeleteInput } from '../../domain/bulk/bulk-delete';
import { bulkEdit, bulkEditInput } from '../../domain/bulk/bulk-edit';
import { bulkDelete as deletion, bulkEdit as edit, newLines } from '../examples/line';
import { linesCreated, linesDeleted, linesEdited } from '../responses/bulk';
import { route } from '../route';

export const mtoBulk = [
  route.post(
    '/mto/bulk',
    {
      name: 'mto.bulkCreate',
      summary: 'Create many takeoff lines, all or none',
      description:
        '1 to 5000 lines; `projectId` and `serviceId` are the defaults of the items. A fault of one item refuses all and is told with its `index`.',
      answer: linesCreated,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED'],
      example: newLines,
      body: bulkCreateInput.schema('create'),
      isBulk: true,
      success: 201,
      repeat: bulkCreated,
    },
    (ctx, { body }) => bulkCreate(ctx, body),
  ),
  route.post(
    '/mto/bulk-edit',
    {
      name: 'mto.bulkEdit',
      summary: 'Change fields of all selected takeoff lines, all or none',
      description:
        'A selection of identifiers or criteria, of any size, is changed and calculated anew as single updates would. `dryRun` counts only; `expectedCount` refuses a selection that has grown.',
      answer: linesEdited,
      problems: ['EMPTY_FILTER', 'NOT_FOUND', 'SERVICE_APPROVED', 'COUNT_MISMATCH'],
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
];

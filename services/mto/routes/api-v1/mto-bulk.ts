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
      answer: linesCreated,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED'],
      example: newLines,
      body: bulkCreateInput.schema('create'),
      isBulk: true,
      success: 201,
      location: '/mto?projectId=:projectId',
      repeat: bulkCreated,
    },
    (ctx, { body }) => bulkCreate(ctx, body),
  ),
  route.post(
    '/mto/bulk-edit',
    {
      name: 'mto.bulkEdit',
      summary: 'Change fields of all selected takeoff lines, all or none',
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
      answer: linesDeleted,
      problems: ['EMPTY_FILTER', 'CONFIRMATION_REQUIRED', 'NOT_FOUND', 'SERVICE_APPROVED', 'COUNT_MISMATCH'],
      example: deletion,
      body: bulkDeleteInput.schema('create'),
      isBulk: true,
    },
    (ctx, { body }) => bulkDelete(ctx, body),
  ),
];

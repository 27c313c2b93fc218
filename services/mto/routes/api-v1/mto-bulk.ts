import { bulkCreate, bulkCreateInput } from '../../domain/bulk/bulk-create';
import { bulkDelete, bulkDeleteInput } from '../../domain/bulk/bulk-delete';
import { bulkEdit, bulkEditInput } from '../../domain/bulk/bulk-edit';
import { linesCreated, linesDeleted, linesEdited } from '../answers/bulk';
import { route } from '../route';

export const mtoBulk = [
  route.post(
    '/mto/bulk',
    {
      name: 'mto.bulkCreate',
      summary: 'Create many takeoff lines, all or none',
      answer: linesCreated,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED'],
      example: {
        projectId: '6a1f0a56-3f0e-4a55-8f43-0e1d2c3b4a59',
        serviceId: '0b7c3f9e-58a1-4e0d-9a67-2f4d6c8e1b35',
        items: [
          { discipline: 'piping', description: 'Pipe 6 in, A106 B', quantity: 24.4, unitOfMeasure: 'm' },
        ],
      },
      body: bulkCreateInput.schema('create'),
      isBulk: true,
      success: 201,
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
      example: {
        projectId: '6a1f0a56-3f0e-4a55-8f43-0e1d2c3b4a59',
        selection: { mode: 'ids', ids: ['0b7c3f9e-58a1-4e0d-9a67-2f4d6c8e1b35'] },
        updates: { crewCode: 'PF-01' },
        dryRun: true,
      },
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
      example: {
        projectId: '6a1f0a56-3f0e-4a55-8f43-0e1d2c3b4a59',
        selection: { mode: 'ids', ids: ['0b7c3f9e-58a1-4e0d-9a67-2f4d6c8e1b35'] },
        confirm: true,
      },
      body: bulkDeleteInput.schema('create'),
      isBulk: true,
    },
    (ctx, { body }) => bulkDelete(ctx, body),
  ),
];

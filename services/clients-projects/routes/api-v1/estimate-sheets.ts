import { pageOf } from '@consulting/kernel/http';
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  templateInput,
  templateQuery,
  updateTemplate,
} from '../../domain/estimate-template';
import { newTemplate, templateAnswer, templateChanges, templateListed } from '../responses/estimate-template';
import { route } from '../route';

export const estimateSheets = [
  route.get(
    '/estimate-sheets',
    {
      name: 'estimateSheets.list',
      summary: 'List templates of estimate sheets',
      description: 'Newest first, without their items. A template belongs to a client.',
      answer: pageOf(templateListed),
      query: templateQuery,
    },
    (ctx, { query }) => listTemplates(ctx, query),
  ),
  route.post(
    '/estimate-sheets',
    {
      name: 'estimateSheets.create',
      summary: 'Create a template of an estimate sheet',
      description:
        'Items as in the sheet of a version; their filters are checked where a version copies them.',
      answer: templateAnswer,
      example: newTemplate,
      body: templateInput.schema('create'),
      success: 201,
      location: '/estimate-sheets/:id',
    },
    (ctx, { body }) => createTemplate(ctx, body),
  ),
  route.get(
    '/estimate-sheets/:templateId',
    {
      name: 'estimateSheets.get',
      summary: 'Get a template of an estimate sheet',
      description: 'With its items, which have no amounts.',
      answer: templateAnswer,
    },
    (ctx, { params }) => getTemplate(ctx, params.templateId),
  ),
  route.put(
    '/estimate-sheets/:templateId',
    {
      name: 'estimateSheets.update',
      summary: 'Change a template of an estimate sheet',
      description: 'Items are replaced whole. Versions that copied the template stay as they are.',
      answer: templateAnswer,
      example: templateChanges,
      body: templateInput.schema('update'),
    },
    (ctx, { params, body }) => updateTemplate(ctx, params.templateId, body),
  ),
  route.delete(
    '/estimate-sheets/:templateId',
    {
      name: 'estimateSheets.delete',
      summary: 'Delete a template of an estimate sheet',
      description: 'Versions that copied it stay as they are.',
      success: 204,
    },
    (ctx, { params }) => deleteTemplate(ctx, params.templateId),
  ),
];

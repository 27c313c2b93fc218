import { importResult, pageOf } from '@consulting/kernel/http/answer';
import {
  createSubcontractor,
  deleteSubcontractor,
  getSubcontractor,
  listSubcontractors,
  updateSubcontractor,
} from '../../domain/subcontractor';
import {
  subcontractorFormInput,
  subcontractorInput,
  subcontractorItemsInput,
  subcontractorQuery,
} from '../../domain/subcontractor-fields';
import {
  importSubcontractorFile,
  importSubcontractorItems,
  receiveSubcontractors,
} from '../../domain/subcontractor-import';
import {
  newSubcontractor,
  subcontractorAnswer,
  subcontractorChanges,
  subcontractorImport,
} from '../responses/subcontractor';
import { route } from '../route';

export const subcontractors = [
  route.get(
    '/projects/:projectId/subcontractors',
    {
      name: 'subcontractors.list',
      summary: 'List subcontractors of a project',
      answer: pageOf(subcontractorAnswer),
      query: subcontractorQuery,
    },
    (ctx, { params, query }) => listSubcontractors(ctx, params.projectId, query),
  ),
  route.post(
    '/projects/:projectId/subcontractors',
    {
      name: 'subcontractors.create',
      summary: 'Create a subcontractor',
      answer: subcontractorAnswer,
      problems: ['CODE_EXISTS'],
      example: newSubcontractor,
      body: subcontractorInput.schema('create'),
      success: 201,
    },
    (ctx, { params, body }) => createSubcontractor(ctx, params.projectId, body),
  ),
  route.post(
    '/projects/:projectId/subcontractors/import',
    {
      name: 'subcontractors.import',
      summary: 'Import subcontractors from JSON items or from a CSV or Excel file',
      answer: importResult,
      problems: ['FILE_UNREADABLE', 'UNSUPPORTED_FILE_TYPE', 'CODE_EXISTS'],
      example: subcontractorImport,
      body: subcontractorItemsInput.schema('create'),
      upload: { parts: subcontractorFormInput.schema(), receive: receiveSubcontractors },
      isBulk: true,
    },
    (ctx, { params, body, upload }) =>
      body === undefined
        ? importSubcontractorFile(ctx, params.projectId, upload)
        : importSubcontractorItems(ctx, params.projectId, body),
  ),
  route.get(
    '/projects/:projectId/subcontractors/:subcontractorId',
    { name: 'subcontractors.get', summary: 'Get a subcontractor', answer: subcontractorAnswer },
    (ctx, { params }) => getSubcontractor(ctx, params.projectId, params.subcontractorId),
  ),
  route.put(
    '/projects/:projectId/subcontractors/:subcontractorId',
    {
      name: 'subcontractors.update',
      summary: 'Change a subcontractor',
      answer: subcontractorAnswer,
      problems: ['CODE_EXISTS'],
      example: subcontractorChanges,
      body: subcontractorInput.schema('update'),
    },
    (ctx, { params, body }) => updateSubcontractor(ctx, params.projectId, params.subcontractorId, body),
  ),
  route.delete(
    '/projects/:projectId/subcontractors/:subcontractorId',
    {
      name: 'subcontractors.delete',
      summary: 'Delete a subcontractor',
      problems: ['SUBCONTRACTOR_IN_USE'],
      success: 204,
    },
    (ctx, { params }) => deleteSubcontractor(ctx, params.projectId, params.subcontractorId),
  ),
];

import { listRoutes } from '@consulting/imports/list/list-routes';
import { pageOf } from '@consulting/kernel/http';
import {
  createSubcontractor,
  deleteSubcontractor,
  getSubcontractor,
  listSubcontractors,
  updateSubcontractor,
} from '../../domain/subcontractor';
import {
  subcontractorInput,
  subcontractorItemsInput,
  subcontractorQuery,
} from '../../domain/subcontractor-fields';
import {
  exportSubcontractors,
  getSubcontractorTemplate,
  subcontractorExportQuery,
} from '../../domain/subcontractor-files';
import {
  acceptSubcontractors,
  importSubcontractorFile,
  importSubcontractorItems,
  tableWorker,
} from '../../domain/subcontractor-import';
import { subcontractorList } from '../../domain/subcontractor-list';
import {
  newSubcontractor,
  subcontractorAnswer,
  subcontractorChanges,
  subcontractorImport,
} from '../responses/subcontractor';
import { route } from '../route';

const files = listRoutes('subcontractors', 'subcontractors', subcontractorList, tableWorker);

export const subcontractors = [
  route.get(
    '/projects/:projectId/subcontractors',
    {
      name: 'subcontractors.list',
      summary: 'List subcontractors of a project',
      description: 'Newest first. `search` finds parts of name, code, scope of work and contact.',
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
      description:
        'Without a code the next free SUB-n of the project is taken; the currency is by default that of the project.',
      answer: subcontractorAnswer,
      problems: ['CODE_EXISTS'],
      example: newSubcontractor,
      body: subcontractorInput.schema('create'),
      success: 201,
      location: '/projects/:projectId/subcontractors/:id',
    },
    (ctx, { params, body }) => createSubcontractor(ctx, params.projectId, body),
  ),
  route.post(
    '/projects/:projectId/subcontractors/import',
    {
      ...files.import,
      summary: 'Import subcontractors from JSON items, or from an Excel or CSV file of at most 10,000 rows',
      problems: ['FILE_UNREADABLE', 'UNSUPPORTED_FILE_TYPE', 'CODE_EXISTS'],
      example: subcontractorImport,
      body: subcontractorItemsInput.schema('create'),
      isBulk: true,
    },
    (ctx, { params, body, upload }) =>
      body === undefined
        ? importSubcontractorFile(ctx, params.projectId, upload)
        : importSubcontractorItems(ctx, params.projectId, body),
  ),
  route.post(
    '/projects/:projectId/subcontractors/import/async',
    files.importAsync,
    (ctx, { params, upload }) => acceptSubcontractors(ctx, params.projectId, upload),
  ),
  route.get('/projects/:projectId/subcontractors/template', files.template, (ctx, { params }) =>
    getSubcontractorTemplate(ctx, params.projectId),
  ),
  route.get(
    '/projects/:projectId/subcontractors/export',
    { ...files.export, query: subcontractorExportQuery },
    (ctx, { params, query, signal }) => exportSubcontractors(ctx, params.projectId, query, signal),
  ),
  route.get(
    '/projects/:projectId/subcontractors/:subcontractorId',
    {
      name: 'subcontractors.get',
      summary: 'Get a subcontractor',
      description: '`revisedContractAmount` is the contract amount with its approved changes.',
      answer: subcontractorAnswer,
    },
    (ctx, { params }) => getSubcontractor(ctx, params.projectId, params.subcontractorId),
  ),
  route.put(
    '/projects/:projectId/subcontractors/:subcontractorId',
    {
      name: 'subcontractors.update',
      summary: 'Change a subcontractor',
      description:
        'Keys that are left out stay. Takeoff lines refer to a subcontractor by identifier, so a new code or name leaves them as they are.',
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
      description: 'Refused while takeoff lines carry it.',
      problems: ['SUBCONTRACTOR_IN_USE'],
      success: 204,
    },
    (ctx, { params }) => deleteSubcontractor(ctx, params.projectId, params.subcontractorId),
  ),
];

import { importList } from '@consulting/imports/list/import-list';
import { listRoutes } from '@consulting/imports/list/list-routes';
import { listTemplate } from '@consulting/imports/list/template';
import { pageOf } from '@consulting/kernel/http';
import { createCrew, deleteCrew, duplicateCrew, listCrews, updateCrew } from '../domain/crew/crew';
import { crewDuplicateInput, crewInput, crewQuery } from '../domain/crew/crew-fields';
import { crewExportQuery, exportCrews, openCrewWriter } from '../domain/crew/crew-files';
import { crewList } from '../domain/crew/crew-list';
import { getCrew } from '../domain/crew/crew-record';
import { acceptImport, tableWorker } from '../domain/list-import';
import { crewAnswer, crewChanges, crewCopy, crewDetailed, crewWithMembers, newCrew } from './responses/crew';
import { route } from './route';

// The two endpoint sets differ in the method of a change.
const crewRoutes = (change: typeof route.put) => [
  route.get(
    '/crews',
    {
      name: 'crews.list',
      summary: 'List universal crews',
      description: 'Newest first, without members; `memberSummary` says in words who is in a crew.',
      answer: pageOf(crewAnswer),
      query: crewQuery,
    },
    (ctx, { query }) => listCrews(ctx, query),
  ),
  route.post(
    '/crews',
    {
      name: 'crews.create',
      summary: 'Create a universal crew',
      description:
        'Trades and equipment of the members must exist. A universal crew has no rates: these come with the place of a project.',
      answer: crewWithMembers,
      problems: ['CODE_EXISTS'],
      example: newCrew,
      body: crewInput.schema('create'),
      success: 201,
      location: '/crews/:id',
    },
    (ctx, { body }) => createCrew(ctx, body),
  ),
  route.get(
    '/crews/:crewId',
    {
      name: 'crews.get',
      summary: 'Get a crew with its members and usage',
      description:
        '`usage` counts projects, service crews and takeoff lines that use the crew; a count is null while its service does not answer.',
      answer: crewDetailed,
    },
    (ctx, { params }) => getCrew(ctx, params.crewId),
  ),
  change(
    '/crews/:crewId',
    {
      name: 'crews.update',
      summary: 'Change a crew',
      description:
        'An array of members is replaced whole. Project and service crews that were made of it keep their members and rates.',
      answer: crewWithMembers,
      problems: ['CODE_EXISTS'],
      example: crewChanges,
      body: crewInput.schema('update'),
    },
    (ctx, { params, body }) => updateCrew(ctx, params.crewId, body),
  ),
  route.delete(
    '/crews/:crewId',
    {
      name: 'crews.delete',
      summary: 'Delete a crew that nothing uses',
      description:
        'Refused while a project crew or service crew was made of it, or takeoff lines carry its code.',
      problems: ['CREW_IN_USE'],
      success: 204,
    },
    (ctx, { params }) => deleteCrew(ctx, params.crewId),
  ),
  route.post(
    '/crews/:crewId/duplicate',
    {
      name: 'crews.duplicate',
      summary: 'Copy a crew under a new name and code',
      description: 'Copies members and description; the copy is active and used nowhere.',
      answer: crewWithMembers,
      problems: ['CODE_EXISTS'],
      example: crewCopy,
      body: crewDuplicateInput.schema('create'),
      success: 201,
      location: '/crews/:id',
    },
    (ctx, { params, body }) => duplicateCrew(ctx, params.crewId, body),
  ),
];

const files = listRoutes('crews', 'crews', crewList, tableWorker);

const crewFiles = [
  route.get('/crews/template', files.template, () => listTemplate(crewList)),
  route.get('/crews/export', { ...files.export, query: crewExportQuery }, (ctx, { query, signal }) =>
    exportCrews(ctx, query, signal),
  ),
  route.post('/crews/import', files.import, (ctx, { upload }) => importList(ctx, upload, openCrewWriter)),
  route.post('/crews/import/async', files.importAsync, (ctx, { upload }) =>
    acceptImport(ctx, upload, crewList),
  ),
];

export const crews = { v1: crewRoutes(route.put), 'api-v1': [...crewFiles, ...crewRoutes(route.patch)] };

import { pageOf } from '@consulting/kernel/http';
import {
  createProfile,
  deleteProfile,
  getProfile,
  importProfileInput,
  importProfileQuery,
  listProfiles,
  updateProfile,
} from '@consulting/mto-imports';
import { importProfileAnswer, importProfileChanges, newImportProfile } from '../responses/import-profile';
import { route } from '../route';

export const importProfiles = [
  route.get(
    '/import-profiles',
    {
      name: 'importProfiles.list',
      summary: 'List import profiles',
      description:
        'Newest first. An upload names a profile by `profileId`; what its form says itself counts before it.',
      answer: pageOf(importProfileAnswer),
      query: importProfileQuery,
    },
    (ctx, { query }) => listProfiles(ctx, query),
  ),
  route.post(
    '/import-profiles',
    {
      name: 'importProfiles.create',
      summary: 'Create an import profile: how the files of a client, or of everyone, are read',
      description:
        'Without `clientId` it is for everyone. Mapping and defaults are checked against the fields of the discipline.',
      answer: importProfileAnswer,
      problems: ['INSUFFICIENT_SCOPE', 'NOT_FOUND', 'CODE_EXISTS'],
      example: newImportProfile,
      body: importProfileInput.schema('create'),
      success: 201,
      location: '/import-profiles/:id',
    },
    (ctx, { body }) => createProfile(ctx, body),
  ),
  route.get(
    '/import-profiles/:profileId',
    {
      name: 'importProfiles.get',
      summary: 'Get an import profile',
      description: '`headers` are those of the first file that it read, by which it is proposed for others.',
      answer: importProfileAnswer,
    },
    (ctx, { params }) => getProfile(ctx, params.profileId),
  ),
  route.put(
    '/import-profiles/:profileId',
    {
      name: 'importProfiles.update',
      summary: 'Change an import profile',
      description:
        'A new mapping replaces the old one whole; defaults merge key by key. Imports that were accepted keep what they began with.',
      answer: importProfileAnswer,
      problems: ['INSUFFICIENT_SCOPE', 'CODE_EXISTS'],
      example: importProfileChanges,
      body: importProfileInput.schema('update'),
    },
    (ctx, { params, body }) => updateProfile(ctx, params.profileId, body),
  ),
  route.delete(
    '/import-profiles/:profileId',
    {
      name: 'importProfiles.delete',
      summary: 'Delete an import profile',
      description: 'Imports that were accepted with it go on.',
      problems: ['INSUFFICIENT_SCOPE'],
      success: 204,
    },
    (ctx, { params }) => deleteProfile(ctx, params.profileId),
  ),
];

import { pageOf, routesOf } from '@consulting/kernel/http';
import type { Ctx } from '../../domain/context';
import { createGrant, deleteGrant, getGrant, listGrants, updateGrant } from '../../domain/grant';
import { grantInput, grantQuery } from '../../domain/grant-fields';
import { grantAnswer, grantChanges, newGrant } from '../responses/grant';

const route = routesOf<Ctx>();

export const grants = [
  route.get(
    '/access/grants',
    {
      name: 'grants.list',
      summary: 'List grants',
      description:
        'For Contributors who are not limited. Newest first. Whoever has no grant sees all clients and projects, or nothing where the deployment says so.',
      answer: pageOf(grantAnswer),
      query: grantQuery,
      role: 'Contributor',
    },
    (ctx, { query }) => listGrants(ctx, query),
  ),
  route.post(
    '/access/grants',
    {
      name: 'grants.create',
      summary: 'Limit an API key, a person or a group to clients and projects',
      description:
        'A client grants its projects, also those of later. What a caller may not see does not exist for it. Grants of a person and her groups add up. An API key without a grant has that of the nearest key that it was made with, or of the person who made that, unless that grant is unlimited. Counts from the next request on, at once at every gateway.',
      answer: grantAnswer,
      problems: ['CODE_EXISTS', 'LAST_UNLIMITED_CONTRIBUTOR'],
      example: newGrant,
      body: grantInput.schema('create'),
      success: 201,
      location: '/access/grants/:id',
    },
    (ctx, { body }) => createGrant(ctx, body),
  ),
  route.get(
    '/access/grants/:grantId',
    {
      name: 'grants.get',
      summary: 'Get a grant',
      description: 'For Contributors who are not limited.',
      answer: grantAnswer,
      role: 'Contributor',
    },
    (ctx, { params }) => getGrant(ctx, params.grantId),
  ),
  route.put(
    '/access/grants/:grantId',
    {
      name: 'grants.update',
      summary: 'Change a grant',
      description: 'Lists are replaced whole. The kind and identifier of the subject stay.',
      answer: grantAnswer,
      problems: ['LAST_UNLIMITED_CONTRIBUTOR'],
      example: grantChanges,
      body: grantInput.schema('update'),
    },
    (ctx, { params, body }) => updateGrant(ctx, params.grantId, body),
  ),
  route.delete(
    '/access/grants/:grantId',
    {
      name: 'grants.delete',
      summary: 'Delete a grant',
      description:
        'Refused while its API key is neither expired nor revoked. A person or group without a grant sees all, or nothing where the deployment says so.',
      problems: ['GRANT_IN_USE', 'LAST_UNLIMITED_CONTRIBUTOR'],
      success: 204,
    },
    (ctx, { params }) => deleteGrant(ctx, params.grantId),
  ),
];

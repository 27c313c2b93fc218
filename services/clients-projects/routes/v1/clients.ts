import { pageOf } from '@consulting/kernel/http';
import { createClient, deleteClient, getClient, listClients, updateClient } from '../../domain/client';
import { clientInput, clientQuery } from '../../domain/client-fields';
import { clientAnswer, clientDetailed, newClient } from '../responses/client';
import { route } from '../route';

export const clients = [
  route.get(
    '/clients',
    {
      name: 'clients.list',
      summary: 'List clients',
      description: 'Newest first. `search` finds parts of the name, code, legal name and of every contact.',
      answer: pageOf(clientAnswer),
      query: clientQuery,
    },
    (ctx, { query }) => listClients(ctx, query),
  ),
  route.post(
    '/clients',
    {
      name: 'clients.create',
      summary: 'Create a client',
      description:
        'The code is unique ignoring case. A client may be created in any status, and its currency is proposed for its projects.',
      answer: clientAnswer,
      problems: ['CODE_EXISTS'],
      example: newClient,
      body: clientInput.schema('create'),
      success: 201,
      location: '/clients/:id',
      isForUnlimited: true,
    },
    (ctx, { body }) => createClient(ctx, body),
  ),
  route.get(
    '/clients/:clientId',
    {
      name: 'clients.get',
      summary: 'Get a client with its projects',
      description: 'The projects come as in their list, newest first, without their services.',
      answer: clientDetailed,
    },
    (ctx, { params }) => getClient(ctx, params.clientId),
  ),
  route.put(
    '/clients/:clientId',
    {
      name: 'clients.update',
      summary: 'Change a client',
      description:
        'A prospect becomes active or inactive and never a prospect again; a client may become inactive while it has open projects.',
      answer: clientAnswer,
      problems: ['INSUFFICIENT_SCOPE', 'CODE_EXISTS', 'INVALID_STATUS_TRANSITION'],
      example: { status: 'inactive', remarks: null },
      body: clientInput.schema('update'),
    },
    (ctx, { params, body }) => updateClient(ctx, params.clientId, body),
  ),
  route.delete(
    '/clients/:clientId',
    {
      name: 'clients.delete',
      summary: 'Delete a client with its closed projects',
      description:
        'Goes with all its projects and what they own, takeoff lines included. Refused while a project is in planning, active or on hold, or has an approved service; `blocking` names them.',
      problems: ['INSUFFICIENT_SCOPE', 'CLIENT_HAS_ACTIVE_PROJECTS', 'PROJECT_HAS_ACTIVE_SERVICES'],
      success: 204,
    },
    (ctx, { params }) => deleteClient(ctx, params.clientId),
  ),
];

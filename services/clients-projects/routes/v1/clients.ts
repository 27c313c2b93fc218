import { pageOf } from '@consulting/kernel/http/answer';
import { createClient, deleteClient, getClient, listClients, updateClient } from '../../domain/client';
import { clientInput, clientQuery } from '../../domain/client-fields';
import { clientAnswer, clientDetailed, newClient } from '../responses/client';
import { route } from '../route';

export const clients = [
  route.get(
    '/clients',
    { name: 'clients.list', summary: 'List clients', answer: pageOf(clientAnswer), query: clientQuery },
    (ctx, { query }) => listClients(ctx, query),
  ),
  route.post(
    '/clients',
    {
      name: 'clients.create',
      summary: 'Create a client',
      answer: clientAnswer,
      problems: ['CODE_EXISTS'],
      example: newClient,
      body: clientInput.schema('create'),
      success: 201,
      location: '/clients/:id',
    },
    (ctx, { body }) => createClient(ctx, body),
  ),
  route.get(
    '/clients/:clientId',
    { name: 'clients.get', summary: 'Get a client with its projects', answer: clientDetailed },
    (ctx, { params }) => getClient(ctx, params.clientId),
  ),
  route.put(
    '/clients/:clientId',
    {
      name: 'clients.update',
      summary: 'Change a client',
      answer: clientAnswer,
      problems: ['CODE_EXISTS', 'INVALID_STATUS_TRANSITION'],
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
      problems: ['CLIENT_HAS_ACTIVE_PROJECTS', 'PROJECT_HAS_ACTIVE_SERVICES'],
      success: 204,
    },
    (ctx, { params }) => deleteClient(ctx, params.clientId),
  ),
];

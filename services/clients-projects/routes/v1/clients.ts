import { createClient, deleteClient, getClient, listClients, updateClient } from '../../domain/client';
import { clientInput, clientQuery } from '../../domain/client-fields';
import { route } from '../route';

export const clients = [
  route.get(
    '/clients',
    { name: 'clients.list', summary: 'List clients', query: clientQuery },
    (ctx, { query }) => listClients(ctx, query),
  ),
  route.post(
    '/clients',
    { name: 'clients.create', summary: 'Create a client', body: clientInput.schema('create'), success: 201 },
    (ctx, { body }) => createClient(ctx, body),
  ),
  route.get(
    '/clients/:clientId',
    { name: 'clients.get', summary: 'Get a client with its projects' },
    (ctx, { params }) => getClient(ctx, params.clientId),
  ),
  route.put(
    '/clients/:clientId',
    { name: 'clients.update', summary: 'Change a client', body: clientInput.schema('update') },
    (ctx, { params, body }) => updateClient(ctx, params.clientId, body),
  ),
  route.delete(
    '/clients/:clientId',
    { name: 'clients.delete', summary: 'Delete a client with its closed projects', success: 204 },
    (ctx, { params }) => deleteClient(ctx, params.clientId),
  ),
];

import { createService, deleteService, getService, updateService } from '../../domain/service';
import { serviceQuery, serviceSchema } from '../../domain/service-fields';
import { listServices } from '../../domain/service-list';
import { route } from '../route';

export const services = [
  route.get(
    '/projects/:projectId/services',
    { name: 'services.list', summary: 'List the services of a project', query: serviceQuery },
    (ctx, { params, query }) => listServices(ctx, params.projectId, query),
  ),
  route.post(
    '/projects/:projectId/services',
    {
      name: 'services.create',
      summary: 'Create a service in a project',
      body: serviceSchema('create'),
      success: 201,
    },
    (ctx, { params, body }) => createService(ctx, params.projectId, body),
  ),
  route.get(
    '/projects/:projectId/services/:serviceId',
    { name: 'services.get', summary: 'Get a service with the details of its kind' },
    (ctx, { params }) => getService(ctx, params),
  ),
  route.put(
    '/projects/:projectId/services/:serviceId',
    { name: 'services.update', summary: 'Change a service', body: serviceSchema('update') },
    (ctx, { params, body }) => updateService(ctx, params, body),
  ),
  route.delete(
    '/projects/:projectId/services/:serviceId',
    { name: 'services.delete', summary: 'Delete a service', success: 204 },
    (ctx, { params }) => deleteService(ctx, params),
  ),
];

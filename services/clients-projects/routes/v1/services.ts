import { createService, deleteService, getService, updateService } from '../../domain/service';
import { serviceQuery, serviceSchema } from '../../domain/service-fields';
import { listServices } from '../../domain/service-list';
import { newService, serviceChanges, serviceDetailed, serviceList } from '../responses/service';
import { route } from '../route';

export const services = [
  route.get(
    '/projects/:projectId/services',
    {
      name: 'services.list',
      summary: 'List the services of a project',
      answer: serviceList,
      query: serviceQuery,
    },
    (ctx, { params, query }) => listServices(ctx, params.projectId, query),
  ),
  route.post(
    '/projects/:projectId/services',
    {
      name: 'services.create',
      summary: 'Create a service in a project',
      answer: serviceDetailed,
      problems: ['CODE_EXISTS'],
      example: newService,
      body: serviceSchema('create'),
      success: 201,
    },
    (ctx, { params, body }) => createService(ctx, params.projectId, body),
  ),
  route.get(
    '/projects/:projectId/services/:serviceId',
    { name: 'services.get', summary: 'Get a service with the details of its kind', answer: serviceDetailed },
    (ctx, { params }) => getService(ctx, params),
  ),
  route.put(
    '/projects/:projectId/services/:serviceId',
    {
      name: 'services.update',
      summary: 'Change a service',
      answer: serviceDetailed,
      problems: ['CODE_EXISTS', 'INVALID_STATUS_TRANSITION', 'SERVICE_APPROVED', 'IMPORT_RUNNING'],
      example: serviceChanges,
      body: serviceSchema('update'),
    },
    (ctx, { params, body }) => updateService(ctx, params, body),
  ),
  route.delete(
    '/projects/:projectId/services/:serviceId',
    { name: 'services.delete', summary: 'Delete a service', problems: ['SERVICE_APPROVED'], success: 204 },
    (ctx, { params }) => deleteService(ctx, params),
  ),
];

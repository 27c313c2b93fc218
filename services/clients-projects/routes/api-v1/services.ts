import { createService, deleteService, getService, updateService } from '../../domain/service';
import { serviceOfClientQuery, serviceOfProjectQuery, serviceSchema } from '../../domain/service-fields';
import { listServicesOfClient } from '../../domain/service-list';
import { newNamedService, serviceChanges, serviceDetailed, servicePage } from '../responses/service';
import { route } from '../route';

const naming = { isNameRequired: true };

export const services = [
  route.get(
    '/projects/:projectId/services',
    {
      name: 'services.list',
      summary: 'List the services of a project',
      answer: servicePage,
      query: serviceOfClientQuery,
    },
    (ctx, { params, query }) => listServicesOfClient(ctx, params.projectId, query),
  ),
  route.post(
    '/projects/:projectId/services',
    {
      name: 'services.create',
      summary: 'Create a service in a project',
      answer: serviceDetailed,
      problems: ['CODE_EXISTS'],
      example: newNamedService,
      body: serviceSchema('create', ['serviceName']),
      success: 201,
    },
    (ctx, { params, body }) => createService(ctx, params.projectId, body, naming),
  ),
  route.get(
    '/services/:serviceId',
    {
      name: 'services.get',
      summary: 'Get a service with the details of its kind',
      answer: serviceDetailed,
      query: serviceOfProjectQuery,
    },
    (ctx, { params, query }) => getService(ctx, { ...params, ...query }),
  ),
  route.put(
    '/services/:serviceId',
    {
      name: 'services.update',
      summary: 'Change a service',
      answer: serviceDetailed,
      problems: ['CODE_EXISTS', 'INVALID_STATUS_TRANSITION', 'SERVICE_APPROVED', 'IMPORT_RUNNING'],
      example: serviceChanges,
      body: serviceSchema('update'),
    },
    (ctx, { params, body }) => updateService(ctx, params, body, naming),
  ),
  route.delete(
    '/services/:serviceId',
    { name: 'services.delete', summary: 'Delete a service', problems: ['SERVICE_APPROVED'], success: 204 },
    (ctx, { params }) => deleteService(ctx, params),
  ),
];

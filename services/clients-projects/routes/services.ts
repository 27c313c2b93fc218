import { createService, deleteService, getService, updateService } from '../domain/service';
import {
  serviceOfClientQuery,
  serviceOfProjectQuery,
  serviceQuery,
  serviceSchema,
} from '../domain/service-fields';
import { listServices, listServicesOfClient } from '../domain/service-list';
import {
  newNamedService,
  newService,
  serviceChanges,
  serviceDetailed,
  serviceList,
  servicePage,
} from './responses/service';
import { route } from './route';

const creation = {
  name: 'services.create',
  summary: 'Create a service in a project',
  answer: serviceDetailed,
  problems: ['CODE_EXISTS'],
  success: 201,
} as const;

const change = {
  name: 'services.update',
  summary: 'Change a service',
  answer: serviceDetailed,
  problems: ['CODE_EXISTS', 'INVALID_STATUS_TRANSITION', 'SERVICE_APPROVED', 'IMPORT_RUNNING'],
  example: serviceChanges,
  body: serviceSchema('update'),
} as const;

const removal = {
  name: 'services.delete',
  summary: 'Delete a service',
  problems: ['SERVICE_APPROVED'],
  success: 204,
} as const;

const servicesOfSet1 = [
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
      ...creation,
      example: newService,
      body: serviceSchema('create'),
      location: '/projects/:projectId/services/:id',
    },
    (ctx, { params, body }) => createService(ctx, params.projectId, body),
  ),
  route.get(
    '/projects/:projectId/services/:serviceId',
    { name: 'services.get', summary: 'Get a service with the details of its kind', answer: serviceDetailed },
    (ctx, { params }) => getService(ctx, params),
  ),
  route.put('/projects/:projectId/services/:serviceId', change, (ctx, { params, body }) =>
    updateService(ctx, params, body),
  ),
  route.delete('/projects/:projectId/services/:serviceId', removal, (ctx, { params }) =>
    deleteService(ctx, params),
  ),
];

const naming = { isNameRequired: true };

const servicesOfSet2 = [
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
      ...creation,
      example: newNamedService,
      body: serviceSchema('create', ['serviceName']),
      location: '/services/:id?projectId=:projectId',
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
  route.put('/services/:serviceId', change, (ctx, { params, body }) =>
    updateService(ctx, params, body, naming),
  ),
  route.delete('/services/:serviceId', removal, (ctx, { params }) => deleteService(ctx, params)),
];

export const services = { v1: servicesOfSet1, 'api-v1': servicesOfSet2 };

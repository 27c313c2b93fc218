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
  description:
    'The kind cannot change afterwards and decides the keys of `details`. Without a code the next free one of the kind is taken, such as EST-02.',
  answer: serviceDetailed,
  problems: ['CODE_EXISTS'],
  success: 201,
} as const;

const change = {
  name: 'services.update',
  summary: 'Change a service',
  description:
    '`details` merges key by key. An approved service takes a change of status alone, and so do its takeoff lines, crews and versions; completed withdraws the approval. Approval is refused while an import runs.',
  answer: serviceDetailed,
  problems: ['CODE_EXISTS', 'INVALID_STATUS_TRANSITION', 'SERVICE_APPROVED', 'IMPORT_RUNNING'],
  example: serviceChanges,
  body: serviceSchema('update'),
} as const;

const removal = {
  name: 'services.delete',
  summary: 'Delete a service',
  description:
    'Takes its versions, crews and takeoff lines with it and cancels imports into it. An approved service must have its approval withdrawn first.',
  problems: ['SERVICE_APPROVED'],
  success: 204,
} as const;

const servicesOfSet1 = [
  route.get(
    '/projects/:projectId/services',
    {
      name: 'services.list',
      summary: 'List the services of a project',
      description:
        'Newest first, all at once without paging and without their details; `byType` counts the services of each kind.',
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
    {
      name: 'services.get',
      summary: 'Get a service with the details of its kind',
      description:
        '`details` has the keys of its kind with their computed figures; an estimation adds its versions and the totals of its takeoff.',
      answer: serviceDetailed,
    },
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
      description: 'Newest first, without their details; `byType` counts the services of each kind.',
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
      description:
        '`details` has the keys of its kind with their computed figures; an estimation adds its versions and the totals of its takeoff.',
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

import { pageOf } from '@consulting/kernel/http';
import {
  deleteServiceCrew,
  deleteServiceCrews,
  getServiceCrew,
  listServiceCrews,
} from '../../domain/service-crew/service-crew';
import { createdServiceCrews, createServiceCrews } from '../../domain/service-crew/service-crew-bulk';
import { recalculateServiceCrew, updateServiceCrew } from '../../domain/service-crew/service-crew-change';
import { createServiceCrew } from '../../domain/service-crew/service-crew-creation';
import {
  serviceCrewBulkInput,
  serviceCrewInput,
  serviceCrewQuery,
} from '../../domain/service-crew/service-crew-fields';
import {
  newServiceCrew,
  newServiceCrews,
  serviceCrewAnswer,
  serviceCrewChanges,
  serviceCrewsCreated,
} from '../responses/service-crew';
import { route } from '../route';

export const serviceCrews = [
  route.get(
    '/service-crews',
    {
      name: 'serviceCrews.list',
      summary: 'List crews of services',
      description:
        'Newest first, with members and rates. `takeoffLineCount` is null while the takeoff does not answer.',
      answer: pageOf(serviceCrewAnswer),
      query: serviceCrewQuery,
    },
    (ctx, { query }) => listServiceCrews(ctx, query),
  ),
  route.post(
    '/service-crews',
    {
      name: 'serviceCrews.create',
      summary: 'Create a crew of a service with its rates',
      description:
        'Members without a rate do not refuse it: the crew is stored as incomplete, with warnings, and takes a rate entered by hand. Takeoff lines of the service that carry its code take its rates.',
      answer: serviceCrewAnswer,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED', 'CODE_EXISTS'],
      example: newServiceCrew,
      body: serviceCrewInput.schema('create'),
      success: 201,
      location: '/service-crews/:id',
    },
    (ctx, { body }) => createServiceCrew(ctx, body),
  ),
  route.post(
    '/service-crews/bulk',
    {
      name: 'serviceCrews.bulkCreate',
      summary: 'Create many crews of a service, all or none',
      description:
        '1 to 200 crews. A fault of one item refuses all of them and is reported with its `index`.',
      answer: serviceCrewsCreated,
      problems: ['NOT_FOUND', 'SERVICE_APPROVED', 'CODE_EXISTS'],
      example: newServiceCrews,
      body: serviceCrewBulkInput.schema('create'),
      isBulk: true,
      repeat: createdServiceCrews,
      success: 201,
      location: '/service-crews?serviceId=:serviceId',
    },
    (ctx, { body }) => createServiceCrews(ctx, body),
  ),
  route.get(
    '/service-crews/:serviceCrewId',
    {
      name: 'serviceCrews.get',
      summary: 'Get a crew of a service',
      description:
        'The rates are the snapshot of `ratesCalculatedAt`. A stale crew was priced with cards, tags or indirect costs that have changed since.',
      answer: serviceCrewAnswer,
    },
    (ctx, { params }) => getServiceCrew(ctx, params.serviceCrewId),
  ),
  route.put(
    '/service-crews/:serviceCrewId',
    {
      name: 'serviceCrews.update',
      summary: 'Change a crew of a service and recalculate its rates',
      description:
        'Takes current rate cards, machines and indirect costs unless `ratesLocked` is true; an empty object does that alone. What a reprice gave (`repricing`) counts in the place of the terms of the project. Takeoff lines with its code are recalculated shortly after; the code stays while lines carry it.',
      answer: serviceCrewAnswer,
      problems: ['SERVICE_APPROVED', 'CREW_IN_USE', 'CODE_EXISTS'],
      example: serviceCrewChanges,
      body: serviceCrewInput.schema('update'),
    },
    (ctx, { params, body }) => updateServiceCrew(ctx, params.serviceCrewId, body),
  ),
  route.post(
    '/service-crews/:serviceCrewId/recalculate',
    {
      name: 'serviceCrews.recalculate',
      summary: 'Take the current rates into a crew of a service',
      description:
        'What a stale crew waits for: its rates are made of the rate cards, machines and indirect costs as they are now, and takeoff lines that carry its code follow. Locked rates stay, and so does the status of their crew; where nothing differs the crew keeps its version.',
      answer: serviceCrewAnswer,
      problems: ['SERVICE_APPROVED'],
      isVersioned: true,
    },
    (ctx, { params }) => recalculateServiceCrew(ctx, params.serviceCrewId),
  ),
  route.delete(
    '/service-crews/:serviceCrewId',
    {
      name: 'serviceCrews.delete',
      summary: 'Delete a crew of a service',
      description:
        'Takeoff lines with its code keep their last rates, which count as entered by hand from then on.',
      problems: ['SERVICE_APPROVED'],
      success: 204,
    },
    (ctx, { params }) => deleteServiceCrew(ctx, params.serviceCrewId),
  ),
  route.delete(
    '/service-crews/service/:serviceId/all',
    {
      name: 'serviceCrews.deleteAll',
      summary: 'Delete all crews of a service',
      description:
        'All or none, without a version check. Takeoff lines keep their last rates, which count as entered by hand from then on.',
      problems: ['SERVICE_APPROVED'],
      isVersioned: false,
      success: 204,
    },
    (ctx, { params }) => deleteServiceCrews(ctx, params.serviceId),
  ),
];

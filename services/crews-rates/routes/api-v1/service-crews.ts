import { deleteServiceCrew, deleteServiceCrews, listServiceCrews } from '../../domain/service-crew';
import { createServiceCrews } from '../../domain/service-crew-bulk';
import { updateServiceCrew } from '../../domain/service-crew-change';
import { createServiceCrew } from '../../domain/service-crew-creation';
import { serviceCrewBulkInput, serviceCrewInput, serviceCrewQuery } from '../../domain/service-crew-fields';
import { getServiceCrew } from '../../domain/service-crew-record';
import { route } from '../route';

export const serviceCrews = [
  route.get(
    '/service-crews',
    { name: 'serviceCrews.list', summary: 'List crews of services', query: serviceCrewQuery },
    (ctx, { query }) => listServiceCrews(ctx, query),
  ),
  route.post(
    '/service-crews',
    {
      name: 'serviceCrews.create',
      summary: 'Create a crew of a service with its rates',
      body: serviceCrewInput.schema('create'),
      success: 201,
    },
    (ctx, { body }) => createServiceCrew(ctx, body),
  ),
  route.post(
    '/service-crews/bulk',
    {
      name: 'serviceCrews.bulkCreate',
      summary: 'Create many crews of a service, all or none',
      body: serviceCrewBulkInput.schema('create'),
      isBulk: true,
      success: 201,
    },
    (ctx, { body }) => createServiceCrews(ctx, body),
  ),
  route.get(
    '/service-crews/:serviceCrewId',
    { name: 'serviceCrews.get', summary: 'Get a crew of a service' },
    (ctx, { params }) => getServiceCrew(ctx, params.serviceCrewId),
  ),
  route.put(
    '/service-crews/:serviceCrewId',
    {
      name: 'serviceCrews.update',
      summary: 'Change a crew of a service and calculate its rates anew',
      body: serviceCrewInput.schema('update'),
    },
    (ctx, { params, body }) => updateServiceCrew(ctx, params.serviceCrewId, body),
  ),
  route.delete(
    '/service-crews/:serviceCrewId',
    { name: 'serviceCrews.delete', summary: 'Delete a crew of a service', success: 204 },
    (ctx, { params }) => deleteServiceCrew(ctx, params.serviceCrewId),
  ),
  route.delete(
    '/service-crews/service/:serviceId/all',
    { name: 'serviceCrews.deleteAll', summary: 'Delete all crews of a service', success: 204 },
    (ctx, { params }) => deleteServiceCrews(ctx, params.serviceId),
  ),
];

import { describe, expect, test } from 'bun:test';
import { serviceOf } from './route-table';

const id = 'b6f1c1de-5b83-4d5c-9d33-1c3a51e9b0c1';

describe('serviceOf', () => {
  test.each([
    ['/v1/clients', 'clients-projects'],
    [`/v1/projects/${id}/services/${id}/estimations`, 'clients-projects'],
    [`/v1/projects/${id}/import-crew`, 'crews-rates'],
    [`/v1/projects/${id}/crew-rates`, 'crews-rates'],
    [`/v1/crews/${id}/duplicate`, 'crews-rates'],
    ['/api/v1/crews/trades/WELD/dependencies', 'crews-rates'],
    [`/api/v1/projects/${id}/subcontractors/import`, 'clients-projects'],
    [`/api/v1/mto/project/${id}/distinct-values/tag`, 'mto'],
    ['/api/v1/equipment-tags', 'equipment-wbs'],
    ['/api/v1/equipment/import/async', 'equipment-wbs'],
    ['/api/v1/api-keys/', 'identity'],
  ])('%s belongs to %s', (path, service) => {
    expect(serviceOf(path)).toBe(service as never);
  });

  test.each([
    '/',
    '/v1',
    '/v2/clients',
    '/V1/clients',
    '/v1//clients',
    '//v1/clients',
    '/v1/mto',
    '/api/v1/clients',
    '/v1/clientsx',
  ])('%s belongs to nobody', (path) => {
    expect(serviceOf(path)).toBeUndefined();
  });
});

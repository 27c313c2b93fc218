import { describe, expect, test } from 'bun:test';
import { endpointOf } from './route-table';

const id = 'b6f1c1de-5b83-4d5c-9d33-1c3a51e9b0c1';

describe('the service of a path', () => {
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
  ])('%s is %s', (path, service) => {
    expect(endpointOf('GET', path).service).toBe(service as never);
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
  ])('%s is none', (path) => {
    expect(endpointOf('GET', path).service).toBeUndefined();
  });
});

describe('the role that a call needs', () => {
  test.each([
    ['GET', '/v1/clients', 'Reader'],
    ['HEAD', '/v1/clients', 'Reader'],
    ['POST', '/v1/clients', 'Contributor'],
    ['POST', '/api/v1/mto/search', 'Reader'],
    ['POST', '/api/v1/mto/export/', 'Reader'],
    ['POST', `/v1/projects/${id}/crew-rates`, 'Reader'],
    ['GET', '/api/v1/api-keys', 'Contributor'],
    ['GET', `/api/v1/api-keys/${id}`, 'Contributor'],
    ['GET', `/api/v1/api-keys/${id}/more`, 'Contributor'],
  ])('%s %s is %s', (method, path, role) => {
    expect(endpointOf(method, path).role).toBe(role as never);
  });

  test.each([
    ['GET', '/v1/nothing', 'Reader'],
    ['POST', '/v1/nothing', 'Contributor'],
    ['POST', '/api/v1/mto/search/more', 'Contributor'],
    ['DELETE', '/api/v1/mto/search', 'Contributor'],
    ['GET', '/api/v1/mto/bulk', 'Reader'],
    ['get', '/v1/clients', 'Contributor'],
  ])('%s %s, which no route is declared for, is %s', (method, path, role) => {
    expect(endpointOf(method, path)).toMatchObject({ role, kind: 'plain' });
  });
});

test.each([
  ['GET', '/v1/clients', 'plain', '/v1/clients'],
  ['GET', `/v1/clients/${id}/more/still`, 'plain', '/v1/clients/{clientId}/*'],
  ['GET', '/api/v1/mto/export', 'bulk', '/api/v1/mto/export'],
  ['HEAD', '/api/v1/mto/export', 'bulk', '/api/v1/mto/export'],
  ['POST', '/api/v1/mto/bulk', 'bulk', '/api/v1/mto/bulk'],
  ['POST', '/api/v1/service-crews/bulk', 'bulk', '/api/v1/service-crews/bulk'],
  ['POST', '/api/v1/mto/import/async', 'upload', '/api/v1/mto/import/async'],
  ['POST', '/v1/crew-members/bulk-import', 'upload', '/v1/crew-members/bulk-import'],
  [
    'POST',
    `/api/v1/projects/${id}/subcontractors/import`,
    'upload',
    '/api/v1/projects/{projectId}/subcontractors/import',
  ],
])('%s %s is %s, in traces %s', (method, path, kind, template) => {
  expect(endpointOf(method, path)).toMatchObject({ kind, template } as never);
});

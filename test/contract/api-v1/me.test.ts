import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { answersOf } from '../../support/conformance';
import { gatewayAlone } from '../../support/gateway-alone';
import {
  type GatewaySystem,
  type GatewayUnderTest,
  startGatewaySystem,
  untilStatus,
} from '../../support/gateway-system';
import {
  clientId,
  type IdentityProvider,
  startIdentityProvider,
  tenantId,
} from '../../support/identity-provider';
import { systemDocument } from '../../support/system-document';

let provider: IdentityProvider;
let system: GatewaySystem;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  provider = await startIdentityProvider();
  system = await startGatewaySystem([clientsProjects], {
    IDP_TENANT_ID: tenantId,
    IDP_CLIENT_ID: clientId,
    IDP_AUTHORITY: provider.authority,
  });
  gateway = await system.openGateway({
    RATE_LIMIT_REQUESTS_PER_MINUTE: '50',
    RATE_LIMIT_BULK_PER_MINUTE: '3',
    RATE_LIMIT_UPLOADS_PER_MINUTE: '0',
  });
});
afterAll(async () => {
  await system.stop();
  await provider.stop();
});

const paths = ['/api/v1/me', '/v1/me'];
const matches = answersOf(systemDocument() as never).compile({ $ref: 'document#/components/schemas/Caller' });

for (const path of paths)
  describe(`GET ${path}`, () => {
    test('200 of a key: its name, role and expiry, and what is left', async () => {
      const expiresAt = '2099-06-30T12:00:00.000Z';
      const name = `Night ${crypto.randomUUID()}`;
      const { key } = await system.newKey('Reader', { name, expiresAt });
      await gateway.call('GET', '/v1/clients', { key });
      const { status, body, headers } = await gateway.call('GET', path, { key });
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(matches(body)).toBe(true);
      expect(body).toMatchObject({
        name: `key:${name}`,
        kind: 'key',
        role: 'Reader',
        keyName: name,
        expiresAt,
      });
      expect(body.limits).toMatchObject({
        requests: { limit: 50, remaining: 48 },
        bulk: { limit: 3, remaining: 3 },
        uploads: null,
      });
    });

    test('200 of a key for ever: no expiry; a bulk request counts twice', async () => {
      const { key } = await system.newKey('Contributor');
      await untilStatus(gateway, path, { key }, 200);
      const before = (await gateway.call('GET', path, { key })).body;
      await gateway.call('POST', '/api/v1/mto/export', { key, json: {} });
      const { kind, expiresAt, limits } = (await gateway.call('GET', path, { key })).body;
      expect([kind, expiresAt]).toEqual(['key', null]);
      expect(limits.requests.remaining).toBe(before.limits.requests.remaining - 2);
      expect(limits.bulk.remaining).toBe(before.limits.bulk.remaining - 1);
    });

    test('200 of a key with a grant: isLimited until the grant says unlimited', async () => {
      const operator = await system.newKey('Contributor');
      const { id, key } = await system.newKey('Contributor');
      const isLimited = async () => (await gateway.call('GET', path, { key })).body.isLimited;
      expect(await isLimited()).toBe(false);
      const subject = { kind: 'api-key', id };
      const grant = { key: operator.key, json: { subject } };
      const { body } = await gateway.call('POST', '/api/v1/access/grants', grant);
      expect(await isLimited()).toBe(true);
      const unlimited = { key: operator.key, json: { isUnlimited: true } };
      await gateway.call('PUT', `/api/v1/access/grants/${body.id}`, unlimited);
      expect(await isLimited()).toBe(false);
    });

    test('200 of a person: name, role and when the token expires', async () => {
      const token = await provider.logIn(['Contributor']);
      const { status, body } = await gateway.call('GET', path, { token });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name: 'estimator@example.com',
        kind: 'person',
        role: 'Contributor',
        keyName: null,
      });
      expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now());
      expect(matches(body)).toBe(true);
    });

    test('200 of nobody where nobody has to say who calls', async () => {
      const open = gatewayAlone({} as never);
      const response = await open(
        new Request(`http://localhost${path}`, { headers: { host: 'localhost' } }),
        {
          requestIP: () => null,
        } as never,
      );
      expect(await response.json()).toEqual({
        name: 'anonymous',
        kind: 'none',
        role: 'Contributor',
        isLimited: false,
        clientIds: null,
        keyName: null,
        expiresAt: null,
        limits: { requests: null, bulk: null, uploads: null },
      });
    });

    test('400 or 422 with a parameter: there is none', async () => {
      const { key } = await system.newKey('Reader');
      const { status, body } = await gateway.call('GET', `${path}?x=1`, { key });
      expect([status, body.errors[0].field]).toEqual([path === '/v1/me' ? 400 : 422, 'x']);
    });

    test('401 without a credential, 405 of another method, HEAD without a body', async () => {
      const { key } = await system.newKey('Contributor');
      expect((await gateway.call('GET', path)).status).toBe(401);
      expect((await gateway.call('POST', path, { key, json: {} })).status).toBe(405);
      const head = await fetch(gateway.url + path, { method: 'HEAD', headers: { 'x-api-key': key } });
      expect([head.status, await head.text()]).toEqual([200, '']);
    });
  });

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import {
  type GatewaySystem,
  type GatewayUnderTest,
  type Listening,
  startGatewaySystem,
  untilStatus,
} from '../support/gateway-system';
import { until } from '../support/project-system';

let nats: TestNats;
/** A server that no service is connected to. */
let elsewhere: TestNats;
let system: GatewaySystem;
let gateway: GatewayUnderTest;
let other: GatewayUnderTest;
let identity: Listening;
let contributor: string;
const path = '/v1/clients';

beforeAll(async () => {
  [nats, elsewhere] = await Promise.all([startTestNats(), startTestNats()]);
  const environment = { NATS_URL: nats.url, RATE_LIMIT_FAILED_AUTH_PER_MINUTE: '0' };
  system = await startGatewaySystem([clientsProjects], environment);
  gateway = await system.openGateway();
  other = await system.openGateway();
  identity = system.services.get('identity') as Listening;
  contributor = (await system.newKey('Contributor')).key;
});
afterAll(async () => {
  await system.stop();
  await nats.stop();
  await elsewhere.stop();
});

const statusOf = async (key: string, through = gateway) => (await through.call('GET', path, { key })).status;

describe('API keys at the gateway', () => {
  test('a key from POST /api-keys works; its name is written into records', async () => {
    const made = await gateway.call('POST', '/api/v1/api-keys', {
      key: contributor,
      json: { name: 'importer', role: 'Contributor' },
    });
    expect(made.status).toBe(201);
    const created = await gateway.call('POST', path, {
      key: made.body.key,
      json: { code: 'ACME', name: 'Acme' },
    });
    expect([created.status, created.body.createdBy]).toEqual([201, 'key:importer']);
  });

  /** When the last call that the gateway let in was sent, after the key was revoked. */
  async function lastLetIn(through: GatewayUnderTest, key: string): Promise<number> {
    for (let last = Number.NEGATIVE_INFINITY; ; ) {
      const sentAt = performance.now();
      if ((await statusOf(key, through)) === 401) return last;
      last = sentAt;
    }
  }

  const places: [string, () => Record<string, string>][] = [
    ['hears of it', () => ({})],
    ['has no NATS', () => ({ NATS_URL: 'nats://127.0.0.1:1' })],
    ['has NATS while identity has none', () => ({ NATS_URL: elsewhere.url })],
  ];
  test.each(places)(
    'a revoked key is refused at once by the gateway that handled it, within a second by one that %s',
    async (_, environment) => {
      const second = await system.openGateway(environment());
      const { id, key } = await system.newKey('Reader');
      expect([await statusOf(key), await statusOf(key, second)]).toEqual([200, 200]);
      const revoked = await gateway.call('DELETE', `/api/v1/api-keys/${id.toUpperCase()}`, {
        key: contributor,
      });
      const revokedAt = performance.now();
      expect(revoked.status).toBe(204);
      expect(await statusOf(key)).toBe(401);
      expect((await lastLetIn(second, key)) - revokedAt).toBeLessThan(1000);
    },
  );

  test('a revocation reaches every gateway, so that none goes on with the key while identity is down', async () => {
    const { id, key } = await system.newKey('Reader');
    expect(await statusOf(key, other)).toBe(200);
    await gateway.call('DELETE', `/api/v1/api-keys/${id}`, { key: contributor });
    await identity.leave();
    await untilStatus(other, path, { key }, 503);
    identity.comeBack();
    await untilStatus(other, path, { key }, 401);
  });

  test('a key that is revoked while it is verified is not remembered as valid', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, key } = await system.newKey('Reader');
      const calls = Array.from({ length: 8 }, () => statusOf(key));
      await gateway.call('DELETE', `/api/v1/api-keys/${id}`, { key: contributor });
      await Promise.all(calls);
      expect(await statusOf(key)).toBe(401);
    }
  });

  test('expiresAt is enforced to the second, though the key is remembered', async () => {
    const expiresAt = new Date(Date.now() + 1500).toISOString();
    const { key } = await system.newKey('Reader', { expiresAt });
    while (Date.now() < Date.parse(expiresAt) - 100) {
      expect(await statusOf(key)).toBe(200);
      await Bun.sleep(20);
    }
    await Bun.sleep(Date.parse(expiresAt) - Date.now() + 1);
    expect(await statusOf(key)).toBe(401);
  });

  test('lastUsedAt moves while the key is only answered from memory', async () => {
    const { id, key } = await system.newKey('Reader');
    const lastUse = async () => {
      const [row] = await system.sql`select last_used_at from identity.api_key where id = ${id}`;
      return (row?.last_used_at as Date | null)?.getTime() ?? 0;
    };
    await statusOf(key);
    await until(async () => (await lastUse()) > 0);
    const first = await lastUse();
    for (let step = 0; step < 100 && (await lastUse()) === first; step++) {
      expect(await statusOf(key)).toBe(200);
      await Bun.sleep(100);
    }
    expect(await lastUse()).toBeGreaterThan(first);
  }, 300_000);

  test('with identity down remembered keys go on, others are 503', async () => {
    const [warm, cold] = [await system.newKey('Reader'), await system.newKey('Reader')];
    expect(await statusOf(warm.key)).toBe(200);
    await identity.leave();
    for (let step = 0; step < 7; step++) {
      expect(await statusOf(warm.key)).toBe(200);
      await Bun.sleep(1000);
    }
    const refused = await gateway.call('GET', path, { key: cold.key });
    expect([refused.status, refused.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect(refused.headers.get('retry-after')).toBe('2');
    identity.comeBack();
    await untilStatus(gateway, path, { key: cold.key }, 200);
  }, 300_000);

  test('with NATS down keys work, and a revocation elsewhere is seen within a second', async () => {
    const { id, key } = await system.newKey('Reader');
    expect(await statusOf(key, other)).toBe(200);
    await nats.stop();
    await Bun.sleep(200);
    const fresh = await system.newKey('Reader');
    expect([await statusOf(fresh.key), await statusOf(key, other)]).toEqual([200, 200]);
    expect((await gateway.call('DELETE', `/api/v1/api-keys/${id}`, { key: contributor })).status).toBe(204);
    await Bun.sleep(1000);
    expect([await statusOf(key), await statusOf(key, other)]).toEqual([401, 401]);
  });
});

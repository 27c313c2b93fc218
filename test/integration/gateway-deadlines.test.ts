import { afterAll, expect, test } from 'bun:test';
import { createUpstreams } from '@consulting/gateway/routing/upstream';
import { writeMsHeader } from '@consulting/kernel/http';
import { writeMsMax } from '@consulting/kernel/process';
import { gatewayAlone } from '../support/gateway-alone';

const patience = { writeMs: 200, marginMs: 100 };

/** A service that never answers, and one that tells how long it may work on a write. */
const silent = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => {}) });
const telling = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ headers }) => Response.json({ writeMs: headers.get(writeMsHeader) }),
});

afterAll(() => Promise.all([silent.stop(true), telling.stop(true)]));

const upstreams = createUpstreams({
  CLIENTS_PROJECTS_URL: [silent.url.origin],
  CREWS_RATES_URL: [telling.url.origin],
  MTO_URL: [telling.url.origin],
  EQUIPMENT_WBS_URL: [telling.url.origin],
  IDENTITY_URL: [telling.url.origin],
});

async function call(method: string, path: string, headers: Record<string, string> = {}, given = {}) {
  const request = new Request(`http://localhost${path}`, { method, headers });
  const response = await gatewayAlone(upstreams, given)(request, { requestIP: () => null } as never);
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  return { status: response.status, body: (await response.json()) as any };
}

test('POST to a service that does not answer until its deadline and a little longer is 504, and says that nobody knows', async () => {
  const { status, body } = await call('POST', '/v1/clients', {}, { patience });
  expect([status, body.code]).toEqual([504, 'UPSTREAM_TIMEOUT']);
  expect(body.detail).toContain('Whether it was carried out is not known');
  expect(body.detail).toContain('Idempotency-Key');
});

test('a service is told how long it may work on a write, whatever the client says', async () => {
  const forged = { [writeMsHeader]: '86400000' };
  expect((await call('POST', '/v1/crews', forged)).body.writeMs).toBe(String(writeMsMax));
  expect((await call('POST', '/v1/crews', forged, { patience })).body.writeMs).toBe(String(patience.writeMs));
});

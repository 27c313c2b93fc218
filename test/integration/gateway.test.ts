import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { GatewayDeps } from '@consulting/gateway/app';
import { createAuthenticate } from '@consulting/gateway/exchange/authenticate';
import { ownCounters } from '@consulting/gateway/limits/counters';
import { createFailedAttempts } from '@consulting/gateway/limits/failed-attempts';
import { createUpstreams } from '@consulting/gateway/routing/upstream';
import { callerHeader, createCallerVerifier } from '@consulting/kernel/http';
import type { Server, TCPSocketListener } from 'bun';
import { gatewayAlone, gatewayBodyBytesMax, gatewaySecret } from '../support/gateway-alone';

const seen: { headers?: Headers; aborted: PromiseWithResolvers<void> } = { aborted: Promise.withResolvers() };

/** A service that behaves well and badly on request. */
const behaviours: Record<string, (request: Request) => Response | Promise<Response>> = {
  '/v1/clients': (request) => {
    seen.headers = request.headers;
    return Response.json(
      { path: new URL(request.url).search },
      { headers: { etag: '"1"', connection: 'keep-alive' } },
    );
  },
  '/v1/clients/echo': (request) => new Response(request.body, { status: 201 }),
  '/v1/clients/count': async (request) => Response.json({ bytes: (await request.arrayBuffer()).byteLength }),
  '/v1/clients/waits': async (request) => {
    request.signal.addEventListener('abort', () => seen.aborted.resolve());
    await Bun.sleep(20_000);
    return new Response();
  },
  '/v1/clients/endless': () => new Response(ticking(), { headers: { 'content-type': 'text/plain' } }),
  '/v1/clients/problem': () =>
    Response.json(
      { code: 'CODE_EXISTS' },
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    ),
};

function ticking(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(new TextEncoder().encode('tick\n'));
      await Bun.sleep(20);
    },
  });
}

let upstream: Server<undefined>;
let gateway: Server<undefined>;
/** Accepts and closes at once, before any status line. */
let rude: TCPSocketListener<undefined>;

const serveGateway = (
  overrides: Partial<GatewayDeps> = {},
  addresses = [`http://127.0.0.1:${upstream.port}`],
) =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: gatewayAlone(
      createUpstreams({
        CLIENTS_PROJECTS_URL: addresses,
        CREWS_RATES_URL: [`http://127.0.0.1:${rude.port}`],
        MTO_URL: ['http://127.0.0.1:1'],
      }),
      overrides,
    ),
  });

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
const at = (path: string, server = gateway) => `http://127.0.0.1:${server.port}${path}`;

beforeAll(() => {
  upstream = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      behaviours[new URL(request.url).pathname]?.(request) ?? new Response(null, { status: 404 }),
  });
  rude = Bun.listen<undefined>({
    hostname: '127.0.0.1',
    port: 0,
    socket: { open: (socket) => void socket.end(), data: () => {} },
  });
  gateway = serveGateway();
});

afterAll(async () => {
  await gateway.stop(true);
  await upstream.stop(true);
  rude.stop(true);
});

describe('a forwarded request', () => {
  test('keeps path, query, status and headers, and loses hop-by-hop headers', async () => {
    const response = await fetch(at('/v1/clients?search=a%20b&limit=5'));
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toBe('"1"');
    expect(await response.json()).toEqual({ path: '?search=a%20b&limit=5' });
  });

  test('carries the caller signed by the gateway; forged callers and hop-by-hop headers are dropped', async () => {
    await fetch(at('/v1/clients'), {
      headers: {
        [callerHeader]: 'forged',
        'x-caller-role': 'Contributor',
        te: 'trailers',
        'proxy-authorization': 'x',
      },
    });
    const caller = await createCallerVerifier(gatewaySecret)(seen.headers?.get(callerHeader) ?? null);
    expect(caller).toMatchObject({ type: 'anonymous', role: 'Contributor' });
    for (const dropped of ['x-caller-role', 'te', 'proxy-authorization'])
      expect(seen.headers?.has(dropped)).toBe(false);
  });

  test('keeps a request id that is given and makes one that is not', async () => {
    const given = await fetch(at('/v1/clients'), { headers: { 'x-request-id': 'mine-1' } });
    expect([given.headers.get('x-request-id'), seen.headers?.get('x-request-id')]).toEqual([
      'mine-1',
      'mine-1',
    ]);
    const made = await fetch(at('/v1/clients'), { headers: { 'x-request-id': 'not good' } });
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('passes problems of the service through', async () => {
    const response = await fetch(at('/v1/clients/problem'));
    expect([response.status, response.headers.get('content-type')]).toEqual([
      409,
      'application/problem+json',
    ]);
  });

  test('streams both ways', async () => {
    const sent = 'x'.repeat(50_000);
    const response = await fetch(at('/v1/clients/echo'), { method: 'POST', body: sent });
    expect([response.status, await response.text()]).toEqual([201, sent]);
  });
});

describe('bodies', () => {
  test('over the limit by their length are 413', async () => {
    const response = await fetch(at('/v1/clients/count'), {
      method: 'POST',
      body: 'x'.repeat(gatewayBodyBytesMax + 1),
    });
    expect([response.status, await codeOf(response)]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('over the limit without a length are 413', async () => {
    let chunks = 0;
    const body = new ReadableStream({
      pull(controller) {
        chunks += 1;
        if (chunks > 40) controller.close();
        else controller.enqueue(new Uint8Array(4096));
      },
    });
    const response = await fetch(at('/v1/clients/count'), { method: 'POST', body });
    expect([response.status, await codeOf(response)]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

describe('when something ends early', () => {
  test("the client's abort reaches the service", async () => {
    const stop = new AbortController();
    const call = fetch(at('/v1/clients/waits'), { signal: stop.signal }).catch(() => 'aborted');
    await Bun.sleep(100);
    stop.abort();
    expect(await call).toBe('aborted');
    await seen.aborted.promise;
  });

  test('a service that closes before its status line is 502 UPSTREAM_FAILED', async () => {
    const response = await fetch(at('/v1/crews'));
    expect([response.status, await codeOf(response)]).toEqual([502, 'UPSTREAM_FAILED']);
  });

  test('a service that is not there is 503 with Retry-After', async () => {
    const response = await fetch(at('/api/v1/mto'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE', dependency: 'mto' });
  });

  test('a service that dies in mid-body ends the response instead of leaving the client hanging', async () => {
    const dying = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(ticking()) });
    const front = serveGateway({}, [`http://127.0.0.1:${dying.port}`]);
    const response = await fetch(at('/v1/clients', front));
    const reading = response.text().then(
      () => 'ended',
      () => 'broken',
    );
    await Bun.sleep(60);
    await dying.stop(true);
    expect(['ended', 'broken']).toContain(await reading);
    await front.stop(true);
  });

  test('another instance answers when one refuses connections', async () => {
    const front = serveGateway({}, ['http://127.0.0.1:1', `http://127.0.0.1:${upstream.port}`]);
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(async () => (await fetch(at('/v1/clients', front))).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
    await front.stop(true);
  });

  test('an instance that ends its connections gets nothing more while another one answers', async () => {
    let answered = 0;
    const leaving = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => {
        answered += 1;
        return Response.json({}, { headers: { connection: 'close' } });
      },
    });
    const addresses = [leaving, upstream].map(({ port }) => `http://127.0.0.1:${port}`);
    const front = serveGateway({}, addresses);
    for (let call = 0; call < 6; call++)
      expect((await fetch(at('/v1/clients', front), { method: 'POST' })).status).toBe(200);
    expect(answered).toBe(1);
    await Promise.all([front.stop(true), leaving.stop(true)]);
  });
});

describe('paths', () => {
  test.each(['/v1/nothing', '/v2/clients', '/v1//clients', '/V1/clients', '/v1/%2e%2e/etc'])(
    '%s is 404',
    async (path) => {
      const response = await fetch(at(path));
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json',
      ]);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', resource: 'path', status: 404 });
    },
  );

  test.each(['/live', '/app', '/app/settings.json'])(
    'DELETE and POST of %s, which is the gateway itself, are 405 with Allow, HEAD is possible',
    async (path) => {
      for (const method of ['DELETE', 'POST']) {
        const response = await fetch(at(path), { method });
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      }
      const head = await fetch(at(path), { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    },
  );

  test('/metrics is hidden unless it is public', async () => {
    expect((await fetch(at('/metrics'))).status).toBe(404);
    const open = serveGateway({ isMetricsPublic: true });
    expect((await fetch(at('/metrics', open))).status).toBe(200);
    await open.stop(true);
  });

  test('/api/docs serves the interactive documentation from its own files', async () => {
    const page = await fetch(at('/api/docs'));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const links = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBe(4);
    for (const link of links) expect((await fetch(at(link))).status).toBe(200);
    expect((await fetch(at('/api/docs/package.json'))).status).toBe(404);
  });

  test('/ links to health and document', async () => {
    expect(await (await fetch(at('/'))).json()).toMatchObject({ health: '/api/v1/health' });
  });
});

describe('enforcement', () => {
  test('without a way to verify a credential nobody gets in: 401 before 404', async () => {
    const failedAttempts = createFailedAttempts(0, ownCounters);
    const nobody = createAuthenticate({ apiKeys: undefined, tokens: undefined, failedAttempts });
    const closed = serveGateway({ authenticate: nobody });
    for (const path of ['/v1/clients', '/v1/nothing']) {
      const response = await fetch(at(path, closed));
      expect([response.status, await codeOf(response)]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    }
    expect((await fetch(at('/live', closed))).status).toBe(200);
    await closed.stop(true);
  });
});

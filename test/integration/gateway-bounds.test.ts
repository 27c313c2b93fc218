import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { inboundBody } from '@consulting/gateway/exchange/inbound-body';
import { gatewaySettings } from '@consulting/gateway/settings';
import {
  type Call,
  type GatewaySystem,
  type GatewayUnderTest,
  startGatewaySystem,
} from '../support/gateway-system';
import { unknownId } from '../support/project-system';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let reader: string;
let contributor: string;
const path = '/v1/clients';
const wrongKey = () => `app_${crypto.randomUUID().replaceAll('-', '')}`;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects]);
  gateway = await system.openGateway({ CORS_ORIGINS: 'https://app.example.com,http://localhost:5173' });
  reader = (await system.newKey('Reader')).key;
  contributor = (await system.newKey('Contributor')).key;
});
afterAll(() => system.stop());

const limitHeaders = (headers: Headers) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'retry-after'].map((name) => headers.get(name));

describe('limits per caller', () => {
  test('every answer tells how the limit stands; over it 429 with Retry-After, for this caller alone', async () => {
    const limited = await system.openGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '3' });
    for (const remaining of ['2', '1', '0']) {
      const { status, headers } = await limited.call('GET', path, { key: reader });
      expect([status, ...limitHeaders(headers)]).toEqual([200, '3', remaining, null]);
    }
    const { status, headers, body } = await limited.call('GET', path, { key: reader });
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
    const reset = headers.get('ratelimit-reset');
    expect(limitHeaders(headers)).toEqual(['3', '0', reset]);
    expect(Number(reset)).toBeGreaterThan(50);
    expect(Number(reset)).toBeLessThanOrEqual(60);
    expect((await limited.call('GET', path, { key: contributor })).status).toBe(200);
  });

  test('a key, those made with it, with those, and what is left of them, are one caller, also at GET /me', async () => {
    const limited = await system.openGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '6' });
    const make = async (key: string) => {
      const json = { name: `made ${crypto.randomUUID()}`, role: 'Contributor' };
      return (await gateway.call('POST', '/api/v1/api-keys', { key, json })).body.key;
    };
    const root = (await system.newKey('Contributor')).key;
    const child = await make(root);
    const keys = [root, child, await make(child), await make(root)];
    const left: (string | null)[] = [];
    for (const key of [...keys, root])
      left.push((await limited.call('GET', path, { key })).headers.get('ratelimit-remaining'));
    expect(left).toEqual(['5', '4', '3', '2', '1']);
    expect((await limited.call('GET', '/api/v1/me', { key: child })).body.limits.requests.remaining).toBe(0);
    for (const key of keys) expect((await limited.call('GET', path, { key })).status).toBe(429);
    expect((await limited.call('GET', path, { key: reader })).status).toBe(200);
  });

  test('bulk and export requests and uploads have limits of their own', async () => {
    const limited = await system.openGateway({
      RATE_LIMIT_BULK_PER_MINUTE: '2',
      RATE_LIMIT_UPLOADS_PER_MINUTE: '1',
    });
    const statuses = async (method: string, at: string, count: number) => {
      const found: number[] = [];
      for (let call = 0; call < count; call++)
        found.push((await limited.call(method, at, { key: contributor })).status);
      return found;
    };
    expect(await statuses('GET', `/api/v1/mto/export?projectId=${unknownId}`, 1)).toEqual([503]);
    expect(await statuses('POST', '/api/v1/mto/bulk/', 2)).toEqual([503, 429]);
    expect(await statuses('POST', '/api/v1/mto/import/async', 2)).toEqual([503, 429]);
    expect(await statuses('GET', path, 1)).toEqual([200]);
  });

  test('0 is off', async () => {
    const free = await system.openGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '0' });
    const { headers } = await free.call('GET', path, { key: reader });
    expect(limitHeaders(headers)).toEqual([null, null, null]);
  });
});

describe('failed authentications per address', () => {
  test('over the limit credentials that are not known are 429 before identity is asked; known callers go on', async () => {
    const limited = await system.openGateway({
      RATE_LIMIT_FAILED_AUTH_PER_MINUTE: '5',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const from = (address: string, call: Call) =>
      limited.call('GET', path, { ...call, headers: { 'x-forwarded-for': `203.0.113.9, ${address}` } });
    expect((await from('198.51.100.1', { key: reader })).status).toBe(200);
    const flood = await Promise.all(
      Array.from({ length: 40 }, async () => (await from('198.51.100.1', { key: wrongKey() })).status),
    );
    expect(flood.filter((status) => status === 401)).toHaveLength(5);
    expect(flood.filter((status) => status === 429)).toHaveLength(35);
    const refused = await from('198.51.100.1', { key: contributor });
    expect([refused.status, ...limitHeaders(refused.headers).slice(0, 2)]).toEqual([429, '5', '0']);
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    expect((await from('198.51.100.1', { key: reader })).status).toBe(200);
    expect((await from('198.51.100.2', { key: contributor })).status).toBe(200);
    expect((await from('198.51.100.1', { key: contributor })).status).toBe(200);
  });

  test('many calls at once with a key that is valid but not known yet are all let in', async () => {
    const limited = await system.openGateway({ RATE_LIMIT_FAILED_AUTH_PER_MINUTE: '2' });
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const key = at % 2 === 0 ? reader : contributor;
        return (await limited.call('GET', path, { key })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('X-Forwarded-For of a connection that is no trusted proxy counts for nothing', async () => {
    const limited = await system.openGateway({ RATE_LIMIT_FAILED_AUTH_PER_MINUTE: '1' });
    const statuses: number[] = [];
    for (const address of ['198.51.100.7', '198.51.100.8']) {
      const headers = { 'x-forwarded-for': address };
      statuses.push((await limited.call('GET', path, { key: wrongKey(), headers })).status);
    }
    expect(statuses).toEqual([401, 429]);
  });
});

describe('sizes', () => {
  test('headers over 16 KiB, or more than 100, are 431', async () => {
    const [large, many] = [
      { 'x-large': 'x'.repeat(15_900), 'x-more': 'x'.repeat(600) },
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`x-${at}`, '1'])),
    ];
    const fits = await gateway.call('GET', path, { key: reader, headers: { 'x-large': 'x'.repeat(15_000) } });
    expect(fits.status).toBe(200);
    expect((await gateway.call('GET', path, { key: reader, headers: large })).status).toBe(431);
    expect((await gateway.call('GET', path, { key: reader, headers: many })).body.code).toBe(
      'HEADERS_TOO_LARGE',
    );
  });

  test('a key or token of any size is refused, not looked up', async () => {
    for (const call of [{ key: 'app_'.repeat(3000) }, { token: 'x'.repeat(12_000) }])
      expect((await gateway.call('GET', path, call)).status).toBe(401);
  });

  test('a JSON body over 1 MiB is 413, with its length and without', async () => {
    const text = JSON.stringify({ code: 'L', name: 'x'.repeat(1024 * 1024) });
    const declared = await gateway.call('POST', path, { key: contributor, json: JSON.parse(text) });
    expect([declared.status, declared.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
    const chunked = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'x-api-key': contributor, 'content-type': 'application/json' },
      body: new Blob([text]).stream(),
    });
    expect(chunked.status).toBe(413);
  });

  test('JSON nested deeper than 64 levels is 400; brackets in text are none', async () => {
    const post = async (text: string) => {
      const response = await fetch(gateway.url + path, {
        method: 'POST',
        headers: { 'x-api-key': contributor, 'content-type': 'application/json' },
        body: text,
      });
      return ((await response.json()) as { code: string }).code;
    };
    expect(await post(`${'['.repeat(65)}${']'.repeat(65)}`)).toBe('INVALID_JSON');
    expect(await post(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toBe('INVALID_JSON');
    expect(await post(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe('VALIDATION_ERROR');
    expect(await post(`{"unknown":"\\"${'['.repeat(200)}"}`)).toBe('VALIDATION_ERROR');
  });

  test('a body whose client falls silent fails with REQUEST_TIMEOUT; one whose reader waits does not', async () => {
    const silent = (bytes: number) =>
      new Request('http://localhost/', {
        method: 'POST',
        body: new ReadableStream({
          start: (controller) => controller.enqueue(new Uint8Array(bytes)),
        }),
      });
    const slow = inboundBody(silent(10), 100, 50);
    expect(slow?.isComplete()).toBe(false);
    await expect(new Response(slow?.stream).arrayBuffer()).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    const unread = inboundBody(silent(10), 100, 20);
    await Bun.sleep(100);
    const reader = unread?.stream.getReader();
    expect((await reader?.read())?.value?.byteLength).toBe(10);
    await reader?.cancel();
  });
});

describe('CORS and security headers', () => {
  const preflight = (origin: string) =>
    gateway.call('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key',
      },
    });

  test('a listed origin may ask beforehand without a credential, and read answers and refusals', async () => {
    const asked = await preflight('https://app.example.com');
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://app.example.com',
    ]);
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
    const allowed = asked.headers.get('access-control-allow-headers')?.split(', ');
    for (const name of ['X-API-Key', 'Authorization', 'Idempotency-Key', 'If-Match', 'Last-Event-ID'])
      expect(allowed).toContain(name);
    for (const [call, status] of [
      [{ key: reader }, 200],
      [{}, 401],
    ] as const) {
      const answer = await gateway.call('GET', path, {
        ...call,
        headers: { origin: 'http://localhost:5173' },
      });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
      const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
      for (const name of ['ETag', 'Location', 'X-Request-Id', 'Retry-After', 'Content-Disposition'])
        expect(exposed).toContain(name);
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  test.each([
    'https://evil.example.com',
    'https://app.example.com.evil.example',
    'http://app.example.com',
    'null',
  ])('origin %s gets nothing', async (origin) => {
    const asked = await preflight(origin);
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([401, null]);
    const answer = await gateway.call('GET', path, { key: reader, headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('answers and refusals are never cached, framed or sniffed', async () => {
    for (const call of [{ key: reader }, {}]) {
      const { headers } = await gateway.call('GET', path, call);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });
});

describe('settings', () => {
  const given = {
    CALLER_SECRET: 'x'.repeat(32),
    NATS_URL: 'nats://127.0.0.1',
    ...Object.fromEntries(
      ['CLIENTS_PROJECTS', 'CREWS_RATES', 'MTO', 'EQUIPMENT_WBS', 'IDENTITY'].map((name) => [
        `${name}_URL`,
        'http://x',
      ]),
    ),
  };
  const refused: [Record<string, string>, string][] = [
    [{ API_KEYS_ENABLED: 'false' }, 'Nobody could get in'],
    [{ IDP_TENANT_ID: 'tenant' }, 'IDP_TENANT_ID and IDP_CLIENT_ID belong together'],
    [{ CORS_ORIGINS: 'https://app.example.com,*' }, '* is refused'],
    [{ CORS_ORIGINS: 'https://app.example.com/' }, 'CORS_ORIGINS must be origins'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses'],
    [{ IDP_AUTHORITY: 'login' }, 'IDP_AUTHORITY must be an address'],
    [{ RATE_LIMIT_REQUESTS_PER_MINUTE: '-1' }, 'RATE_LIMIT_REQUESTS_PER_MINUTE must be a whole number'],
  ];
  test.each(refused)('%p is refused at start with one sentence', (more, sentence) => {
    const start = () => gatewaySettings({ ...given, ...more });
    expect(start).toThrow(sentence);
    expect(start).toThrow(/^[^\n]+\.$/);
  });

  test('several faults are told at once, those of settings that belong together among them', () => {
    const start = () =>
      gatewaySettings({
        ...given,
        CALLER_SECRET: 'short',
        PORT: 'x',
        IDP_TENANT_ID: 'tenant',
        IDP_AUTHORITY: 'login',
      });
    expect(start).toThrow(
      [
        'PORT must be a whole number from 0 to 65535, not "x".',
        'CALLER_SECRET must be at least 32 bytes long.',
        'IDP_AUTHORITY must be an address such as https://login.microsoftonline.com, not "login".',
        'IDP_TENANT_ID and IDP_CLIENT_ID belong together: set both or neither.',
      ].join('\n'),
    );
  });

  test('what settings must be together is not told of one that is wrong by itself', () => {
    const start = () =>
      gatewaySettings({ ...given, IDP_TENANT_ID_FILE: '/nowhere', IDP_CLIENT_ID: 'client' });
    expect(start).toThrow(/^IDP_TENANT_ID_FILE names "\/nowhere", which cannot be read\.$/);
  });

  test('enforcement off, API keys alone, or a provider alone will do', () => {
    for (const more of [
      {},
      { API_KEYS_ENABLED: 'false', IDP_AUTH_ENABLED: 'false' },
      { API_KEYS_ENABLED: 'false', IDP_TENANT_ID: 'tenant', IDP_CLIENT_ID: 'client' },
    ])
      expect(() => gatewaySettings({ ...given, ...more })).not.toThrow();
  });
});

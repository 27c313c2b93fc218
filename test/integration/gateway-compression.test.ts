import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { zstdDecompressSync } from 'node:zlib';
import { clientsProjects } from '@consulting/clients-projects/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { sendRaw } from '../support/raw-request';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let key: string;
let client: string;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects]);
  gateway = await system.openGateway();
  ({ key } = await system.newKey('Contributor'));
  const json = { code: 'LONG', name: 'Long', remarks: 'A long note. '.repeat(150) };
  client = (await gateway.call('POST', '/v1/clients', { key, json })).body.id;
});
afterAll(() => system.stop());

/** An answer as it comes over the wire. */
async function raw(path: string, accepted: string | null, more: RequestInit & Record<string, unknown> = {}) {
  const headers = new Headers({ 'x-api-key': key, ...(more.headers as object) });
  if (accepted !== null) headers.set('accept-encoding', accepted);
  const response = await fetch(gateway.url + path, { ...more, headers, decompress: false });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const decode = {
  gzip: (bytes: Buffer) => Buffer.from(Bun.gunzipSync(new Uint8Array(bytes))).toString(),
  zstd: (bytes: Buffer) => zstdDecompressSync(bytes).toString(),
};

describe('compression', () => {
  for (const coding of ['gzip', 'zstd'] as const) {
    test(`${coding} of a record: the same JSON, ETag, length and request id`, async () => {
      const plain = await raw(`/v1/clients/${client}`, 'identity');
      const { headers, bytes } = await raw(`/v1/clients/${client}`, coding);
      expect(headers.get('content-encoding')).toBe(coding);
      expect(decode[coding](bytes)).toBe(plain.bytes.toString());
      expect(headers.get('etag')).toBe(plain.headers.get('etag'));
      expect([headers.get('content-length'), headers.get('vary')]).toEqual([
        String(bytes.length),
        'Accept-Encoding',
      ]);
      expect(headers.get('x-request-id')).toBeTruthy();
      expect(headers.get('cache-control')).toBe('no-store');
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    });

    test(`${coding} of the API document and of its pages`, async () => {
      for (const path of ['/api/openapi.json', '/api/docs/swagger-ui-bundle.js', '/api/redoc']) {
        const plain = await raw(path, 'identity');
        const { headers, bytes } = await raw(path, coding);
        const isShort = plain.bytes.length < 1024;
        expect([path, headers.get('content-encoding')]).toEqual([path, isShort ? null : coding]);
        if (!isShort) expect(decode[coding](bytes)).toBe(plain.bytes.toString());
        if (path === '/api/openapi.json') expect(bytes.length).toBeLessThan(plain.bytes.length * 0.2);
      }
    });

    test(`${coding} of an answer that is kept under an idempotency key, and of its repeat`, async () => {
      const body = JSON.stringify({ code: `K-${coding}`, name: coding, remarks: 'Kept. '.repeat(300) });
      const headers = { 'content-type': 'application/json', 'idempotency-key': coding };
      const first = await raw('/v1/clients', coding, { method: 'POST', headers, body });
      const again = await raw('/v1/clients', coding, { method: 'POST', headers, body });
      const plain = await raw('/v1/clients', 'identity', { method: 'POST', headers, body });
      expect([first.status, again.status, plain.status]).toEqual([201, 201, 201]);
      for (const { bytes } of [first, again]) expect(decode[coding](bytes)).toBe(plain.bytes.toString());
      for (const { headers } of [again, plain]) {
        expect(headers.get('location')).toBe(first.headers.get('location'));
        expect(headers.get('etag')).toBe(first.headers.get('etag'));
      }
    });
  }

  test('the tag of a compressed record is one for If-Match, as it is and weakened on the way', async () => {
    const tag = (await raw(`/v1/clients/${client}`, 'gzip')).headers.get('etag') ?? '';
    const change = (ifMatch: string, name: string) =>
      gateway.call('PUT', `/v1/clients/${client}`, { key, json: { name }, headers: { 'if-match': ifMatch } });
    const stale = await change('"77", W/"78"', 'Never');
    expect([stale.status, stale.body.code, stale.body.version]).toEqual([412, 'VERSION_MISMATCH', 1]);
    expect(stale.body.updatedBy).toStartWith('key:Contributor');
    expect(Date.parse(stale.body.updatedAt)).toBeLessThanOrEqual(Date.now());
    const changed = await change(`"77", W/${tag}`, 'New');
    expect([changed.status, changed.body.version]).toEqual([200, 2]);
    expect((await change('*', 'Newer')).status).toBe(200);
  });

  test('a client that takes no coding gets bytes as they are', async () => {
    for (const accepted of ['identity', 'gzip;q=0, zstd;q=0', '*;q=0', 'br', 'gzip;q=nonsense']) {
      const { headers, bytes } = await raw(`/v1/clients/${client}`, accepted);
      expect([accepted, headers.get('content-encoding')]).toEqual([accepted, null]);
      expect(JSON.parse(bytes.toString()).id).toBe(client);
    }
  });

  test('a client that names no coding gets bytes as they are, also from a service', async () => {
    const lines = [
      `GET /v1/clients/${client} HTTP/1.1`,
      'Host: localhost',
      `X-API-Key: ${key}`,
      'Connection: close',
    ];
    const { text } = await sendRaw(Number(new URL(gateway.url).port), `${lines.join('\r\n')}\r\n\r\n`);
    expect(text.toLowerCase()).not.toContain('content-encoding');
    expect(text).toContain('"A long note. A long note.');
  });

  test('a small answer, a refusal and 204 are untouched; HEAD tells what GET does', async () => {
    const small = await raw('/api/v1/me', 'gzip');
    const refused = await raw(`/v1/clients/${crypto.randomUUID()}`, 'gzip');
    const codingOf = ({ headers }: typeof small) => [headers.get('content-encoding'), headers.get('vary')];
    expect(codingOf(small)).toEqual([null, null]);
    expect(codingOf(refused)).toEqual([null, 'Accept-Language']);
    const head = await raw(`/v1/clients/${client}`, 'gzip', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-encoding'), head.bytes.length]).toEqual([200, 'gzip', 0]);
  });
});

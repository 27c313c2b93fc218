import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { passedOn } from '@consulting/gateway/exchange/inbound-headers';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { rawRequest, sendRaw } from '../support/raw-request';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let port: number;
let key: string;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects]);
  gateway = await system.openGateway();
  port = Number(new URL(gateway.url).port);
  key = `X-API-Key: ${(await system.newKey('Reader')).key}`;
});
afterAll(() => system.stop());

const portOf = (name: string) => Number(new URL(system.services.get(name)?.url ?? '').port);

/** Names of hosts that make the runtime hand over an address as it was sent. */
const wrongHosts = [
  '@',
  'a b',
  '',
  'x/y',
  'x?y',
  'x#y',
  'x\\y',
  'user@x',
  'user:secret@x',
  '//evil',
  'x:99999',
  'x:abc',
  '[::1',
  '%',
  '1.2.3.4.5',
];

describe('the address of a request', () => {
  test.each(wrongHosts)('Host: "%s" is 400 with a problem, at the gateway and at a service', async (host) => {
    for (const target of ['/v1/clients', '/v1/projects/../../metrics', '/aaaaaaaaaaaa/metrics']) {
      const request = rawRequest(target, [`Host: ${host}`, key]);
      for (const listener of [port, portOf('clients-projects')]) {
        const { status, body } = await sendRaw(listener, request);
        expect([status, body.code, body.errors?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'Host']);
      }
    }
  });

  test('no Host is 400: of HTTP/1.0 with a problem, of HTTP/1.1 by the runtime', async () => {
    const old = await sendRaw(port, `GET /v1/clients HTTP/1.0\r\n${key}\r\n\r\n`);
    expect([old.status, old.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    const dropped = await sendRaw(port, `GET /v1/projects/metrics HTTP/1.0\r\n${key}\r\n\r\n`);
    expect(dropped.status).toBe(400);
    expect((await sendRaw(port, rawRequest('/v1/clients', [key]))).status).toBe(400);
    expect((await sendRaw(port, `GET /v1/clients HTTP/1.0\r\nHost: x\r\n${key}\r\n\r\n`)).status).toBe(200);
  });

  test('two hosts are 400', async () => {
    const { status, body } = await sendRaw(port, rawRequest('/v1/clients', ['Host: a', 'Host: b', key]));
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  const targets: [string, number][] = [
    ['http://other/v1/clients', 200],
    ['http://@/v1/clients', 200],
    ['http://user:secret@other/v1/clients', 200],
    ['http://other/v1/projects/../../metrics', 404],
    ['http://other//v1/clients', 404],
    ['//evil/v1/clients', 404],
    ['/\\evil/v1/clients', 404],
    ['/v1/projects/../../metrics', 404],
    ['/v1/projects/%2e%2e/%2e%2e/metrics', 404],
    ['*', 400],
    ['v1/clients', 400],
    ['?limit=1', 400],
    ['ftp://other/v1/clients', 400],
  ];
  test.each(targets)('target %s is %i', async (target, expected) => {
    const { status } = await sendRaw(port, rawRequest(target, ['Host: x', key]));
    expect(status).toBe(expected);
  });

  test('OPTIONS * and CONNECT open nothing', async () => {
    expect((await sendRaw(port, rawRequest('*', ['Host: x', key], 'OPTIONS'))).status).toBe(400);
    expect((await sendRaw(port, rawRequest('x:80', ['Host: x', key], 'CONNECT'))).status).toBe(400);
  });
});

describe('the path at a service', () => {
  test('is whole however short the name of the host is', async () => {
    const { status, body } = await sendRaw(
      portOf('clients-projects'),
      rawRequest('/aaaaaaaaaaaa/metrics', ['Host: x']),
    );
    expect([status, body.detail]).toEqual([404, 'There is nothing at /aaaaaaaaaaaa/metrics.']);
  });
});

describe('the length of a body', () => {
  const twice: [string, string[]][] = [
    ['told twice', ['Content-Length: 2', 'Content-Length: 2']],
    [
      'told twice and named by Connection',
      ['Connection: content-length', 'Content-Length: 2', 'Content-Length: 2'],
    ],
    ['told twice in one line', ['Content-Length: 2, 2']],
    ['told twice and unlike', ['Content-Length: 2', 'Content-Length: 3']],
    ['told beside chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['told with a sign', ['Content-Length: +2']],
  ];
  test.each(twice)('%s is 400', async (_, lengths) => {
    const headers = ['Host: x', key, 'Content-Type: application/json', ...lengths];
    for (const listener of [port, portOf('clients-projects')])
      expect((await sendRaw(listener, rawRequest('/v1/clients', headers, 'POST', '{}'))).status).toBe(400);
  });

  test('told twice has a problem that names the header', async () => {
    const headers = ['Host: x', key, 'Content-Length: 2', 'Content-Length: 2'];
    const { body } = await sendRaw(port, rawRequest('/api/v1/mto', headers, 'POST', '{}'));
    expect([body.status, body.code, body.errors[0].field]).toEqual([
      400,
      'VALIDATION_ERROR',
      'Content-Length',
    ]);
  });
});

describe('headers over the limit', () => {
  test('are 431 before a credential is looked at', async () => {
    const headers = ['Host: x', ...Array.from({ length: 101 }, (_, at) => `X-${at}: 1`)];
    const { status, body } = await sendRaw(port, rawRequest('/v1/clients', headers));
    expect([status, body.code]).toEqual([431, 'HEADERS_TOO_LARGE']);
  });

  test('are not taken apart before that: a Connection header is read once its size is known', () => {
    const headers = new Headers({ connection: `a${' '.repeat(62_000)}b` });
    const read = spyOn(headers, 'get');
    expect(() => passedOn(headers)).toThrow('The headers are more than');
    expect(read).toHaveBeenCalledTimes(0);
  });

  test('below it what a Connection header names is dropped, blanks and all', () => {
    const blanks = ' '.repeat(8000);
    const given = new Headers({
      connection: `close,${blanks}X-One${blanks},x-two`,
      'x-one': '1',
      'x-two': '2',
    });
    given.set('x-three', '3');
    expect(passedOn(given)).toEqual({ 'x-three': '3' });
  });
});

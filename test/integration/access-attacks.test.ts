import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { clientsProjects } from '@consulting/clients-projects/service';
import { callerHeader, createCallerSigner, createCallerVerifier } from '@consulting/kernel/http';
import { countedAs, keyCaller } from '@consulting/kernel/process';
import { CompactSign } from 'jose';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { rawRequest, sendRaw } from '../support/raw-request';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let reader: string;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects]);
  gateway = await system.openGateway();
  reader = (await system.newKey('Reader')).key;
});
afterAll(() => system.stop());

/** The status of a request whose target goes over the wire as it is written. */
const statusOf = async (method: string, target: string, headers: string[] = []): Promise<number> =>
  (await sendRaw(Number(new URL(gateway.url).port), rawRequest(target, ['Host: x', ...headers], method)))
    .status;

const targets = [
  '//api/v1/api-keys',
  '/api//v1/api-keys',
  '/api/v1//api-keys',
  '/api/v1/api-keys/',
  '/API/v1/api-keys',
  '/api/V1/api-keys',
  '/api/v1/API-KEYS',
  '/api/v1/%61pi-keys',
  '/api%2fv1/api-keys',
  '/api/v1/clients/..%2fapi-keys',
  '/api/v1/clients/%2e%2e/api-keys',
  '/api/v1/mto/search/../../api-keys',
  '/v1/../api/v1/api-keys',
  '/api/docs/../v1/api-keys',
  '/api/v1/health/../api-keys',
  '/api/v1/health%2f..%2fapi-keys',
  '/api/v1/api-keys?x=/api/v1/health',
  '/api/v1/api-keys#/api/v1/health',
  '/api\\v1\\api-keys',
  '/api/v1/api-keys;x=1',
  '/api/v1/api-keys%00',
  'http://other/api/v1/api-keys',
  '/api/v1/health/x',
  '/live/../api/v1/api-keys',
];

describe('path tricks', () => {
  test.each(targets)('%s opens nothing', async (target) => {
    expect(await statusOf('GET', target)).toBe(401);
    expect([403, 404]).toContain(await statusOf('GET', target, [`X-API-Key: ${reader}`]));
    expect(await statusOf('POST', target, [`X-API-Key: ${reader}`, 'Content-Length: 0'])).toBe(403);
  });

  test('a method in a header is none', async () => {
    const headers = [`X-API-Key: ${reader}`, 'X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: DELETE'];
    expect(await statusOf('GET', '/v1/clients', headers)).toBe(200);
  });
});

describe('the signed caller', () => {
  const path = '/v1/clients';
  const service = () => system.services.get('clients-projects')?.url ?? '';
  const contributor = { type: 'api_key', id: 'x', name: 'x', role: 'Contributor' } as const;
  const direct = async (caller: string | undefined) =>
    (await fetch(service() + path, { headers: caller === undefined ? {} : { [callerHeader]: caller } }))
      .status;

  test('is wanted by a service that is reached around the gateway', async () => {
    const other = await createCallerSigner('another secret of at least thirty-two bytes')(contributor);
    const unsigned = Buffer.from(JSON.stringify({ caller: contributor, expires: Date.now() + 30_000 }));
    for (const caller of [undefined, '', 'x.y', other, `${unsigned.toString('base64url')}.`])
      expect(await direct(caller)).toBe(401);
  });

  test('from outside is dropped: a Reader does not become a Contributor', async () => {
    const headers = {
      [callerHeader]: await createCallerSigner('another secret of at least thirty-two bytes')(contributor),
      'x-caller-role': 'Contributor',
    };
    expect((await gateway.call('POST', path, { key: reader, json: {}, headers })).status).toBe(403);
    expect((await gateway.call('GET', path, { headers })).status).toBe(401);
  });

  test('is refused 30 seconds after it was signed, also where it was accepted before', async () => {
    const secret = 'a secret that signs and verifies, long enough';
    const [sign, verify] = [createCallerSigner(secret), createCallerVerifier(secret)];
    const token = await sign(contributor);
    try {
      expect(await verify(token)).toEqual(contributor);
      setSystemTime(Date.now() + 31_000);
      expect(() => verify(token)).toThrow('clock of this service is 31 seconds ahead of that of the gateway');
      expect(await verify(await sign(contributor))).toEqual(contributor);
    } finally {
      setSystemTime();
    }
  });

  test('is signed again when the clock is put by an hour in either direction', async () => {
    const secret = 'a secret that signs and verifies, long enough';
    const [sign, verify] = [createCallerSigner(secret), createCallerVerifier(secret)];
    try {
      for (const hours of [0, -1, 0]) {
        setSystemTime(Date.now() + hours * 3_600_000);
        expect(await verify(await sign(contributor))).toEqual(contributor);
      }
      setSystemTime();
      expect(await verify(await sign(contributor))).toEqual(contributor);
    } finally {
      setSystemTime();
    }
  });

  test('of a clock that is away by more than 30 seconds is refused, and the log says so once', async () => {
    const secret = 'a secret that signs and verifies, long enough';
    const said: string[] = [];
    const verify = createCallerVerifier(secret, (message) => said.push(message));
    const now = Date.now();
    const signedAt = async (time: number) => {
      setSystemTime(time);
      const token = await createCallerSigner(secret)(contributor);
      setSystemTime(now);
      return token;
    };
    try {
      for (const seconds of [-29, 0, 29])
        expect(await verify(await signedAt(now + seconds * 1000))).toEqual(contributor);
      const ahead =
        'The clock of this service is 45 seconds ahead of that of the gateway; they may differ by 30.';
      const behind =
        'The clock of this service is 45 seconds behind that of the gateway; they may differ by 30.';
      const [early, late] = [await signedAt(now - 45_000), await signedAt(now + 45_000)];
      await expect(verify(early)).rejects.toThrow(ahead);
      await expect(verify(late)).rejects.toThrow(behind);
      expect(said).toEqual([ahead]);
    } finally {
      setSystemTime();
    }
  });

  test('of a gateway of the former version is accepted while an upgrade goes on, and a forged one is not', async () => {
    const secret = 'a secret that signs and verifies and is long enough';
    const claims = JSON.stringify({ caller: contributor, expires: Date.now() + 30_000 });
    const payload = Buffer.from(claims).toString('base64url');
    const signature = createHmac('sha256', secret).update(payload).digest('base64url');
    const verify = createCallerVerifier(secret);
    expect(await verify(`${payload}.${signature}`)).toEqual(contributor);
    await expect(verify(`${payload}x.${signature}`)).rejects.toThrow('through the gateway');
  });

  const ownSecret = 'a secret that signs and verifies and is long enough';
  const signNow = (claims: string) =>
    new CompactSign(Buffer.from(claims)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(ownSecret));
  const signFormer = async (claims: string) => {
    const payload = Buffer.from(claims).toString('base64url');
    return `${payload}.${createHmac('sha256', ownSecret).update(payload).digest('base64url')}`;
  };
  const lacking: [string, (now: number) => object][] = [
    ['without expiry', () => ({ caller: contributor })],
    ['whose expiry is null', () => ({ caller: contributor, expires: null })],
    ['whose expiry is text', (now) => ({ caller: contributor, expires: String(now + 20_000) })],
    ['whose expiry is a list', (now) => ({ caller: contributor, expires: [now + 20_000] })],
    ['without caller', (now) => ({ expires: now + 20_000 })],
    ['without role', (now) => ({ caller: { ...contributor, role: undefined }, expires: now + 20_000 })],
    ['without type', (now) => ({ caller: { ...contributor, type: undefined }, expires: now + 20_000 })],
    ['without identifier', (now) => ({ caller: { ...contributor, id: '' }, expires: now + 20_000 })],
    ['counted as nobody', (now) => ({ caller: { ...contributor, countsAs: '' }, expires: now + 20_000 })],
  ];
  test.each(lacking)('%s is refused, though signed', async (_, claims) => {
    const verify = createCallerVerifier(ownSecret);
    const whole = { caller: contributor, expires: Date.now() + 20_000 };
    for (const signed of [signNow, signFormer]) {
      expect(await verify(await signed(JSON.stringify(whole)))).toEqual(contributor);
      const token = await signed(JSON.stringify(claims(Date.now())));
      await expect(verify(token)).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' });
    }
  });

  test.each([30 * 24 * 3600 * 1000, 61_000, Number.MAX_SAFE_INTEGER])(
    'that expires in %d ms, later than a gateway ever says, is refused, and so is one without end',
    async (ms) => {
      const sign = (expires: string) =>
        signNow(`{"caller":${JSON.stringify(contributor)},"expires":${expires}}`);
      const verify = createCallerVerifier(ownSecret);
      await expect(verify(await sign(String(Date.now() + ms)))).rejects.toMatchObject({
        code: 'DEPENDENCY_UNAVAILABLE',
      });
      await expect(verify(await sign('1e999'))).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' });
    },
  );

  test('says whom it counts as; one that does not, of a gateway of the former version, counts as itself', async () => {
    const secret = 'a secret that signs and verifies, long enough';
    const [sign, verify] = [createCallerSigner(secret), createCallerVerifier(secret)];
    const child = keyCaller('2', 'child', 'Contributor', 'key:1');
    expect(await verify(await sign(child))).toEqual(child);
    expect(countedAs(await verify(await sign(keyCaller('2', 'child', 'Contributor'))))).toBe('key:2');
  });

  test('is accepted with either of two secrets, and signed with the first', async () => {
    const [old, next] = ['the secret before, long enough for this', 'the secret after, long enough for this'];
    const isAccepted = async (signing: string, accepting: string) => {
      try {
        const token = await createCallerSigner(signing)(contributor);
        return (await createCallerVerifier(accepting)(token)).id === 'x';
      } catch {
        return false;
      }
    };
    const steps = [old, `${old},${next}`, `${next},${old}`, next];
    for (const [at, step] of steps.entries())
      for (const neighbour of [step, steps[at - 1], steps[at + 1]])
        if (neighbour) expect(await isAccepted(step, neighbour)).toBe(true);
    expect(await isAccepted(old, next)).toBe(false);
    expect(await isAccepted(`${old},${next}`, next)).toBe(false);
  });
});

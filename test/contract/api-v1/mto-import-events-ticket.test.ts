import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { AccessLog } from '@consulting/gateway/exchange/access-log';
import { beginExchange } from '@consulting/gateway/exchange/exchange';
import { createTickets } from '@consulting/gateway/exchange/tickets';
import { createCallerSigner, createTicketSigner } from '@consulting/kernel/http';
import { keyCaller } from '@consulting/kernel/process';
import { mto } from '@consulting/mto/service';
import { CompactSign } from 'jose';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../../support/gateway-system';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let contributor: { id: string; key: string };
let reader: { id: string; key: string };
let tasks: string[];

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  gateway = await system.openGateway({ CORS_ORIGINS: 'https://app.example.com' });
  contributor = await system.newKey('Contributor');
  reader = await system.newKey('Reader');
  tasks = [await newTask('one'), await newTask('two')];
});
afterAll(() => system.stop());

async function newTask(code: string): Promise<string> {
  const { key } = contributor;
  const made = async (path: string, json: object) => {
    const { status, body } = await gateway.call('POST', path, { key, json });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.id as string;
  };
  const clientId = await made('/v1/clients', { code, name: code });
  const place = { country: 'CA', region: 'QC', currency: 'CAD' };
  const projectId = await made('/v1/projects', { clientId, code, name: code, ...place });
  const serviceId = await made(`/v1/projects/${projectId}/services`, {
    serviceType: 'estimation',
    name: code,
  });
  const form = new FormData();
  form.set('file', new File(['Item No.,Description,Quantity,UOM\n1,Pipe,2,m\n'], 'takeoff.csv'));
  const fields = { projectId, serviceId, discipline: 'piping' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { body } = await gateway.call('POST', '/api/v1/mto/import/async', { key, form });
  return body.taskId;
}

const streamOf = (taskId: string) => `/api/v1/mto/import/status/${taskId}/events`;

const ask = (taskId: string, key: string) => gateway.call('POST', `${streamOf(taskId)}/ticket`, { key });

/** Opens what needs no header and tells its status and its first bytes. */
async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(gateway.url + path, { headers });
  const first = await response.body?.getReader().read();
  return { status: response.status, text: Buffer.from(first?.value ?? []).toString(), response };
}

describe('POST /api/v1/mto/import/status/{taskId}/events/ticket', () => {
  test('200: its url opens the stream without a header, also for a Reader, more than once', async () => {
    const [task = ''] = tasks;
    const { status, body } = await ask(task, reader.key);
    expect([status, body.url]).toEqual([200, `${streamOf(task)}?ticket=${body.ticket}`]);
    const left = Date.parse(body.expiresAt) - Date.now();
    expect(left > 30_000 && left <= 60_000).toBe(true);
    for (const _ of [1, 2]) {
      const opened = await open(body.url, { origin: 'https://app.example.com' });
      expect([opened.status, opened.response.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream',
      ]);
      expect(opened.text).toContain(task);
      expect(opened.response.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
      expect(opened.response.headers.get('content-encoding')).toBeNull();
    }
  });

  test('401 without a credential, 404 of an unknown task', async () => {
    expect((await gateway.call('POST', `${streamOf(tasks[0] ?? '')}/ticket`)).status).toBe(401);
    expect((await ask(crypto.randomUUID(), reader.key)).status).toBe(404);
  });

  test('the ticket opens no other stream, no other route, and nothing with another method', async () => {
    const [one = '', two = ''] = tasks;
    const { ticket } = (await ask(one, contributor.key)).body;
    const status = `/api/v1/mto/import/status/${one}`;
    for (const path of [streamOf(two), status, `${status}/survey`, '/v1/clients', '/api/v1/me'])
      expect([path, (await open(`${path}?ticket=${ticket}`)).status]).toEqual([path, 401]);
    for (const method of ['HEAD', 'POST', 'DELETE'])
      expect((await fetch(`${gateway.url}${streamOf(one)}?ticket=${ticket}`, { method })).status).toBe(401);
    const asToken = await gateway.call('GET', streamOf(one), { token: ticket });
    expect(asToken.status).toBe(401);
  });

  test('forged, cut and foreign tickets are 401 INVALID_CREDENTIALS', async () => {
    const [one = ''] = tasks;
    const { ticket } = (await ask(one, contributor.key)).body as { ticket: string };
    const [head = '', payload = '', signature = ''] = ticket.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, path: streamOf(tasks[1] ?? '') })).toString(
      'base64url',
    );
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const caller = keyCaller(contributor.id, 'x', 'Contributor');
    const foreign = await createTicketSigner('another secret of enough bytes')(caller, streamOf(one));
    const signedCaller = await createCallerSigner(
      'a secret that only gateway and services of the tests know',
    )(caller);
    const forged = [
      '',
      'x',
      '..',
      ticket.slice(0, -3),
      `${head}.${other}.${signature}`,
      unsigned,
      foreign.ticket,
    ];
    for (const text of [...forged, signedCaller, 'x'.repeat(8000)]) {
      const { status, text: body } = await open(`${streamOf(one)}?ticket=${text}`);
      expect([text.slice(0, 30), status, JSON.parse(body).code]).toEqual([
        text.slice(0, 30),
        401,
        'INVALID_CREDENTIALS',
      ]);
    }
  });

  test('the ticket of a revoked key is 401', async () => {
    const [one = ''] = tasks;
    const lost = await system.newKey('Reader');
    const { url } = (await ask(one, lost.key)).body;
    expect((await open(url)).status).toBe(200);
    await gateway.call('DELETE', `/api/v1/api-keys/${lost.id}`, { key: contributor.key });
    expect((await open(url)).status).toBe(401);
  });

  test('a ticket of more than a minute is refused, one of less is not', async () => {
    const secret = 'a secret of enough bytes for this test';
    const caller = keyCaller('one', 'one', 'Reader');
    let now = Date.parse('2026-01-01T12:00:00Z');
    const { ticket, expiresAt } = await createTicketSigner(secret, () => now)(caller, '/here');
    const opening = createTickets(
      `a new secret, ${secret}`,
      () => false,
      () => now,
    );
    expect(expiresAt.toISOString()).toBe('2026-01-01T12:01:00.000Z');
    now += 59_999;
    expect(await opening(ticket, '/here')).toEqual(caller);
    now += 1;
    await expect(opening(ticket, '/here')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  test('a ticket that lacks something, or ends later than any that is given, is refused though signed', async () => {
    const secret = 'a secret of enough bytes for this test';
    const now = Date.parse('2026-01-01T12:00:00Z');
    const caller = keyCaller('one', 'one', 'Reader');
    const key = createHmac('sha256', secret).update('ticket of an event stream').digest();
    const sign = (claims: object) =>
      new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: 'HS256' }).sign(key);
    const opening = createTickets(
      secret,
      () => false,
      () => now,
    );
    const whole = { caller, path: '/here', expires: now + 60_000 };
    expect(await opening(await sign(whole), '/here')).toEqual(caller);
    for (const change of [
      { expires: undefined },
      { expires: null },
      { expires: String(now + 60_000) },
      { expires: now + 3_600_000 },
      { path: undefined },
      { caller: undefined },
      { caller: { ...caller, id: undefined } },
      { caller: { ...caller, role: undefined } },
    ])
      await expect(opening(await sign({ ...whole, ...change }), '/here')).rejects.toMatchObject({
        code: 'INVALID_CREDENTIALS',
      });
  });

  test('the access log does not tell the ticket', async () => {
    const lines: string[] = [];
    const log = new AccessLog((text) => lines.push(text));
    const request = new Request(`http://localhost${streamOf(tasks[0] ?? '')}?ticket=secret`);
    const peer = { requestIP: () => null } as never;
    log.add(
      beginExchange(request, peer, () => false),
      new Response(),
      performance.now(),
    );
    log.flush();
    expect([lines.length, lines.join().includes('secret')]).toEqual([1, false]);
  });
});

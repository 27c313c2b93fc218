import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connector } from '@consulting/kernel/postgres';
import { startNats } from '@consulting/local/nats/nats';
import { natsUsers } from '@consulting/local/nats/users';
import { makeLogins } from '@consulting/local/postgres/logins';
import { freePort } from '@consulting/local/process/free-port';
import { DatabaseServer } from '../support/database-server';
import { type ProcessSystem, startProcessSystem } from '../support/process-system';
import { freshCode } from '../support/project-system';
import { until } from '../support/until';

const storeDir = mkdtempSync(join(tmpdir(), 'consulting-rotation-'));
const users = natsUsers();
const former = users.passwords.MTO_PASSWORD ?? '';
const next = 'snext';
let database: DatabaseServer;
let nats: Awaited<ReturnType<typeof startNats>>;
let system: ProcessSystem;
let formerUrl: string;
let write: () => Promise<number>;
let read: () => Promise<number>;

const startNatsWith = async (password: string, port: number) => {
  const passwords = { ...users.passwords, MTO_PASSWORD: password };
  nats = await startNats({ storeDir, port, users: { ...users, passwords } });
};

async function restartNatsWith(password: string): Promise<void> {
  const { port } = nats;
  await nats.stop();
  await startNatsWith(password, port);
}

const withBoth = (url: string) => url.replace(`:${former}@`, `:${next},${former}@`);

beforeAll(async () => {
  database = await DatabaseServer.start();
  await startNatsWith(former, await freePort());
  const logins = await makeLogins(database.url, ['mto']);
  await database.run(`alter role mto password '${former}'`);
  const login = new URL(logins.get('mto') ?? '');
  login.password = former;
  formerUrl = login.href;
  system = await startProcessSystem({
    databaseUrl: database.url,
    natsUrlFor: (user) => withBoth(users.urlFor(user, nats.url)),
    environment: { MTO_DATABASE_URL: withBoth(formerUrl) },
  });
  const { key } = await system.newKey();
  const base = system.gateways[0]?.url ?? '';
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const send = (path: string, json?: object) =>
    fetch(base + path, json ? { method: 'POST', headers, body: JSON.stringify(json) } : { headers });
  const create = async (path: string, json: object) => {
    const answer = await send(path, json);
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status}`);
    return (await answer.json()) as { id: string };
  };
  const { id: clientId } = await create('/v1/clients', { code: freshCode('C'), name: 'C' });
  const { id: projectId } = await create('/v1/projects', { clientId, name: 'P' });
  const { id: serviceId } = await create(`/v1/projects/${projectId}/services`, {
    serviceType: 'estimation',
  });
  const line = { projectId, serviceId, discipline: 'civil', quantity: 1 };
  write = async () => (await send('/api/v1/mto', line)).status;
  read = async () => (await send(`/api/v1/mto?projectId=${projectId}`)).status;
}, 60_000);
afterAll(async () => {
  await system.stop();
  await nats.stop();
  await database.remove();
  rmSync(storeDir, { recursive: true, force: true });
});

/** Sends reads and writes until `act` has ended and a second longer. */
async function statusesDuring(act: () => Promise<void>): Promise<Set<number>> {
  const statuses = new Set<number>();
  let isOver = false;
  const probe = async (one: () => Promise<number>) => {
    while (!isOver) {
      statuses.add(await one());
      await Bun.sleep(20);
    }
  };
  const probes = [write, write, read, read].map(probe);
  await act();
  await Bun.sleep(1000);
  isOver = true;
  await Promise.all(probes);
  return statuses;
}

test('a service that knows both passwords: no request fails while Postgres and NATS take the new one', async () => {
  const statuses = await statusesDuring(async () => {
    await database.run(`alter role mto password '${next}'`);
    // More at once than there are connections, so that some are opened.
    const burst = await Promise.all(Array.from({ length: 18 }, () => write()));
    expect(new Set(burst)).toEqual(new Set([201]));
    await restartNatsWith(next);
  });
  expect([...statuses].toSorted()).toEqual([200, 201]);
  await expect(new Connector(formerUrl).open()).rejects.toThrow('password authentication failed');
}, 60_000);

test('NATS refuses a service for a while: its writes are 503, and succeed when the password is right again', async () => {
  await restartNatsWith('swrong');
  // Longer than a client of NATS tries by itself after it was refused twice.
  await Bun.sleep(4000);
  expect(await write()).toBe(503);
  expect(await read()).toBe(200);
  await restartNatsWith(next);
  await until(async () => (await write()) === 201);
}, 60_000);

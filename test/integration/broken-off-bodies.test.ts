import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import { SQL } from 'bun';
import { createTestDatabase } from '../support/database';
import { type ProcessSystem, startProcessSystem } from '../support/process-system';
import { until } from '../support/until';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let nats: TestNats;
let system: ProcessSystem;
let key: string;
const lines: { process: string; line: string }[] = [];

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase([]), startTestNats()]);
  system = await startProcessSystem({
    databaseUrl: database.url,
    natsUrlFor: nats.urlFor,
    environment: { LOG_LEVEL: 'info' },
    hear: (process, line) => lines.push({ process, line }),
  });
  ({ key } = await system.newKey());
}, 300_000);

afterAll(async () => {
  await system.stop();
  await nats.stop();
  await database.drop();
}, 300_000);

/** Sends the beginning of a request and closes the connection a little later. */
async function breakOff(
  id: string,
  path: string,
  headers: string[] = [],
  body = '',
  method = 'POST',
): Promise<void> {
  const { hostname, port } = new URL(system.gateways[0]?.url ?? '');
  const socket = connect(Number(port), hostname);
  const own = ['Host: localhost', `X-API-Key: ${key}`, `X-Request-Id: ${id}`];
  socket.write([`${method} ${path} HTTP/1.1`, ...own, ...headers, '', body].join('\r\n'));
  await Bun.sleep(300);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.destroy();
  await closed;
}

const linesOf = (id: string) => lines.filter(({ line }) => line.includes(id));

const boundary = 'x-boundary';
const bodies: [string, string, string[], string][] = [
  [
    'JSON of a declared length',
    '/v1/clients',
    ['Content-Type: application/json', 'Content-Length: 1000'],
    '{"code":"broken",',
  ],
  [
    'JSON in chunks',
    '/v1/clients',
    ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
    '11\r\n{"code":"broken",\r\n',
  ],
  [
    'a form with a file',
    '/api/v1/mto/import/async',
    [`Content-Type: multipart/form-data; boundary=${boundary}`, 'Content-Length: 100000'],
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="lines.csv"\r\n\r\nItem,Quantity\r\n1,2\r\n`,
  ],
  [
    'a form in chunks',
    '/api/v1/mto/import/async',
    [`Content-Type: multipart/form-data; boundary=${boundary}`, 'Transfer-Encoding: chunked'],
    `60\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="lines.csv"\r\n\r\nItem,Qty\r\n1,2\r\n\r\n`,
  ],
];

/** A process writes at most one line for a request whose client was at fault, and one for the audit. */
function expectQuiet(id: string): void {
  const reported = linesOf(id).map(({ process, line }) => ({ process, ...JSON.parse(line) }));
  expect(reported.filter(({ level, error }) => level !== 'info' || error !== undefined)).toEqual([]);
  expect(reported.filter(({ status }) => status !== undefined && status !== 408)).toEqual([]);
  for (const process of new Set(reported.map((one) => one.process)))
    expect(reported.filter((one) => one.process === process).length).toBeLessThanOrEqual(2);
}

describe('a client that breaks off', () => {
  test.each(bodies)(
    'in %s: 408 in audit lines, and neither warning nor stack',
    async (_, path, headers, body) => {
      const id = crypto.randomUUID();
      await breakOff(id, path, headers, body);
      const isReported = (process: string) =>
        linesOf(id).some((one) => one.process === process && one.line.includes('audit'));
      await until(
        async () => isReported('gateway') && isReported(path.startsWith('/v1') ? 'clients-projects' : 'mto'),
      );
      expectQuiet(id);
    },
  );

  test('while it waits for its answer: 408 in the access log of the gateway, and neither warning nor stack', async () => {
    const id = crypto.randomUUID();
    await using sql = new SQL(database.url, { max: 1 });
    await sql.begin(async (tx) => {
      await tx`lock table clients_projects.client in access exclusive mode`;
      await breakOff(id, '/v1/clients', [], '', 'GET');
      await until(async () => linesOf(id).some(({ process }) => process === 'gateway'));
    });
    const reported = linesOf(id).filter(({ process }) => process === 'gateway');
    expect(reported.map(({ line }) => JSON.parse(line))).toMatchObject([
      { message: 'access', level: 'info', status: 408 },
    ]);
  });
});

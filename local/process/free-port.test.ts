import { expect, test } from 'bun:test';
import { freePort, freePorts, requireFreePort } from './free-port';

test('free ports: as many as asked for, all different, all free', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) await requireFreePort('127.0.0.1', port);
});

test.each(['127.0.0.1', '0.0.0.0'])('port that a server on %s has: one sentence', async (hostname) => {
  const port = await freePort();
  const server = Bun.serve({ hostname, port, fetch: () => new Response() });
  expect(async () => await requireFreePort('127.0.0.1', port)).toThrow(
    `Port ${port} of 127.0.0.1 is taken by another program: stop it, or set PORT to a free one.`,
  );
  await server.stop(true);
});

test('host of another machine: one sentence', () => {
  expect(async () => await requireFreePort('192.0.2.1', 3000)).toThrow(
    '192.0.2.1 is not an address of this machine: set HOST to one that is.',
  );
});

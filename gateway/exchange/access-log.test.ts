import { expect, test } from 'bun:test';
import { endpointOf } from '../routing/route-table';
import { AccessLog } from './access-log';
import type { Exchange } from './exchange';

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  request: new Request('http://localhost/v1/clients?search=x'),
  requestId: 'one',
  address: () => '203.0.113.1',
  pathname: '/v1/clients',
  search: '?search=x',
  set: 'v1',
  endpoint: endpointOf('GET', '/v1/clients'),
  headers: {},
  ...more,
});
const answer = () => new Response('{}', { headers: { 'content-length': '2' } });

function opened() {
  const chunks: string[] = [];
  const taken: (() => void)[] = [];
  const log = new AccessLog((lines, written) => {
    chunks.push(lines);
    taken.push(written);
  });
  const lines = () => chunks.flatMap((chunk) => chunk.trimEnd().split('\n')).map((line) => JSON.parse(line));
  const take = () => {
    for (const written of taken.splice(0)) written();
  };
  return { log, pieces: chunks, lines, take };
}

test('lines are written many at a time, each valid JSON whatever stands in path and caller', () => {
  const { log, pieces, lines } = opened();
  const caller = { type: 'bearer', id: 'user:"\\\n', name: 'x', role: 'Reader' } as const;
  log.add(exchange({ pathname: `/"\\\u0000${'x'.repeat(10_000)}`, caller }), answer(), performance.now());
  log.add(
    exchange({ endpoint: endpointOf('GET', '/v1/nothing') }),
    new Response(null, { status: 404 }),
    performance.now(),
  );
  expect(pieces).toEqual([]);
  log.flush();
  expect(pieces).toHaveLength(1);
  expect(lines()).toMatchObject([
    { caller: caller.id, status: 200, bytes: 2, answeredBy: 'clients-projects', requestId: 'one' },
    { caller: null, status: 404, bytes: null, answeredBy: 'gateway', address: '203.0.113.1' },
  ]);
  expect(lines()[0].path).toHaveLength(200);
  expect(pieces[0]?.length).toBeLessThan(1000);
});

test('a request that an audit line tells of has none', () => {
  const { log, pieces } = opened();
  log.add(exchange({ isAudited: true }), answer(), performance.now());
  log.flush();
  expect(pieces).toEqual([]);
});

test('while nobody reads the log, what waits is bounded; how many lines were left out is told', () => {
  const { log, pieces, lines, take } = opened();
  for (let count = 0; count < 30_000; count += 1) log.add(exchange(), answer(), performance.now());
  const waiting = pieces.reduce((sum, { length }) => sum + length, 0);
  expect(waiting).toBeGreaterThan(4 * 1024 * 1024);
  expect(waiting).toBeLessThan(4.2 * 1024 * 1024);
  const before = lines().length;
  take();
  log.add(exchange({ requestId: 'later' }), answer(), performance.now());
  log.flush();
  const after = lines().slice(before);
  expect(after.find(({ requestId }) => requestId === 'later')).toBeDefined();
  expect(after.find(({ message }) => message === 'access lines left out')?.count).toBe(30_000 - before);
});

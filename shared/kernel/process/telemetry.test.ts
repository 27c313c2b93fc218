import { expect, test } from 'bun:test';
import { Counter, Histogram, Registry } from 'prom-client';
import { createTelemetry, RequestFigures } from './telemetry';

test('a figure whose source hangs keeps its last value, and its source is not asked again meanwhile', async () => {
  const telemetry = createTelemetry('test');
  const never = new Promise<never>(() => {});
  let calls = 0;
  telemetry.watch('waiting', 'A figure.', () => (++calls === 1 ? Promise.resolve(7) : never));
  telemetry.watchBy('waiting_by', 'kind', 'Figures.', () =>
    calls === 1 ? Promise.resolve({ a: 1, b: 2 }) : never,
  );
  for (let scrape = 1; scrape <= 3; scrape++) {
    const { text } = await telemetry.read();
    expect(text).toContain('consulting_waiting{service="test"} 7');
    expect(text).toContain('consulting_waiting_by{kind="b",service="test"} 2');
  }
  expect(calls).toBe(2);
});

test('a figure whose source fails keeps its last value, and is read again', async () => {
  const telemetry = createTelemetry('test');
  const values = [3, undefined, 5];
  telemetry.watch('failing', 'A figure.', async () => {
    const value = values.shift();
    if (value === undefined) throw new Error('away');
    return value;
  });
  for (const expected of [3, 3, 5])
    expect((await telemetry.read()).text).toContain(`consulting_failing{service="test"} ${expected}`);
});

test('counts are counters, with and without a label', async () => {
  const telemetry = createTelemetry('test');
  const counts = { primary: 3, replica: 0 };
  telemetry.count('asked_total', 'A count.', () => counts.primary);
  telemetry.countBy('reads_total', 'server', 'Counts.', () => counts);
  for (const primary of [3, 5]) {
    counts.primary = primary;
    const { text } = await telemetry.read();
    for (const line of [
      '# TYPE consulting_asked_total counter',
      `consulting_asked_total{service="test"} ${primary}`,
      '# TYPE consulting_reads_total counter',
      `consulting_reads_total{server="primary",service="test"} ${primary}`,
      'consulting_reads_total{server="replica",service="test"} 0',
    ])
      expect(text.split('\n')).toContain(line);
  }
});

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

function libraryFigures() {
  const registry = new Registry();
  registry.setDefaultLabels({ service: 'mto' });
  const requests = new Counter({
    name: 'consulting_http_requests_total',
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'consulting_http_request_seconds',
    help: 'Time to answer by operation.',
    labelNames: ['operation'],
    buckets,
    registers: [registry],
  });
  return {
    observe(operation: string, status: number, seconds: number) {
      requests.inc({ operation, status });
      latency.observe({ operation }, seconds);
    },
    expose: () => registry.metrics(),
  };
}

/** A metric's lines may come in any order. */
const linesOf = (text: string) => text.split('\n').toSorted();

test('the figures of requests are exposed as the library exposes them', async () => {
  const ours = new RequestFigures();
  const theirs = libraryFigures();
  const seconds = [0, ...buckets, ...buckets.map((bound) => bound * 1.01), 3600];
  for (const [at, one] of seconds.entries())
    for (const figures of [ours, theirs])
      figures.observe(at % 3 === 0 ? 'v1.clients' : 'api-v1.mto', at % 2 === 0 ? 200 : 404, one);
  expect(linesOf(ours.expose('mto'))).toEqual(linesOf(await theirs.expose()));
});

test('before the first request there are no figures', async () => {
  expect(new RequestFigures().expose('mto')).not.toContain('{');
});

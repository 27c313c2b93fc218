import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of one process. */
export interface Telemetry {
  observeRequest(operation: string, status: number, seconds: number): void;
  observeEvent(consumer: string, outcome: 'handled' | 'failed' | 'dead'): void;
  /** A figure that is read when the metrics are; it keeps its last value while it cannot be. */
  watch(name: string, help: string, read: () => Promise<number>): void;
  /** The same for figures that are told apart by one label: value of the label -> figure. */
  watchBy(name: string, label: string, help: string, read: () => Promise<Record<string, number>>): void;
  /** The exposition text and its media type. */
  read(): Promise<{ text: string; contentType: string }>;
}

export function createTelemetry(service: string): Telemetry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const events = new Counter({
    name: 'events_total',
    help: 'Attempts to handle events by consumer and outcome.',
    labelNames: ['consumer', 'outcome'],
    registers: [registry],
  });
  return {
    observeEvent: (consumer, outcome) => events.inc({ consumer, outcome }),
    watch(name, help, read) {
      const collect = async function (this: Gauge) {
        await read().then(
          (value) => this.set(value),
          () => {},
        );
      };
      new Gauge({ name, help, registers: [registry], collect });
    },
    watchBy(name, label, help, read) {
      const collect = async function (this: Gauge) {
        const figures = Object.entries(await read().catch(() => ({})));
        if (figures.length > 0) this.reset();
        for (const [value, figure] of figures) this.set({ [label]: value }, figure);
      };
      new Gauge({ name, help, labelNames: [label], registers: [registry], collect });
    },
    observeRequest(operation, status, seconds) {
      requests.inc({ operation, status });
      latency.observe({ operation }, seconds);
    },
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

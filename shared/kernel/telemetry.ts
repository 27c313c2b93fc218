import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RequestFigures } from './request-figures';

export interface Telemetry {
  observeRequest(operation: string, status: number, seconds: number): void;
  observeEvent(consumer: string, outcome: 'handled' | 'failed' | 'dead'): void;
  /** A figure that is read when the metrics are, for at most a second; it keeps its last value while it cannot be. */
  watch(name: string, help: string, read: () => Promise<number>): void;
  watchBy(name: string, label: string, help: string, read: () => Promise<Record<string, number>>): void;
  read(): Promise<{ text: string; contentType: string }>;
}

const readMsMax = 1000;

/**
 * What `read` says within a second; undefined when it fails or takes longer. It is not called again while it still runs, so
 * that readings of a source that is away do not pile up.
 */
function boundedReading<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let running: Promise<T | undefined> | undefined;
  return () => {
    running ??= read()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
    return Promise.race([running, Bun.sleep(readMsMax).then(() => undefined)]);
  };
}

export function createTelemetry(service: string): Telemetry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const requests = new RequestFigures();
  const events = new Counter({
    name: 'events_total',
    help: 'Attempts to handle events by consumer and outcome.',
    labelNames: ['consumer', 'outcome'],
    registers: [registry],
  });
  return {
    observeEvent: (consumer, outcome) => events.inc({ consumer, outcome }),
    watch(name, help, read) {
      const reading = boundedReading(read);
      const collect = async function (this: Gauge) {
        const value = await reading();
        if (value !== undefined) this.set(value);
      };
      new Gauge({ name, help, registers: [registry], collect });
    },
    watchBy(name, label, help, read) {
      const reading = boundedReading(read);
      const collect = async function (this: Gauge) {
        const figures = Object.entries((await reading()) ?? {});
        if (figures.length > 0) this.reset();
        for (const [value, figure] of figures) this.set({ [label]: value }, figure);
      };
      new Gauge({ name, help, labelNames: [label], registers: [registry], collect });
    },
    observeRequest: (operation, status, seconds) => requests.observe(operation, status, seconds),
    read: async () => ({
      text: `${await registry.metrics()}\n${requests.expose(service)}`,
      contentType: registry.contentType,
    }),
  };
}

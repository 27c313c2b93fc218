import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RequestFigures } from './request-figures';

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
    observeRequest: (operation, status, seconds) => requests.observe(operation, status, seconds),
    read: async () => ({
      text: `${await registry.metrics()}\n${requests.expose(service)}`,
      contentType: registry.contentType,
    }),
  };
}

import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type Metric,
  Registry,
} from 'prom-client';

const prefix = 'consulting_';

export interface Telemetry {
  observeRequest(operation: string, status: number, seconds: number): void;
  observeEvent(consumer: string, outcome: 'handled' | 'failed' | 'dead'): void;
  watch(name: string, help: string, read: () => Promise<number>): void;
  watchBy(name: string, label: string, help: string, read: () => Promise<Record<string, number>>): void;
  count(name: string, help: string, read: () => number): void;
  countBy(name: string, label: string, help: string, read: () => Record<string, number>): void;
  read(): Promise<{ text: string; contentType: string }>;
  figures(): Promise<Figures>;
}

export interface Figures {
  registry: object[];
  requests: [operation: string, figures: OperationFigures][];
}

export async function mergedMetrics(
  service: string,
  all: Figures[],
): Promise<{ text: string; contentType: string }> {
  const registry = AggregatorRegistry.aggregate(all.map((one) => one.registry));
  const requests = new RequestFigures();
  for (const one of all) requests.add(one.requests);
  return {
    text: `${await registry.metrics()}\n${requests.expose(service)}`,
    contentType: registry.contentType,
  };
}

const readMsMax = 1000;

/** `read` is not called again while it still runs, so that calls to a source that is away do not pile up. */
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

let known: Metric[] | undefined;

// The figures of spaces of the heap are left out: whoever reads them stops the process for as long as its heap is large.
function processMetrics(): Metric[] {
  if (known) return known;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const isCheap = (name: string) => !name.startsWith('nodejs_heap_space_');
  known = names.filter(isCheap).flatMap((name) => registry.getSingleMetric(name) ?? []);
  return known;
}

export function createTelemetry(service: string): Telemetry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  for (const metric of processMetrics()) registry.registerMetric(metric);
  const requests = new RequestFigures();
  const events = new Counter({
    name: `${prefix}events_total`,
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
      new Gauge({ name: prefix + name, help, registers: [registry], collect });
    },
    watchBy(name, label, help, read) {
      const reading = boundedReading(read);
      const collect = async function (this: Gauge) {
        const figures = Object.entries((await reading()) ?? {});
        if (figures.length > 0) this.reset();
        for (const [value, figure] of figures) this.set({ [label]: value }, figure);
      };
      new Gauge({ name: prefix + name, help, labelNames: [label], registers: [registry], collect });
    },
    count(name, help, read) {
      const collect = function (this: Counter) {
        this.reset();
        this.inc(read());
      };
      new Counter({ name: prefix + name, help, registers: [registry], collect });
    },
    countBy(name, label, help, read) {
      const collect = function (this: Counter) {
        this.reset();
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
      };
      new Counter({ name: prefix + name, help, labelNames: [label], registers: [registry], collect });
    },
    observeRequest: (operation, status, seconds) => requests.observe(operation, status, seconds),
    read: async () => ({
      text: `${await registry.metrics()}\n${requests.expose(service)}`,
      contentType: registry.contentType,
    }),
    figures: async () => ({ registry: await registry.getMetricsAsJSON(), requests: requests.all() }),
  };
}

const secondsUpTo = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface OperationFigures {
  byStatus: Map<number, number>;
  byBound: number[];
  seconds: number;
}

/**
 * The counters of the library hash their labels at every request, which is a tenth of what the gateway does.
 */
export class RequestFigures {
  readonly #operations = new Map<string, OperationFigures>();

  observe(operation: string, status: number, seconds: number): void {
    const figures = this.#operations.get(operation) ?? this.#begin(operation);
    figures.byStatus.set(status, (figures.byStatus.get(status) ?? 0) + 1);
    let bound = 0;
    while (seconds > (secondsUpTo[bound] ?? Number.POSITIVE_INFINITY)) bound += 1;
    figures.byBound[bound] = (figures.byBound[bound] ?? 0) + 1;
    figures.seconds += seconds;
  }

  #begin(operation: string): OperationFigures {
    const figures = { byStatus: new Map(), byBound: [...secondsUpTo, 0].fill(0), seconds: 0 };
    this.#operations.set(operation, figures);
    return figures;
  }

  all(): [operation: string, figures: OperationFigures][] {
    return [...this.#operations];
  }

  add(others: [operation: string, figures: OperationFigures][]): void {
    for (const [operation, { byStatus, byBound, seconds }] of others) {
      const figures = this.#operations.get(operation) ?? this.#begin(operation);
      for (const [status, count] of byStatus)
        figures.byStatus.set(status, (figures.byStatus.get(status) ?? 0) + count);
      for (const [bound, count] of byBound.entries())
        figures.byBound[bound] = (figures.byBound[bound] ?? 0) + count;
      figures.seconds += seconds;
    }
  }

  expose(service: string): string {
    const all = [...this.#operations];
    return [
      `# HELP ${prefix}http_requests_total Requests by operation and status.`,
      `# TYPE ${prefix}http_requests_total counter`,
      ...all.flatMap(([operation, { byStatus }]) =>
        [...byStatus].map(
          ([status, count]) =>
            `${prefix}http_requests_total{operation="${operation}",status="${status}",service="${service}"} ${count}`,
        ),
      ),
      '',
      `# HELP ${prefix}http_request_seconds Time to answer by operation.`,
      `# TYPE ${prefix}http_request_seconds histogram`,
      ...all.flatMap(([operation, figures]) => histogramLines(figures, service, operation)),
      '',
    ].join('\n');
  }
}

function histogramLines(
  { byBound, seconds }: OperationFigures,
  service: string,
  operation: string,
): string[] {
  let count = 0;
  const buckets = byBound.map((more, at) => {
    count += more;
    return `${prefix}http_request_seconds_bucket{le="${secondsUpTo[at] ?? '+Inf'}",service="${service}",operation="${operation}"} ${count}`;
  });
  const labels = `{service="${service}",operation="${operation}"}`;
  return [
    ...buckets,
    `${prefix}http_request_seconds_sum${labels} ${seconds}`,
    `${prefix}http_request_seconds_count${labels} ${count}`,
  ];
}

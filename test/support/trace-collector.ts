/** A span as a collector of OpenTelemetry is sent it. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  isError: boolean;
  attributes: Record<string, string | number | boolean | undefined>;
}

interface Attributed {
  attributes?: {
    key: string;
    value: { intValue?: string; stringValue?: string; boolValue?: boolean; doubleValue?: number };
  }[];
}

interface SentSpan extends Attributed {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status?: { code?: number };
}

// The part of an export by OTLP that is looked at.
interface SentSpans {
  resourceSpans: { resource: Attributed; scopeSpans: { spans: SentSpan[] }[] }[];
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const errorCode = 2;

/** A collector that takes spans by OTLP over HTTP and keeps them. */
export function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { resourceSpans } = (await request.json()) as SentSpans;
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = String(attributesOf(resource)['service.name']);
        for (const { spans: sent } of scopeSpans)
          for (const span of sent) spans.push({ ...span, ...factsOf(span), service });
      }
      return Response.json({});
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** Spans of a trace, by their names. */
    of: (traceId: string) => new Trace(spans.filter((span) => span.traceId === traceId)),
    stop: () => server.stop(true),
  };
}

/** The spans of one trace. */
class Trace {
  constructor(readonly spans: readonly CollectedSpan[]) {}

  /** The one span of a name in a service. @throws Error when there is none */
  the(service: string, name: string): CollectedSpan {
    const span = this.spans.find((one) => one.service === service && one.name === name);
    if (!span)
      throw new Error(
        `${service} has no ${name}; there are ${this.spans.map((one) => one.name).join(', ')}.`,
      );
    return span;
  }

  /** The spans from one up to the first of the trace, as `service: name`. */
  waysUp(span: CollectedSpan): string[] {
    const parent = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [`${span.service}: ${span.name}`, ...(parent ? this.waysUp(parent) : [])];
  }
}

const factsOf = (span: SentSpan) => ({
  parentSpanId: span.parentSpanId || undefined,
  kind: kinds[span.kind] ?? 'internal',
  isError: span.status?.code === errorCode,
  attributes: attributesOf(span),
});

function attributesOf({ attributes = [] }: Attributed): CollectedSpan['attributes'] {
  const entries = attributes.map(({ key, value }) => [
    key,
    'intValue' in value
      ? Number(value.intValue)
      : (value.stringValue ?? value.boolValue ?? value.doubleValue),
  ]);
  return Object.fromEntries(entries);
}

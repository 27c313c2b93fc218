import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { errorRecord } from './error-text';
import type { Lifecycle } from './lifecycle';
import { withoutTrailingSlashes } from './text';

/** Headers of a request or message; `traceparent` is that of W3C Trace Context. */
interface Carrier {
  get(name: string): string | null | undefined;
}

const getter: TextMapGetter<Carrier> = {
  get: (carrier, name) => carrier.get(name) ?? undefined,
  keys: () => ['traceparent', 'tracestate'],
};

const kinds = { client: SpanKind.CLIENT, server: SpanKind.SERVER, consumer: SpanKind.CONSUMER };
type Kind = keyof typeof kinds;

let isExporting = false;
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());

/**
 * Sends spans to an OpenTelemetry collector at `endpoint` (OTLP over HTTP). Without one no spans are made, and the trace of a
 * caller is only passed on, through services and messages.
 */
export async function startTracing(
  service: string,
  endpoint: string | undefined,
  lifecycle: Lifecycle,
): Promise<void> {
  if (endpoint === undefined) return;
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const exporter = new OTLPTraceExporter({ url: `${withoutTrailingSlashes(endpoint)}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  isExporting = true;
  lifecycle.started('tracing', () => provider.shutdown());
}

/** Runs `act` as part of the trace that the headers name; as a span of its own when spans are sent somewhere. */
export function traced<T>(
  name: string,
  kind: Kind,
  headers: Carrier | undefined,
  act: () => Promise<T>,
): Promise<T> {
  const isTold = Boolean(headers?.get('traceparent'));
  if (!isExporting && !isTold) return act();
  const parent = headers && isTold ? propagation.extract(ROOT_CONTEXT, headers, getter) : context.active();
  return isExporting ? asSpan(name, kind, parent, act) : context.with(parent, act);
}

async function asSpan<T>(name: string, kind: Kind, parent: Context, act: () => Promise<T>): Promise<T> {
  const span = trace.getTracer('consulting').startSpan(name, { kind: kinds[kind] }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), act);
  } catch (error) {
    span.recordException(error instanceof Error ? errorRecord(error) : String(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** `traceparent` of the trace that the present work is part of; undefined outside of any. */
export function traceParent(): string | undefined {
  if (traceId() === undefined) return undefined;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Identifier of the present trace for log lines; undefined outside of any. */
export const traceId = (): string | undefined => trace.getSpanContext(context.active())?.traceId;

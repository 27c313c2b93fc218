import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { shortened, withoutTrailingSlashes } from '../schema';
import { textOf } from './config';
import { errorRecord } from './error-text';

interface Carrier {
  get(name: string): string | null | undefined;
}

const getter: TextMapGetter<Carrier> = {
  get: (carrier, name) => carrier.get(name) ?? undefined,
  keys: () => ['traceparent', 'tracestate'],
};

const kinds = {
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

export interface SpanPlan {
  name: string;
  kind: keyof typeof kinds;
  attributes: Attributes;
}

const sendEveryMs = 1000;

let isExporting = false;

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

propagation.setGlobalPropagator(new W3CTraceContextPropagator());

export async function startTracing(
  service: string,
  endpoint: string | undefined,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {};
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  // The exporter reads its headers from the environment alone, and they may be a mounted secret.
  const headers = textOf(process.env, 'OTEL_EXPORTER_OTLP_HEADERS');
  if (headers !== undefined) process.env.OTEL_EXPORTER_OTLP_HEADERS = headers;
  const exporter = new OTLPTraceExporter({ url: `${withoutTrailingSlashes(endpoint)}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  });
  trace.setGlobalTracerProvider(provider);
  isExporting = true;
  return () => provider.shutdown();
}

export function traced<T>(
  headers: Carrier | undefined,
  plan: () => SpanPlan,
  act: () => Promise<T>,
): Promise<T> {
  const isReported = Boolean(headers?.get('traceparent'));
  if (!isExporting && !isReported) return act();
  const parent =
    headers && isReported ? propagation.extract(ROOT_CONTEXT, headers, getter) : context.active();
  return isExporting ? asSpan(plan(), parent, act) : context.with(parent, act);
}

export const storedTrace = (traceparent: string | null | undefined): Carrier => ({
  get: (name) => (name === 'traceparent' ? traceparent : undefined),
});

const startSpan = ({ name, kind, attributes }: SpanPlan, parent: Context): Span =>
  trace.getTracer('consulting').startSpan(name, { kind: kinds[kind], attributes }, parent);

async function asSpan<T>(plan: SpanPlan, parent: Context, act: () => Promise<T>): Promise<T> {
  const span = startSpan(plan, parent);
  try {
    return await context.with(trace.setSpan(parent, span), act);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function fail(span: Span, error: unknown): void {
  const record = error instanceof Error ? errorRecord(error) : undefined;
  span.recordException(record ?? String(error));
  span.setAttribute('error.type', record?.code ?? record?.name ?? 'Error');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export const tracedPart = <T>(plan: () => SpanPlan, act: () => Promise<T>): Promise<T> =>
  isRecorded() ? asSpan(plan(), context.active(), act) : act();

export const isRecorded = (): boolean => isExporting && trace.getActiveSpan()?.isRecording() === true;

export function recordSpan(attributes: Attributes, errorType?: string): void {
  const span = isExporting ? trace.getActiveSpan() : undefined;
  span?.setAttributes(attributes);
  if (errorType === undefined) return;
  span?.setAttribute('error.type', errorType);
  span?.setStatus({ code: SpanStatusCode.ERROR });
}

export function failSpan(error: unknown): void {
  const span = isExporting ? trace.getActiveSpan() : undefined;
  if (span) fail(span, error);
}

export function traceParent(): string | undefined {
  if (traceId() === undefined) return undefined;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

export const traceId = (): string | undefined => trace.getSpanContext(context.active())?.traceId;

const pathLengthMax = 500;
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function requestSpan(
  method: string,
  pathname: string,
  route: string | undefined,
  more: Record<string, string> = {},
): SpanPlan {
  const isKnown = knownMethods.has(method);
  return {
    name: [isKnown ? method : 'HTTP', route].filter(Boolean).join(' '),
    kind: 'server',
    attributes: {
      'http.request.method': isKnown ? method : '_OTHER',
      'url.path': shortened(pathname, pathLengthMax),
      'url.scheme': 'http',
      ...(route !== undefined && { 'http.route': route }),
      ...more,
    },
  };
}

export function recordAnswer(status: number): void {
  recordSpan({ 'http.response.status_code': status }, status >= 500 ? String(status) : undefined);
}

import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { type Origin, presentOrigin, readOrigin, within } from '../origin';
import { type SpanPlan, traced, traceParent } from '../tracing';

const originHeader = 'origin';

export interface Cause {
  trace?: string | null;
  origin?: Origin | null;
}

export function messageHeaders(): MsgHdrs | undefined {
  const [traceparent, origin] = [traceParent(), presentOrigin()];
  if (traceparent === undefined && !origin) return undefined;
  const carrier = headers();
  if (traceparent !== undefined) carrier.set('traceparent', traceparent);
  if (origin) carrier.set(originHeader, JSON.stringify(origin));
  return carrier;
}

export const inTrace = <T>(
  carrier: MsgHdrs | undefined,
  plan: () => SpanPlan,
  act: () => Promise<T>,
): Promise<T> => within(readOrigin(carrier?.get(originHeader)), () => traced(carrier, plan, act));

const kinds = { send: 'producer', process: 'consumer' } as const;

export const messageSpan = (
  operation: keyof typeof kinds,
  subject: string,
  more: Record<string, string> = {},
): SpanPlan => ({
  name: `${operation} ${subject}`,
  kind: kinds[operation],
  attributes: {
    'messaging.system': 'nats',
    'messaging.destination.name': subject,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    ...more,
  },
});

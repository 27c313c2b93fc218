import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { type Origin, presentOrigin, readOrigin, within } from '../origin';
import { type SpanPlan, traced, traceParent } from '../tracing';

const originHeader = 'origin';

/** The `traceparent` and the origin of the work that an event tells of. */
export interface Cause {
  trace?: string | null;
  origin?: Origin | null;
}

/** Headers of a message that the present work sends: its trace, and what it comes from; none outside of both. */
export function messageHeaders(): MsgHdrs | undefined {
  const [traceparent, origin] = [traceParent(), presentOrigin()];
  if (traceparent === undefined && !origin) return undefined;
  const carrier = headers();
  if (traceparent !== undefined) carrier.set('traceparent', traceparent);
  if (origin) carrier.set(originHeader, JSON.stringify(origin));
  return carrier;
}

/** Does what a message asks for, as part of its trace and for the request that it comes from. */
export const taken = <T>(
  carrier: MsgHdrs | undefined,
  plan: () => SpanPlan,
  act: () => Promise<T>,
): Promise<T> => within(readOrigin(carrier?.get(originHeader)), () => traced(carrier, plan, act));

const kinds = { send: 'producer', process: 'consumer' } as const;

/** The span of sending or handling a message. */
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

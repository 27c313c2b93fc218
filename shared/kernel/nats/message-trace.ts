import { headers, type MsgHdrs } from '@nats-io/transport-node';
import {
  currentOrigin,
  type Origin,
  readOrigin,
  type SpanPlan,
  traced,
  traceParent,
  WriteDeadline,
  within,
} from '../process';

const originHeader = 'origin';
const writeMsHeader = 'write-ms';
/**
 * The work of a question must be stored this much before the asker gives up, so that the answer still
 * arrives.
 */
const answerMs = 500;

export interface Cause {
  trace?: string | null;
  origin?: Origin | null;
}

export function messageHeaders(waitMs?: number): MsgHdrs | undefined {
  const [traceparent, origin] = [traceParent(), currentOrigin()];
  if (traceparent === undefined && !origin && waitMs === undefined) return undefined;
  const carrier = headers();
  if (waitMs !== undefined) carrier.set(writeMsHeader, String(Math.max(1, waitMs - answerMs)));
  if (traceparent !== undefined) carrier.set('traceparent', traceparent);
  if (origin) carrier.set(originHeader, JSON.stringify(origin));
  return carrier;
}

export const inTrace = <T>(
  carrier: MsgHdrs | undefined,
  plan: () => SpanPlan,
  act: () => Promise<T>,
): Promise<T> =>
  within(readOrigin(carrier?.get(originHeader)), () =>
    traced(carrier, plan, () => beforeDeadline(Number(carrier?.get(writeMsHeader)), act)),
  );

const beforeDeadline = <T>(writeMs: number, act: () => Promise<T>): Promise<T> =>
  writeMs > 0 ? new WriteDeadline(writeMs).run(act) : act();

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

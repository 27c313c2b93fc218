import { headers, type MsgHdrs } from '@nats-io/transport-node';

/** Headers of a message that is part of the trace; none outside of any. */
export function traceHeaders(traceParent: string | null | undefined): MsgHdrs | undefined {
  if (!traceParent) return undefined;
  const carrier = headers();
  carrier.set('traceparent', traceParent);
  return carrier;
}

import { type Caller, systemCaller } from '@consulting/kernel/caller';
import { Verification, verificationPath } from '@consulting/kernel/contracts/identity';
import { unavailable } from '@consulting/kernel/errors';
import { callerHeader } from '@consulting/kernel/http/caller';
import { traceParent } from '@consulting/kernel/tracing';
import { Value } from '@sinclair/typebox/value';
import type { AskIdentity } from './api-keys';
import { subscriberOf } from './client-address';

const askTimeoutMs = 2000;

/** Asks identity over HTTP, so that keys work while NATS is down; the next instance when one does not answer. */
export function askIdentity(
  addresses: () => string[],
  signCaller: (caller: Caller) => string | Promise<string>,
): AskIdentity {
  return async (key, source) => {
    const body = JSON.stringify({ key, address: subscriberOf(source?.address ?? '') });
    const traceparent = source && traceParent();
    let failure: unknown;
    for (const instance of addresses()) {
      try {
        const response = await fetch(instance + verificationPath, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [callerHeader]: await signCaller(systemCaller('gateway')),
            ...(source && { 'x-request-id': source.requestId }),
            ...(traceparent && { traceparent }),
          },
          body,
          signal: AbortSignal.timeout(askTimeoutMs),
        });
        if (!response.ok) throw new Error(`identity answered ${response.status}`);
        return Value.Parse(Verification, await response.json());
      } catch (error) {
        failure = error;
      }
    }
    throw unavailable('identity', failure);
  };
}

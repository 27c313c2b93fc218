import {
  AccessScope,
  type ScopeRequest,
  scopesPath,
  UsableKeysFound,
  usableKeysPath,
  Verification,
  verificationPath,
} from '@consulting/kernel/contracts/identity';
import { callerHeader, type createCallerSigner } from '@consulting/kernel/http';
import { systemCaller, traceParent } from '@consulting/kernel/process';
import { readContent, type Static, unavailable } from '@consulting/kernel/schema';
import { subscriberOf } from './client-address';
import type { CallSource } from './credential';

export interface Identity {
  /**
   * A call without a source verifies the key before anybody needs the answer. While identity is busy it is asked again, for `patienceMs` in
   * all. @throws DEPENDENCY_UNAVAILABLE
   */
  verify(key: string, patienceMs: number, source?: CallSource): Promise<Static<typeof Verification>>;
  findUsable(keyIds: string[]): Promise<Static<typeof UsableKeysFound>>;
  findAccess(
    person: Static<typeof ScopeRequest>,
    patienceMs: number,
    source?: CallSource,
  ): Promise<Static<typeof AccessScope>>;
}

const answerMsMax = 2000;
const pauseMs = 250;

class Busy extends Error {}

/** Identity is asked over HTTP, so that keys work while NATS is down. */
export function askIdentity(
  addresses: () => string[],
  signCaller: ReturnType<typeof createCallerSigner>,
): Identity {
  async function post(url: string, json: unknown, msMax: number, source?: CallSource): Promise<unknown> {
    const traceparent = source && traceParent();
    const headers = {
      'content-type': 'application/json',
      [callerHeader]: await signCaller(systemCaller('gateway')),
      ...(source && { 'x-request-id': source.requestId }),
      ...(traceparent && { traceparent }),
    };
    const signal = AbortSignal.timeout(msMax);
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(json), signal });
    const answer = (await response.json()) as { dependency?: unknown };
    if (response.ok) return answer;
    const failure = `identity answered ${response.status}`;
    throw answer.dependency === 'identity' ? new Busy(failure) : new Error(failure);
  }

  async function postToAny(path: string, json: unknown, patienceMs: number, source?: CallSource) {
    const endsAt = performance.now() + patienceMs;
    for (;;) {
      let failure: unknown;
      let isBusy = false;
      for (const instance of addresses()) {
        const msMax = Math.max(1, Math.min(answerMsMax, endsAt - performance.now()));
        try {
          return await post(instance + path, json, msMax, source);
        } catch (error) {
          failure = error;
          isBusy ||= error instanceof Busy || (error instanceof Error && error.name === 'TimeoutError');
        }
      }
      if (!isBusy || performance.now() + pauseMs >= endsAt) throw unavailable('identity', failure);
      await Bun.sleep(pauseMs);
    }
  }

  return {
    async verify(key, patienceMs, source) {
      const question = { key, address: subscriberOf(source?.address ?? '') };
      return readContent(Verification, await postToAny(verificationPath, question, patienceMs, source));
    },
    async findAccess(person, patienceMs, source) {
      return readContent(AccessScope, await postToAny(scopesPath, person, patienceMs, source));
    },
    async findUsable(keyIds) {
      return readContent(UsableKeysFound, await postToAny(usableKeysPath, { keyIds }, answerMsMax));
    },
  };
}

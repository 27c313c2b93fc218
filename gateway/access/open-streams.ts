import { type Caller, keyIdOf, type Lifecycle, type Logger } from '@consulting/kernel/process';
import type { Identity } from './identity';

const lookEveryMs = 1000;
const timerMsMax = 2 ** 31 - 1;

/** A stream ends with the credential that opened it, because credentials are otherwise checked at each request only. */
export class OpenStreams {
  readonly #ofKeys = new Map<string, Set<() => void>>();
  readonly #all = new Set<() => void>();
  #grants: string | undefined;

  /**
   * Identity is asked about the keys of open streams every second, because the message of a revocation may
   * get lost, and a ticket given out earlier may have been opened since. A change of grants ends all streams.
   */
  watch(findUsable: Identity['findUsable'], lifecycle: Lifecycle, log: Logger): this {
    let isAsking = false;
    const look = async () => {
      const keyIds = [...this.#ofKeys.keys()];
      if (this.#all.size === 0) this.#grants = undefined;
      if (isAsking || this.#all.size === 0) return;
      isAsking = true;
      try {
        const usable = await findUsable(keyIds);
        const living = new Set(usable.keyIds);
        for (const keyId of keyIds) if (!living.has(keyId)) this.endOf(keyId);
        if (this.#grants !== undefined && usable.grants !== this.#grants) this.endAll();
        this.#grants = usable.grants;
      } catch (error) {
        log.debug('keys of open streams cannot be looked at', { error });
      } finally {
        isAsking = false;
      }
    };
    const timer = setInterval(look, lookEveryMs);
    lifecycle.started('watch over open streams', () => clearInterval(timer));
    return this;
  }

  endOf(keyId: string): void {
    for (const end of this.#ofKeys.get(keyId) ?? []) end();
  }

  endAll(): void {
    for (const end of this.#all) end();
  }

  guard(response: Response, caller: Caller): Response {
    const { body, headers, status } = response;
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
    const reader = body.getReader();
    const ended = this.#begin(caller, () => reader.cancel().catch(() => {}));
    const guarded = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await reader.read().catch((error) => {
            ended();
            throw error;
          });
          if (!done) return controller.enqueue(value);
          ended();
          controller.close();
        },
        cancel(reason) {
          ended();
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(guarded, { status, headers });
  }

  #begin(caller: Caller, end: () => void): () => void {
    const { expiresAt } = caller;
    const leftMs = expiresAt === undefined ? undefined : Math.min(expiresAt - Date.now(), timerMsMax);
    const timer = leftMs === undefined ? undefined : setTimeout(end, leftMs);
    const keyId = keyIdOf(caller);
    const those = keyId === undefined ? new Set<() => void>() : (this.#ofKeys.get(keyId) ?? new Set());
    if (keyId !== undefined) this.#ofKeys.set(keyId, those.add(end));
    this.#all.add(end);
    return () => {
      clearTimeout(timer);
      this.#all.delete(end);
      those.delete(end);
      if (keyId !== undefined && those.size === 0) this.#ofKeys.delete(keyId);
    };
  }
}

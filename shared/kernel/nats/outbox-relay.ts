import { outboxChannel, pruneOutbox, relayOutbox, resendOutbox, type Store } from '../postgres';
import type { Logger } from '../process';
import type { Bus } from './bus';

const sweepEveryMs = 1000;
const pruneEveryMs = 3_600_000;

/**
 * After every new connection the relay sends again what the server may have lost, and everything when the
 * stream is another one than before.
 */
export async function startRelay(
  store: Store,
  bus: Bus,
  schema: string,
  log: Logger,
): Promise<() => Promise<void>> {
  const relay = new Relay(store, bus, log);
  const sweep = setInterval(() => relay.queue(), sweepEveryMs);
  const prune = setInterval(() => relay.prune(), pruneEveryMs);
  bus.onConnected(() => relay.recover());
  await store.listen(outboxChannel(schema), () => relay.queue());
  return async () => {
    clearInterval(sweep);
    clearInterval(prune);
    await relay.stop();
  };
}

class Relay {
  #isStopped = false;
  #stream: string | undefined;
  #running: Promise<void> = Promise.resolve();
  #isQueued = false;

  constructor(
    private readonly store: Store,
    private readonly bus: Bus,
    private readonly log: Logger,
  ) {}

  recover(): void {
    this.#stream = undefined;
    this.queue();
  }

  queue(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#running = this.#running.then(() => this.#send());
  }

  async prune(): Promise<void> {
    await pruneOutbox(this.store.db).catch((error) =>
      this.log.debug('outbox could not be pruned', { error }),
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #send(): Promise<void> {
    this.#isQueued = false;
    if (this.#isStopped || !this.bus.isConnected()) return;
    try {
      const stream = await this.#recovered();
      while ((await this.#sendSome(stream)) > 0);
    } catch (error) {
      this.#stream = undefined;
      this.log.debug('outbox cannot be sent yet', { error });
    }
  }

  async #recovered(): Promise<string> {
    if (this.#stream !== undefined) return this.#stream;
    const stream = await this.bus.streamBirth();
    await resendOutbox(this.store.db, stream);
    this.#stream = stream;
    return stream;
  }

  #sendSome(stream: string): Promise<number> {
    if (this.#stream !== stream || this.#isStopped) return Promise.resolve(0);
    return relayOutbox(this.store.db, stream, ({ subject, payload, id, trace, origin }) =>
      this.bus.publish(subject, payload, id, { trace, origin }),
    );
  }
}

import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { failSpan, type Logger, pause } from '../process';
import { type EventContract, readContent, type Static } from '../schema';
import { inTrace, messageSpan } from './message-trace';
import { forgetAbandonedReads, openConsumer } from './stream';

export type Take = (data: unknown, id: string) => Promise<void>;

const reopenPauseMs = 500;
const aliveEveryMs = 3000;
const pauseMaxMs = 5000;

export class Consumption {
  #messages: ConsumerMessages | undefined;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly subject: string,
    private readonly durable: string,
    private readonly take: Take,
    private readonly log: Logger,
  ) {}

  start(connection: NatsConnection): void {
    this.#running = this.#run(connection);
  }

  async #run(connection: NatsConnection): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#messages = await openConsumer(connection, this.subject, this.durable);
        if (this.#isClosed) break;
        for await (const message of this.#messages) await this.#hand(connection, message);
      } catch (error) {
        this.log.debug('events cannot be read yet', { durable: this.durable, error });
      }
      await pause(reopenPauseMs, this.#closing.signal);
    }
    this.#messages?.stop();
  }

  reopen(): void {
    this.#messages?.stop();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#messages?.stop();
    await this.#running;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #hand(connection: NatsConnection, message: JsMsg): Promise<void> {
    const alive = setInterval(() => message.working(), aliveEveryMs);
    try {
      for (let attempt = 1; !this.#isClosed; attempt++) {
        if (await this.#isTaken(message, attempt)) return message.ack();
        await pause(Math.min(pauseMaxMs, 50 * 2 ** attempt), this.#closing.signal);
      }
      await forgetAbandonedReads(connection, this.durable);
      message.nak();
    } finally {
      clearInterval(alive);
    }
  }

  #isTaken(message: JsMsg, attempt: number): Promise<boolean> {
    const id = message.headers?.get('Nats-Msg-Id') ?? '';
    const plan = () =>
      messageSpan('process', this.subject, {
        'messaging.consumer.group.name': this.durable,
        'messaging.message.id': id,
      });
    return inTrace(message.headers, plan, () => this.#take(message, id, attempt));
  }

  async #take(message: JsMsg, id: string, attempt: number): Promise<boolean> {
    const { durable, subject } = this;
    try {
      await this.take(message.json(), id);
      this.log.debug('event handled', { durable, subject, id, attempt });
      return true;
    } catch (error) {
      failSpan(error);
      if (!this.#isClosed)
        this.log.warn('event could not be handled, trying again', { durable, subject, attempt, error });
      return false;
    }
  }
}

export function subscribeToEvents<E extends EventContract>(
  connection: NatsConnection,
  { subject, payload }: E,
  handle: (payload: Static<E['payload']>) => void,
  log: Logger,
): void {
  const plan = () => messageSpan('process', subject);
  connection.subscribe(subject, {
    callback: (failure, message) => {
      if (failure) return;
      const hear = async () => {
        handle(readContent<E['payload']>(payload, message.json()));
        log.debug('event heard', { subject });
      };
      inTrace(message.headers, plan, hear).catch((error) =>
        log.error('event does not match its contract', { subject, error }),
      );
    },
  });
}

import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type Logger, type NatsAddress, parseNatsUrl, storedTrace, traced, within } from '../process';
import {
  type EventContract,
  type JobContract,
  matches,
  type Question,
  readContent,
  type Static,
  unavailable,
} from '../schema';
import { Consumption, subscribeToEvents, type Take } from './consumption';
import { type Cause, messageSpan } from './message-trace';
import { type Answer, Answering, Asking } from './questions';
import { storeEvent, streamBirth } from './stream';

const connectMsMax = 5000;
const pingIntervalMsUsual = 2000;
const failureReportMs = 60_000;
const finishMsMax = 2000;

export interface Bus {
  /** @throws DEPENDENCY_UNAVAILABLE without an answer, or the error that the owner replied */
  ask<Q extends Question>(question: Q, request: Static<Q['request']>): Promise<Static<Q['response']>>;
  answer<Q extends Question>(question: Q, handle: Answer<Q>): void;
  publish(subject: string, payload: unknown, id: string, cause?: Cause): Promise<void>;
  onConnected(heard: () => void): void;
  streamBirth(): Promise<string>;
  /** Every event of a subject arrives at least once and in order; an error makes it arrive again. */
  consume(subject: string, durable: string, take: Take): void;
  on<E extends EventContract>(
    event: E,
    durable: string,
    handle: (payload: Static<E['payload']>, id: string) => Promise<void>,
  ): void;
  /** Every process gets each event for itself; those during a lost connection are missed. */
  watch<E extends EventContract>(event: E, handle: (payload: Static<E['payload']>) => void): void;
  nudge<J extends JobContract>(job: J, payload: Static<J['payload']>): void;
  work<J extends JobContract>(job: J, handle: (payload: Static<J['payload']>) => void): void;
  isConnected(): boolean;
  connectedSince(): number | undefined;
  close(): Promise<void>;
}

export function connectBus(options: {
  url: string;
  name: string;
  log: Logger;
  pingIntervalMs?: number;
}): Bus {
  return new NatsBus(options.url, options.name, options.log, options.pingIntervalMs);
}

class NatsBus implements Bus {
  #connection: NatsConnection | undefined;
  #connectedSince: number | undefined;
  #isClosed = false;
  #silentUntil = 0;
  #onConnected: ((connection: NatsConnection) => void)[] = [];
  readonly #consumptions: Consumption[] = [];
  readonly #heard: (() => void)[] = [];
  readonly #connecting: Promise<void>;
  readonly #answering: Answering;
  readonly #asking: Asking;

  constructor(
    url: string,
    private readonly name: string,
    private readonly log: Logger,
    private readonly pingIntervalMs = pingIntervalMsUsual,
  ) {
    const address = parseNatsUrl(url);
    this.#answering = new Answering(log);
    const connected = () => (this.isConnected() ? this.#connection : undefined);
    this.#asking = new Asking(connected, address);
    this.#connecting = this.#connect(address);
  }

  async #connect(address: NatsAddress): Promise<void> {
    while (!this.#isClosed) {
      try {
        const connection = await connect({
          ...address,
          name: this.name,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          timeout: connectMsMax,
          pingInterval: this.pingIntervalMs,
          // A trace of the asker for each question costs more than the rest of it.
          noAsyncTraces: true,
        });
        this.#connection = connection;
        for (const subscribe of this.#onConnected) subscribe(connection);
        this.#connectedSince = performance.now();
        for (const heard of this.#heard) heard();
        this.#follow(connection);
        return;
      } catch (error) {
        this.#reportFailure(error);
        await Bun.sleep(250);
      }
    }
  }

  #reportFailure(error: unknown): void {
    if (performance.now() < this.#silentUntil) return;
    this.#silentUntil = performance.now() + failureReportMs;
    this.log.warn('cannot connect to NATS yet', { error });
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      // An attempt that fails is a disconnect, too, and all of them are reconnects in the end.
      if (status.type === 'disconnect' && this.isConnected()) this.#onDisconnect();
      if (status.type === 'reconnect' && !this.isConnected()) this.#onReconnect();
      if (status.type === 'error') this.log.error('NATS reports an error', { error: status.error });
    }
  }

  #onDisconnect(): void {
    this.log.warn('NATS disconnect');
    this.#connectedSince = undefined;
    this.#asking.lose();
  }

  #onReconnect(): void {
    this.log.warn('NATS reconnect');
    this.#connectedSince = performance.now();
    for (const consumption of this.#consumptions) consumption.reopen();
    for (const heard of this.#heard) heard();
  }

  #whenConnected(subscribe: (connection: NatsConnection) => void): void {
    if (this.#connection) subscribe(this.#connection);
    else this.#onConnected.push(subscribe);
  }

  isConnected(): boolean {
    return this.#connectedSince !== undefined;
  }

  connectedSince(): number | undefined {
    return this.#connectedSince;
  }

  ask<Q extends Question>(question: Q, request: Static<Q['request']>): Promise<Static<Q['response']>> {
    return this.#asking.ask(question, request);
  }

  answer<Q extends Question>(question: Q, handle: Answer<Q>): void {
    this.#whenConnected((connection) => this.#answering.begin(connection, question, handle));
  }

  onConnected(heard: () => void): void {
    this.#heard.push(heard);
    if (this.isConnected()) heard();
  }

  async streamBirth(): Promise<string> {
    if (!this.#connection || !this.isConnected()) throw unavailable('messages');
    try {
      return await streamBirth(this.#connection);
    } catch (error) {
      throw unavailable('messages', error);
    }
  }

  async publish(subject: string, payload: unknown, id: string, cause: Cause = {}): Promise<void> {
    const connection = this.#connection;
    if (!connection || !this.isConnected()) throw unavailable('messages');
    const plan = () => messageSpan('send', subject, { 'messaging.message.id': id });
    const store = () => storeEvent(connection, { subject, payload, id });
    try {
      await within(cause.origin, () => traced(storedTrace(cause.trace), plan, store));
    } catch (error) {
      throw unavailable('messages', error);
    }
  }

  consume(subject: string, durable: string, take: Take): void {
    const consumption = new Consumption(subject, durable, take, this.log);
    this.#consumptions.push(consumption);
    this.#whenConnected((connection) => consumption.start(connection));
  }

  on<E extends EventContract>(
    event: E,
    durable: string,
    handle: (payload: Static<E['payload']>, id: string) => Promise<void>,
  ): void {
    this.consume(event.subject, durable, async (data, id) => {
      if (matches<E['payload']>(event.payload, data)) return handle(data, id);
      this.log.error('event does not match its contract', { subject: event.subject, id });
    });
  }

  nudge<J extends JobContract>(job: J, payload: Static<J['payload']>): void {
    if (this.isConnected()) this.#connection?.publish(job.subject, JSON.stringify(payload));
  }

  watch<E extends EventContract>(event: E, handle: (payload: Static<E['payload']>) => void): void {
    this.#whenConnected((connection) => subscribeToEvents(connection, event, handle, this.log));
  }

  work<J extends JobContract>(job: J, handle: (payload: Static<J['payload']>) => void): void {
    this.#whenConnected((connection) => {
      connection.subscribe(job.subject, {
        callback: (error, message) => {
          if (error) return;
          handle(readContent<J['payload']>(job.payload, message.json()));
        },
      });
    });
  }

  async #answerRest(): Promise<void> {
    if (!this.#connection || !this.isConnected() || this.#connection.isClosed()) return;
    await this.#answering
      .finish(this.#connection)
      .catch((error) => this.log.debug('questions in progress could not be answered', { error }));
  }

  async #sendRest(): Promise<void> {
    if (!this.#connection || !this.isConnected() || this.#connection.isClosed()) return;
    const flushed = this.#connection
      .flush()
      .catch((error) => this.log.debug('pending messages could not be sent', { error }));
    await Promise.race([flushed, Bun.sleep(finishMsMax)]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const consumed = this.#consumptions.map((consumption) => consumption.close());
    await Promise.race([Promise.all([...consumed, this.#answerRest()]), Bun.sleep(finishMsMax)]);
    await this.#connecting;
    await this.#sendRest();
    await this.#connection?.close();
  }
}

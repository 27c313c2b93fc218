import {
  countDeadLetters,
  type Database,
  type Delivery,
  handleOnce,
  isConflict,
  isConnectionLost,
  isLockNotAvailable,
  isSettled,
  listReplays,
  recordFailure,
  refusalOf,
  type Store,
} from '../postgres';
import { errorText, type Logger, storedTrace, type Telemetry, traced, within } from '../process';
import { type EventContract, isUnavailable, readContent, type Static } from '../schema';
import type { Bus } from './bus';
import { messageSpan } from './message-trace';

const failuresMax = 5;
const replaysEveryMs = 1000;
const queryCanceled = '57014';

type Handle<P> = (tx: Database, payload: P) => Promise<void>;

interface Handling<P> {
  before?: (payload: P) => Promise<void>;
  handle?: Handle<P>;
}

export interface Events {
  /**
   * Writes through `tx` commit together with the note that the event was handled. `before` runs outside of
   * that transaction, at every attempt. An error makes the event arrive again; after five errors of its own
   * it becomes a dead letter, and those of an absent database or other service do not count.
   */
  on<E extends EventContract>(
    event: E,
    consumer: string,
    handle: Handle<Static<E['payload']>>,
    before?: (payload: Static<E['payload']>) => Promise<void>,
  ): void;
  /** The handler opens its own transactions, which may take long, so it must be harmless to repeat. */
  onRepeatably<E extends EventContract>(
    event: E,
    consumer: string,
    handle: (payload: Static<E['payload']>) => Promise<void>,
  ): void;
}

interface Parts {
  bus: Bus;
  store: Store;
  log: Logger;
  telemetry: Telemetry;
}

export function startEvents(parts: Parts): Events & { stop(): void } {
  const { bus, store, telemetry } = parts;
  const takers = new Map<string, Taker>();
  telemetry.watch('dead_letters', 'Events that could not be handled.', () => countDeadLetters(store.db));
  const timer = setInterval(() => replay(parts, takers), replaysEveryMs);
  const consume = (subject: string, consumer: string, take: (delivery: Delivery) => Promise<void>) => {
    takers.set(consumer, take);
    bus.consume(subject, consumer, (payload, eventId) => take({ consumer, eventId, subject, payload }));
  };
  return {
    on: (event, consumer, handle, before) =>
      consume(event.subject, consumer, taker(parts, event, { handle, before })),
    onRepeatably: (event, consumer, handle) =>
      consume(event.subject, consumer, taker(parts, event, { before: handle })),
    stop: () => clearInterval(timer),
  };
}

function taker<E extends EventContract>(
  { store: { db }, log, telemetry }: Parts,
  event: E,
  { before, handle }: Handling<Static<E['payload']>>,
) {
  return async (delivery: Delivery): Promise<void> => {
    if (await isSettled(db, delivery)) return;
    try {
      const payload = readContent<E['payload']>(event.payload, delivery.payload);
      await before?.(payload);
      await handleOnce(db, delivery, async (tx) => handle?.(tx, payload));
      telemetry.observeEvent(delivery.consumer, 'handled');
    } catch (error) {
      if (isPassing(error)) throw error;
      telemetry.observeEvent(delivery.consumer, 'failed');
      if (!(await recordFailure(db, delivery, errorText(error).slice(0, 500), failuresMax))) throw error;
      telemetry.observeEvent(delivery.consumer, 'dead');
      const { consumer, eventId, subject } = delivery;
      log.error('event moved to the dead letters', { consumer, eventId, subject, error });
    }
  };
}

function isPassing(error: unknown): boolean {
  const isEnded = isConflict(error) || refusalOf(error)?.code === queryCanceled;
  return isUnavailable(error) || isEnded || isConnectionLost(error) || isLockNotAvailable(error);
}

type Taker = (delivery: Delivery) => Promise<void>;

async function replay({ store, log }: Parts, takers: Map<string, Taker>) {
  try {
    for (const delivery of await listReplays(store.db))
      await takeAgain(delivery, takers.get(delivery.consumer), log);
  } catch (error) {
    log.debug('dead letters cannot be retried yet', { error });
  }
}

async function takeAgain(delivery: Delivery, take: Taker | undefined, log: Logger): Promise<void> {
  const { origin, subject, consumer, eventId } = delivery;
  const plan = () => messageSpan('process', subject, { 'messaging.message.id': eventId });
  await within(origin, () =>
    traced(storedTrace(origin?.traceparent), plan, async () => {
      await take?.(delivery);
      log.debug('dead letter retried', { consumer, subject, eventId });
    }),
  );
}

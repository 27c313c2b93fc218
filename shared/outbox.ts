import type { Bus } from './bus';
import type { Logger } from './log';
import type { Store } from './store/connect';
import { outboxChannel, relayOutbox } from './store/outbox';

const sweepEveryMs = 1000;

/** Sends what waits in the outbox of a service: at every commit that wrote to it, and every second. */
export async function startRelay(
  store: Store,
  bus: Bus,
  schema: string,
  log: Logger,
): Promise<() => Promise<void>> {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const send = async () => {
    if (isStopped || !bus.isConnected()) return;
    try {
      while ((await relayOutbox(store.db, (row) => bus.publish(row.subject, row.payload, row.id))) > 0);
    } catch (error) {
      log.debug('outbox waits', { error });
    }
  };
  const queue = () => {
    running = running.then(send);
  };
  const sweep = setInterval(queue, sweepEveryMs);
  await store.listen(outboxChannel(schema), queue);
  return async () => {
    isStopped = true;
    clearInterval(sweep);
    await running;
  };
}

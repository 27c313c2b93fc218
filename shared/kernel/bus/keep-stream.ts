import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../log';
import { parseNatsUrl } from '../nats-url';
import { makeStream } from './stream';

const lookEveryMs = 1000;
const connectMsMax = 5000;

export interface StreamKeeper {
  isThere(): boolean;
  close(): Promise<void>;
}

/** Makes the stream of events whenever the server has none: at the start, and within a second after its store was lost. */
export function keepStream({ url, log }: { url: string; log: Logger }): StreamKeeper {
  const closing = Promise.withResolvers<void>();
  let isThere = false;
  let isClosed = false;
  let connection: NatsConnection | undefined;

  async function look(): Promise<void> {
    const [address, name] = [parseNatsUrl(url), 'streams'];
    connection ??= await connect({ ...address, name, maxReconnectAttempts: -1, timeout: connectMsMax });
    if (await makeStream(connection)) log.warn('the stream of events was missing and is made');
  }

  async function keep(): Promise<void> {
    while (!isClosed) {
      isThere = await look().then(
        () => true,
        (error) => {
          log.debug('the stream of events cannot be looked for yet', { error });
          return false;
        },
      );
      await Promise.race([Bun.sleep(lookEveryMs), closing.promise]);
    }
    await connection?.close();
  }

  const kept = keep();
  return {
    isThere: () => isThere,
    async close() {
      isClosed = true;
      closing.resolve();
      await kept;
    },
  };
}

export async function makeStreamAt(url: string): Promise<void> {
  const connection = await connect({ ...parseNatsUrl(url), name: 'streams', timeout: connectMsMax });
  await makeStream(connection).finally(() => connection.close());
}

import { type ConsumerMessages, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type Logger, parseNatsUrl, pause } from '../process';
import { messageHeaders } from './message-trace';

const streamName = 'EVENTS';
const streamNotFound = 10059;
const eventAgeMaxNanos = 7 * 24 * 3600 * 1e9;
const ackWaitNanos = 10 * 1e9;
const timeoutMs = 2000;

const pulls = { max_messages: 50, expires: 10_000, idle_heartbeat: 1000 };

const managerOf = (connection: NatsConnection) =>
  jetstreamManager(connection, { checkAPI: false, timeout: timeoutMs });

const replicasOfCluster = 3;

const config = { name: streamName, subjects: ['evt.>'], max_age: eventAgeMaxNanos };

const isMissing = (error: unknown) => error instanceof JetStreamApiError && error.code === streamNotFound;

async function findStream(connection: NatsConnection): Promise<{ birth: string; lastPosition: number }> {
  const { streams } = await managerOf(connection);
  const { created, state } = await streams.info(streamName);
  return { birth: created, lastPosition: state.last_seq };
}

export const streamBirth = async (connection: NatsConnection) => (await findStream(connection)).birth;

/**
 * Services may not make the stream: one that is taken over could give it settings of its own.
 * @returns whether it was missing
 */
export async function makeStream(connection: NatsConnection): Promise<boolean> {
  const { streams } = await managerOf(connection);
  const num_replicas = connection.info?.cluster ? replicasOfCluster : 1;
  const wanted = { ...config, num_replicas };
  const found = await streams.info(streamName).catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const stream = found ?? (await streams.add(wanted).catch(() => streams.add(config)));
  if (stream.config.num_replicas < num_replicas) await streams.update(streamName, wanted).catch(() => {});
  return found === undefined;
}

export async function storeEvent(
  connection: NatsConnection,
  { subject, payload, id }: { subject: string; payload: unknown; id: string },
): Promise<void> {
  const options = { msgID: id, timeout: timeoutMs, headers: messageHeaders() };
  await jetstream(connection).publish(subject, JSON.stringify(payload), options);
}

/** A server may lose what it stored last, so a consumer that is ahead of the stream starts again. */
export async function openConsumer(
  connection: NatsConnection,
  subject: string,
  durable: string,
): Promise<ConsumerMessages> {
  const { lastPosition } = await findStream(connection);
  const { consumers } = await managerOf(connection);
  const config = {
    durable_name: durable,
    filter_subject: subject,
    ack_policy: 'explicit',
    ack_wait: ackWaitNanos,
    max_ack_pending: 1,
    max_deliver: -1,
  } as const;
  const { delivered } = await consumers.add(streamName, config);
  if (delivered.stream_seq > lastPosition) {
    await consumers.delete(streamName, durable);
    await consumers.add(streamName, config);
  }
  const consumer = await jetstream(connection).consumers.get(streamName, durable);
  return consumer.consume({ ...pulls, abort_on_missing_resource: true });
}

/**
 * The server hands an event that is given back to any read that it still knows, and would wait long for one
 * that has ended; a request for the consumer's state drops those.
 */
export async function forgetAbandonedReads(connection: NatsConnection, durable: string): Promise<void> {
  const { consumers } = await managerOf(connection);
  await consumers.info(streamName, durable);
}

const lookEveryMs = 1000;
const connectMsMax = 5000;

interface StreamKeeper {
  isThere(): boolean;
  close(): Promise<void>;
}

export function keepStream({ url, log }: { url: string; log: Logger }): StreamKeeper {
  const closing = new AbortController();
  let isThere = false;
  let connection: NatsConnection | undefined;

  async function look(): Promise<void> {
    const [address, name] = [parseNatsUrl(url), 'streams'];
    connection ??= await connect({ ...address, name, maxReconnectAttempts: -1, timeout: connectMsMax });
    if (await makeStream(connection)) log.warn('event stream was missing and has been created');
  }

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      isThere = await look().then(
        () => true,
        (error) => {
          log.debug('event stream cannot be checked yet', { error });
          return false;
        },
      );
      await pause(lookEveryMs, closing.signal);
    }
    await connection?.close();
  }

  const stored = keep();
  return {
    isThere: () => isThere,
    async close() {
      closing.abort();
      await stored;
    },
  };
}

export async function makeStreamAt(url: string): Promise<void> {
  const connection = await connect({ ...parseNatsUrl(url), name: 'streams', timeout: connectMsMax });
  await makeStream(connection).finally(() => connection.close());
}

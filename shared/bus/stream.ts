import { type ConsumerMessages, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { traceHeaders } from './trace-headers';

const streamName = 'EVENTS';
const eventAgeMaxNanos = 7 * 24 * 3600 * 1e9;
const ackWaitNanos = 10 * 1e9;
const timeoutMs = 2000;
/** A consumer whose server is gone is noticed by two heartbeats that did not come. */
const pulls = { max_messages: 50, expires: 10_000, idle_heartbeat: 1000 };

const managerOf = (connection: NatsConnection) =>
  jetstreamManager(connection, { checkAPI: false, timeout: timeoutMs });

/** In a cluster the stream is on so many servers that events go on while one of them is gone. */
const replicasOfCluster = 3;

const config = { name: streamName, subjects: ['evt.>'], max_age: eventAgeMaxNanos };

/** Makes the stream of events where there is none. @returns what tells it from one that was there before it */
export async function openStream(
  connection: NatsConnection,
): Promise<{ birth: string; lastPosition: number }> {
  const { streams } = await managerOf(connection);
  const num_replicas = connection.info?.cluster ? replicasOfCluster : 1;
  const wanted = { ...config, num_replicas };
  const stream = await streams
    .info(streamName)
    .catch(() => streams.add(wanted))
    .catch(() => streams.add(config));
  const { created, state } = stream;
  if (stream.config.num_replicas < num_replicas) await streams.update(streamName, wanted).catch(() => {});
  return { birth: created, lastPosition: state.last_seq };
}

/** Stores an event; the stream drops a repeat of an id within two minutes. */
export async function storeEvent(
  connection: NatsConnection,
  { subject, payload, id, trace }: { subject: string; payload: unknown; id: string; trace?: string | null },
): Promise<void> {
  const options = { msgID: id, timeout: timeoutMs, headers: traceHeaders(trace) };
  await jetstream(connection).publish(subject, JSON.stringify(payload), options);
}

/**
 * The events of a subject from the position of a durable consumer on, one at a time and in order. A consumer that is ahead of
 * the stream, because the server lost what it had taken last, begins anew.
 */
export async function openConsumer(
  connection: NatsConnection,
  subject: string,
  durable: string,
): Promise<ConsumerMessages> {
  const { lastPosition } = await openStream(connection);
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
 * The server hands an event that is given back to any read that it still knows, and would wait long for an answer from one that
 * has ended; asked about the consumer, it drops those.
 */
export async function forgetAbandonedReads(connection: NatsConnection, durable: string): Promise<void> {
  const { consumers } = await managerOf(connection);
  await consumers.info(streamName, durable);
}

import type { Socket } from 'bun';
import type { Load } from './load';
import { percentile } from './percentile';

const connections = 64;
const headEnd = '\r\n\r\n';

/** One connection that waits for the answer to a request before it sends the next one. */
interface Connection {
  socket: Socket<Connection>;
  dueAt: number;
  received: Buffer;
}

/**
 * GETs at a fixed rate through 64 connections for some seconds. The time of each runs from when it was due, so that an
 * answer which holds up later requests counts for all of them. @throws when an answer is no success
 */
export async function steadyLoad(
  url: string,
  headers: Record<string, string>,
  perSecond: number,
  seconds: number,
): Promise<Load> {
  const request = requestOf(new URL(url), headers);
  const free: Connection[] = [];
  const times: number[] = [];
  let failure: Error | undefined;
  const hear = (connection: Connection, data: Buffer) => {
    const received = connection.received.length === 0 ? data : Buffer.concat([connection.received, data]);
    connection.received = received;
    if (!isWhole(received)) return;
    if (!received.subarray(0, success.length).equals(success)) failure = new Error(`${url}: ${received}`);
    connection.received = nothing;
    times.push(performance.now() - connection.dueAt);
    free.push(connection);
  };
  const all = await Promise.all(Array.from({ length: connections }, () => connect(new URL(url), hear)));
  free.push(...all);
  const started = performance.now();
  const total = perSecond * seconds;
  for (let sent = 0; sent < total; ) {
    const dueCount = Math.min(total, ((performance.now() - started) / 1000) * perSecond);
    while (sent < dueCount && free.length > 0) {
      const connection = free.pop() as Connection;
      connection.dueAt = started + (sent / perSecond) * 1000;
      connection.socket.write(request);
      sent += 1;
    }
    await new Promise((resume) => setImmediate(resume));
    if (failure) throw failure;
  }
  while (free.length < connections) await Bun.sleep(1);
  for (const { socket } of all) socket.end();
  return { perSecond: total / ((performance.now() - started) / 1000), p99Ms: percentile(times, 0.99) };
}

const nothing = Buffer.alloc(0);
const success = Buffer.from('HTTP/1.1 200');

async function connect(
  { hostname, port }: URL,
  hear: (connection: Connection, data: Buffer) => void,
): Promise<Connection> {
  const connection = { dueAt: 0, received: nothing } as Omit<Connection, 'socket'> as Connection;
  connection.socket = await Bun.connect<Connection>({
    hostname,
    port: Number(port),
    socket: { data: (_, data) => hear(connection, Buffer.from(data)) },
  });
  return connection;
}

function requestOf({ host, pathname }: URL, headers: Record<string, string>): string {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`GET ${pathname} HTTP/1.1`, ...lines].join('\r\n') + headEnd;
}

/** Whether head and body of an answer have arrived, its body counted by `Content-Length`. */
function isWhole(received: Buffer): boolean {
  const end = received.indexOf(headEnd);
  if (end < 0) return false;
  const [, length = '0'] = /content-length: (\d+)/i.exec(received.toString('latin1', 0, end)) ?? [];
  return received.length >= end + headEnd.length + Number(length);
}

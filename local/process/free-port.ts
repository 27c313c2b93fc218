import { createServer, type Server } from 'node:net';
import { StartError } from './server';

function listen(host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Systems give ports from 32,768 upwards to connections that go out, and to whoever asks for any port. */
const ports = { first: 10_000, count: 22_000 };
/** Each process begins elsewhere, so that two that choose at the same time choose different ports. */
let next = (process.pid * 64) % ports.count;

/** Chooses ports that nothing listens on and that the system gives to nobody by itself. */
export async function freePorts(count: number): Promise<number[]> {
  const free: number[] = [];
  for (let tries = 0; free.length < count; tries++) {
    if (tries === ports.count) throw new Error('No port is free.');
    const port = ports.first + next;
    next = (next + 1) % ports.count;
    const server = await listen('127.0.0.1', port).catch(() => undefined);
    if (!server) continue;
    await close(server);
    free.push(port);
  }
  return free;
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port as number;
}

/** @throws StartError when the port is taken, not permitted, or the host is not one of this machine */
export async function requireFreePort(host: string, port: number, variable = 'PORT'): Promise<void> {
  try {
    await close(await listen(host, port));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} of ${host} is taken by another program: stop it, or set ${variable} to a free one.`,
      );
    }
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this user: set ${variable} to one above 1023.`);
    throw new StartError(`${host} is not an address of this machine: set HOST to one that is.`);
  }
}

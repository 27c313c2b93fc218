import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepStream } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { freePorts } from '@consulting/local/process/free-port';
import { startTestNatsOn } from '@consulting/local/test-servers';

const serverCount = 3;

export interface NatsCluster {
  /** All servers, comma-separated, for one user. */
  urlFor(user: string): string;
  servers: readonly { kill(): Promise<void>; start(): Promise<void> }[];
  /** Whether every server runs and has all that the others have. */
  isWhole(): Promise<boolean>;
  stop(): Promise<void>;
}

export async function startNatsCluster(): Promise<NatsCluster> {
  const ports = await freePorts(serverCount * 3);
  const portsFrom = (kind: number) => ports.slice(kind * serverCount, (kind + 1) * serverCount);
  const [clients, routes, health] = [portsFrom(0), portsFrom(1), portsFrom(2)];
  const storeDirs = clients.map(() => mkdtempSync(join(tmpdir(), 'consulting-cluster-')));
  const launch = (at: number) =>
    startTestNatsOn({
      storeDir: storeDirs[at] ?? '',
      port: clients[at] ?? 0,
      cluster: {
        name: `n${at}`,
        port: routes[at] ?? 0,
        others: routes.filter((_, other) => other !== at),
        healthPort: health[at] ?? 0,
      },
    });
  const running = await Promise.all(clients.map((_, at) => launch(at)));
  const servers = running.map((_, at) => ({
    async kill() {
      process.kill(running[at]?.pid ?? 0, 'SIGKILL');
      await running[at]?.exited;
    },
    async start() {
      running[at] = await launch(at);
    },
  }));
  const others = clients.slice(1).map((port) => `nats://127.0.0.1:${port}`);
  const urlFor = (user: string) => [running[0]?.urlFor(user), ...others].join(',');
  const keeper = keepStream({ url: urlFor('streams'), log: serviceLog() });
  return {
    urlFor,
    servers,
    async isWhole() {
      const answers = await Promise.all(
        health.map((port) => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)),
      );
      return answers.every((answer) => answer?.ok);
    },
    async stop() {
      await keeper.close();
      await Promise.all(running.map((server) => server.stop()));
      for (const storeDir of storeDirs) rmSync(storeDir, { recursive: true, force: true });
    },
  };
}

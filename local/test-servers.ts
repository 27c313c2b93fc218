import { startNats } from './nats/nats';
import type { ClusterPlace } from './nats/settings';
import { natsUsers } from './nats/users';
import { startPostgres } from './postgres/postgres';
import type { RunningServer } from './process/server';
import { throwawayFolder } from './process/throwaway-folder';

const ownCluster = Symbol.for('consulting.test-cluster');
const shared = globalThis as { [ownCluster]?: Promise<string> };

async function startCluster(): Promise<string> {
  const dataDir = throwawayFolder('consulting-postgres-');
  const { url } = await startPostgres({ dataDir, throwaway: true });
  return url;
}

export async function testDatabaseUrl(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL?.trim();
  if (given) return given;
  shared[ownCluster] ??= startCluster();
  return shared[ownCluster];
}

export type TestNats = {
  url: string;
  port: number;
  pid: number;
  urlFor(user: string): string;
  stop(): Promise<void>;
};

type TestNatsOptions = { storeDir: string; port?: number; cluster?: ClusterPlace; throwaway?: boolean };

const testUsers = natsUsers('test');

export async function startTestNatsOn(options: TestNatsOptions): Promise<RunningServer & TestNats> {
  const server = await startNats({ ...options, users: testUsers });
  const urlFor = (user: string) => testUsers.urlFor(user, server.url);
  return { ...server, url: urlFor('test'), urlFor };
}

export async function startTestNats(): Promise<TestNats> {
  return startTestNatsOn({ storeDir: throwawayFolder('consulting-nats-'), throwaway: true });
}

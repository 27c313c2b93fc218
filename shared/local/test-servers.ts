import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from './nats';
import { startPostgres } from './postgres';

const ownCluster = Symbol.for('consulting.test-cluster');
const shared = globalThis as { [ownCluster]?: Promise<string> };

async function startCluster(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'consulting-postgres-'));
  const { url } = await startPostgres({ dataDir, throwaway: true });
  return url;
}

/**
 * Superuser address of a throw-away cluster: TEST_DATABASE_URL, which the test task sets, else one that is started once
 * in this process and ends with it.
 */
export async function testDatabaseUrl(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL?.trim();
  if (given) return given;
  shared[ownCluster] ??= startCluster();
  return shared[ownCluster];
}

export type TestNats = { url: string; port: number; pid: number; stop(): Promise<void> };

/** A NATS server of its own with JetStream on a free port; `stop` removes it and its store. */
export async function startTestNats(): Promise<TestNats> {
  return startNats({ storeDir: mkdtempSync(join(tmpdir(), 'consulting-nats-')), throwaway: true });
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningPostgresUrl } from '@consulting/local/postgres/postgres';
import { root, systemProcesses } from '@consulting/local/process/processes';
import { openSystem } from '@consulting/local/system/open-system';
import { systemSettings, withoutProxy } from '@consulting/local/system/settings';
import postgres, { type Sql } from 'postgres';
import { Caller } from './caller';

/** The whole system in processes of its own, on a data folder that goes with it. */
export interface ChaosSystem {
  caller: Caller;
  /** The database past every service. */
  sql: Sql;
  /** The process of that name at this moment; undefined while it is started again. */
  pidOf(name: string): number | undefined;
  stop(): Promise<void>;
}

export async function openChaosSystem(): Promise<ChaosSystem> {
  const dataDir = mkdtempSync(join(tmpdir(), 'consulting-chaos-'));
  const { DATABASE_URL: _database, NATS_URL: _nats, ...inherited } = process.env;
  const environment = withoutProxy({ LOG_LEVEL: 'warn', ...inherited, DATA_DIR: dataDir, PORT: '0' });
  Object.assign(process.env, withoutProxy(process.env));
  const output = { print: () => {}, warn: () => {} };
  const settings = systemSettings(environment, 0);
  const system = openSystem({ processes: systemProcesses, settings, cwd: root, environment, output });
  const url = await system.ready;
  const databaseUrl = runningPostgresUrl(join(dataDir, 'postgres')) ?? '';
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => {} });
  return {
    caller: new Caller(url),
    sql,
    pidOf(name) {
      const file = join(dataDir, 'run', `${name}.pid`);
      return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
    },
    async stop() {
      await sql.end({ timeout: 2 });
      await system.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packageName = '@duckdb/node-api';
const packageVersion = '1.5.6-r.1';

interface Connection {
  run(statement: string): Promise<unknown>;
  runAndReadAll(statement: string): Promise<{ getRows(): unknown[][] }>;
  closeSync(): void;
}

export interface DuckDb {
  ask(statement: string): Promise<unknown[][]>;
  close(): void;
}

/** An empty database in memory; its package is fetched for this run alone, because 70 MB are much for one benchmark. */
export async function openDuckDb(): Promise<DuckDb> {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-duckdb-'));
  await Bun.write(join(folder, 'package.json'), '{ "private": true }');
  const install = Bun.spawnSync([process.execPath, 'add', '--exact', `${packageName}@${packageVersion}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (install.exitCode !== 0) throw new Error(`${packageName} cannot be fetched.`);
  const { DuckDBInstance } = await import(Bun.resolveSync(packageName, folder));
  const connection: Connection = await (await DuckDBInstance.create(':memory:')).connect();
  return {
    ask: async (statement) => (await connection.runAndReadAll(statement)).getRows(),
    close() {
      connection.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

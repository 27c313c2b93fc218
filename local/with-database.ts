import { join } from 'node:path';
import { databaseVariable } from '@consulting/kernel/process';
import { runningPostgresUrl, startPostgres } from './postgres/postgres';
import { services } from './process/processes';
import { StartError } from './process/server';
import { isInUse, openRunFolder } from './system/run-folder';
import { refuse } from './system/run-system';
import { type Environment, systemSettings } from './system/settings';

export async function runWithDatabase(programs: readonly (readonly string[])[]): Promise<void> {
  const isGiven = databases.some((name) => name in process.env || `${name}_FILE` in process.env);
  try {
    process.exitCode = isGiven
      ? await run(programs, process.env)
      : await withSystemDatabase(process.env, (url) => run(programs, { ...process.env, DATABASE_URL: url }));
  } catch (error) {
    refuse(error);
  }
}

const databases = ['DATABASE_URL', ...services.map(databaseVariable)];

async function run(programs: readonly (readonly string[])[], env: Record<string, string | undefined>) {
  for (const program of programs) {
    const command = [process.execPath, '--no-orphans', ...program];
    const exitCode = await Bun.spawn(command, { env, stdio: ['ignore', 'inherit', 'inherit'] }).exited;
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

const readyTimeoutMs = 60_000;

/**
 * DATABASE_URL counts first, then the embedded database that runs, then one that is started for this call.
 * @throws StartError when the database cannot be reached
 */
async function withSystemDatabase<T>(environment: Environment, act: (url: string) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = systemSettings(environment, 0);
  if (databaseUrl) return act(databaseUrl);
  const clusterDir = join(dataDir, 'postgres');
  if (isInUse(dataDir)) return act(await runningUrl(clusterDir));
  const folder = openRunFolder(dataDir);
  try {
    const postgres = await startPostgres({ dataDir: clusterDir, logFile: join(folder.path, 'postgres.log') });
    return await act(postgres.url).finally(postgres.stop);
  } finally {
    folder.release();
  }
}

async function runningUrl(clusterDir: string): Promise<string> {
  const deadline = performance.now() + readyTimeoutMs;
  while (performance.now() < deadline) {
    const url = runningPostgresUrl(clusterDir);
    if (url !== undefined) return url;
    await Bun.sleep(100);
  }
  throw new StartError(
    `The system that uses ${clusterDir} has no database that answers: give its address in DATABASE_URL.`,
  );
}

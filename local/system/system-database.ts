import { join } from 'node:path';
import { runningPostgresUrl, startPostgres } from '../postgres';
import { StartError } from '../start-error';
import { isInUse, openRunFolder } from './run-folder';
import { type Environment, systemSettings } from './settings';

const readyTimeoutMs = 30_000;

/**
 * Does something with the database of the system, running or not: DATABASE_URL, else the embedded one that runs, else
 * the embedded one started for this while.
 * @throws StartError when the database cannot be reached
 */
export async function withSystemDatabase<T>(
  environment: Environment,
  act: (url: string) => Promise<T>,
): Promise<T> {
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

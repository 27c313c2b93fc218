import { databaseVariable } from '@consulting/kernel/config';
import { services } from './system/processes';
import { refuse } from './system/run-system';
import { withSystemDatabase } from './system/system-database';

/**
 * Runs programs, one after the other until one fails, with the databases that the environment names, else with that of the
 * data folder, whether the system runs or not; their exit code is that of this process.
 */
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

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '../nats';
import type { NatsUsers } from '../nats/users';
import { startPostgres } from '../postgres';
import type { RunningServer } from '../server';
import { type Reports, type Supervised, supervise } from '../supervisor';
import type { RunFolder } from './run-folder';

type Start = (options: { port?: number; logFile: string }) => Promise<RunningServer>;

/** Keeps a server running, after the first start always on the same port. */
function superviseServer(name: string, folder: RunFolder, reports: Reports, start: Start): Supervised {
  const logFile = join(folder.path, `${name}.log`);
  writeFileSync(logFile, '', { mode: 0o600 });
  let port: number | undefined;
  const launch = async () => {
    const server = await start({ port, logFile });
    port = server.port;
    return server;
  };
  return supervise({ name, launch }, reports);
}

export function supervisePostgres(dataDir: string, folder: RunFolder, reports: Reports): Supervised {
  const start: Start = (options) => startPostgres({ ...options, dataDir: join(dataDir, 'postgres') });
  return superviseServer('postgres', folder, reports, start);
}

export function superviseNats(
  dataDir: string,
  users: NatsUsers,
  folder: RunFolder,
  reports: Reports,
): Supervised {
  const start: Start = (options) => startNats({ ...options, users, storeDir: join(dataDir, 'nats') });
  return superviseServer('nats', folder, reports, start);
}

import { join } from 'node:path';
import { cacheFolder, isKept } from '../launcher/cache-folder.mjs';
import { StartError } from '../start-error';
import { systemPath } from '../system-environment';
import { fetchDebianPackage } from './debian-package';
import { fetchArchive, releaseArchive } from './release-archive';
import { isAtLeast, versionOf } from './version';

const remedies =
  'install the package nats-server, set NATS_SERVER_BIN to the program, or set NATS_URL to a server that runs';

const isUsable = (program: string) => isAtLeast(versionOf(program), 2, 9);

function namedServer(): string | undefined {
  const program = process.env.NATS_SERVER_BIN?.trim();
  if (!program) return undefined;
  if (isUsable(program)) return program;
  throw new StartError(`NATS_SERVER_BIN names ${program}, which is no NATS server of version 2.9 or later.`);
}

function installedServer(): string | undefined {
  const program = Bun.which('nats-server', { PATH: systemPath() });
  return program && isUsable(program) ? program : undefined;
}

/**
 * Path of a NATS server of version 2.9 or later: NATS_SERVER_BIN, one in PATH, the cached one, Debian's, the release's.
 * @throws StartError naming the remedies when there is none and none can be fetched
 */
export async function findNatsServer(): Promise<string> {
  const found = namedServer() ?? installedServer();
  if (found) return found;
  const cached = join(cacheFolder(), `nats-server-${process.platform}-${process.arch}`, 'nats-server');
  if (isKept(cached) && isUsable(cached)) return cached;
  console.error('Fetching the NATS server …');
  if (fetchDebianPackage(cached) && isUsable(cached)) return cached;
  const archive = releaseArchive();
  if (archive && (await fetchArchive(archive, cached)) && isUsable(cached)) return cached;
  throw new StartError(`There is no NATS server here and none could be fetched: ${remedies}.`);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../process/server';
import { systemEnvironment } from '../process/system-environment';
import { programs, programsForEverybody } from './binaries';

export type Runner = {
  prefix: string[];
  programs: string;
  uid: number;
  gid: number;
};

function unprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].map((name) => users.find((user) => user[0] === name)).find(Boolean);
  return { uid: Number(found?.[2] ?? 65534), gid: Number(found?.[3] ?? 65534) };
}

function runs(runner: Runner): boolean {
  try {
    const command = [...runner.prefix, join(runner.programs, 'postgres'), '--version'];
    return (
      Bun.spawnSync(command, { env: systemEnvironment(), stdout: 'ignore', stderr: 'ignore' }).exitCode === 0
    );
  } catch {
    return false;
  }
}

function* waysDown(): Generator<Runner> {
  const { uid, gid } = unprivilegedUser();
  const own = programs();
  const namespace = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  yield { prefix: namespace, programs: own, uid: 0, gid: 0 };
  const drop = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const keepReading = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  yield { prefix: [...drop, ...keepReading], programs: own, uid, gid };
  yield { prefix: drop, programs: programsForEverybody(), uid, gid };
}

export function findRunner(): Runner {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return { prefix: [], programs: programs(), uid, gid: process.getgid?.() ?? 0 };
  for (const way of waysDown()) {
    if (runs(way)) return way;
  }
  throw new StartError(
    'Postgres does not run as root: start as another user, or set DATABASE_URL to a server.',
  );
}

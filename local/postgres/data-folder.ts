import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../process/server';
import { systemEnvironment, systemPath } from '../process/system-environment';
import { majorVersion } from './binaries';
import type { Runner } from './unprivileged';

const passwordName = 'superuser-password';

export const passwordOf = (dataDir: string): string => readFileSync(join(dataDir, passwordName), 'utf8');

function own(folder: string, { uid, gid }: Runner): void {
  if (statSync(folder).uid === uid) return;
  Bun.spawnSync(['chown', '-R', `${uid}:${gid}`, folder], { env: systemEnvironment() });
}

function initdb(runner: Runner, folder: string, passwordFile: string): void {
  const authentication = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const argv = [
    '-D',
    folder,
    '-U',
    'postgres',
    '--no-sync',
    '--no-instructions',
    ...locale,
    ...authentication,
  ];
  const command = [...runner.prefix, join(runner.programs, 'initdb'), ...argv];
  const answer = Bun.spawnSync(command, {
    cwd: '/',
    stdout: 'ignore',
    stderr: 'pipe',
    env: serverEnvironment(),
  });
  if (answer.exitCode === 0) return;
  const reason = answer.stderr.toString().trim().split('\n').join(' ');
  throw new StartError(
    `Postgres could not make its data folder ${folder}: ${reason || `exit code ${answer.exitCode}`}.`,
  );
}

export function serverEnvironment(): Record<string, string> {
  return { PATH: systemPath(), LC_ALL: 'C', TZ: 'UTC' };
}

/** The cluster is made in another folder and moved whole, so that an interrupted start leaves nothing half made. */
function makeCluster(runner: Runner, dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  const unfinished = mkdtempSync(`${dataDir}-new-`);
  try {
    const password = randomBytes(24).toString('base64url');
    const passwordFile = join(unfinished, passwordName);
    writeFileSync(passwordFile, password, { mode: 0o600 });
    own(unfinished, runner);
    const made = join(unfinished, 'data');
    initdb(runner, made, passwordFile);
    renameSync(passwordFile, join(made, passwordName));
    if (existsSync(dataDir)) rmSync(dataDir, { recursive: true });
    renameSync(made, dataDir);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * The collation is the same on every machine.
 * @throws StartError when the folder belongs to another version, has something else in it, or cannot be made
 */
export function prepareDataFolder(runner: Runner, dataDir: string): void {
  const versionFile = join(dataDir, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    const wanted = majorVersion();
    if (version !== wanted) {
      throw new StartError(
        `The data folder ${dataDir} was made by Postgres ${version} and this is ${wanted}: move it away or set DATA_DIR to another one.`,
      );
    }
    own(dataDir, runner);
    chmodSync(dataDir, 0o700);
    return;
  }
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new StartError(
      `The folder ${dataDir} holds no Postgres data: empty it or set DATA_DIR to another one.`,
    );
  }
  makeCluster(runner, dataDir);
}

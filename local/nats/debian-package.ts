import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemEnvironment, systemPath } from '../system-environment';

function succeeds(command: string[], cwd: string): boolean {
  const env = { ...systemEnvironment(), LC_ALL: 'C' };
  return Bun.spawnSync(command, { cwd, env, stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;
}

/** Whatever the machine allows: the lists must be signed by Debian, and the package have the digest that they state. */
const onlySigned = [
  'APT::Get::AllowUnauthenticated=false',
  'Acquire::AllowInsecureRepositories=false',
  'Acquire::AllowWeakRepositories=false',
].flatMap((option) => ['-o', option]);

function download(folder: string): string | undefined {
  const asThisUser = ['-o', 'APT::Sandbox::User='];
  const argv = [...asThisUser, ...onlySigned, 'download', 'nats-server'];
  if (!succeeds(['apt-get', ...argv], folder)) {
    mkdirSync(join(folder, 'lists/partial'), { recursive: true });
    mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true });
    const places = { 'Dir::State::lists': 'lists', 'Dir::Cache': 'cache', 'Dir::State': '' };
    const own = Object.entries(places).flatMap(([name, place]) => ['-o', `${name}=${join(folder, place)}`]);
    if (!succeeds(['apt-get', ...own, ...asThisUser, ...onlySigned, 'update'], folder)) return undefined;
    if (!succeeds(['apt-get', ...own, ...argv], folder)) return undefined;
  }
  return readdirSync(folder).find((name) => name.endsWith('.deb'));
}

/**
 * Takes the NATS server out of Debian's package, without root and without installing it.
 * @param program where to put it
 * @returns false where there is no apt or it does not have the package
 */
export function fetchDebianPackage(program: string): boolean {
  const has = (name: string) => Bun.which(name, { PATH: systemPath() }) !== null;
  if (!has('apt-get') || !has('dpkg')) return false;
  mkdirSync(dirname(program), { recursive: true });
  const folder = mkdtempSync(join(dirname(program), 'fetch-'));
  try {
    const name = download(folder);
    if (!name || !succeeds(['dpkg', '-x', name, 'unpacked'], folder)) return false;
    const unpacked = ['usr/sbin', 'usr/bin'].map((place) => join(folder, 'unpacked', place, 'nats-server'));
    const found = unpacked.find(existsSync);
    if (found) renameSync(found, program);
    return found !== undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

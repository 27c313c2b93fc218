import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, isKept } from '../launcher/cache-folder.mjs';
import { StartError } from '../process/server';
import { systemEnvironment, systemPath } from '../process/system-environment';

const remedies =
  'install the package nats-server, set NATS_SERVER_BIN to the program, or set NATS_URL to a server that runs';

const isUsable = (program: string) => isAtLeast(versionOf(program), 2, 9);

function namedServer(): string | undefined {
  const program = process.env.NATS_SERVER_BIN?.trim();
  if (!program) return undefined;
  if (isUsable(program)) return program;
  throw new StartError(
    `NATS_SERVER_BIN names ${program}, which is not a NATS server of version 2.9 or later.`,
  );
}

function installedServer(): string | undefined {
  const program = Bun.which('nats-server', { PATH: systemPath() });
  return program && isUsable(program) ? program : undefined;
}

/**
 * The server is one of version 2.9 or later.
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

export function versionOf(program: string): [number, number] | undefined {
  try {
    const answer = Bun.spawnSync([program, '--version'], { stdout: 'pipe', stderr: 'ignore' });
    const [, major, minor] = /v?(\d+)\.(\d+)\.\d+/.exec(answer.stdout.toString()) ?? [];
    return answer.exitCode === 0 && major && minor ? [Number(major), Number(minor)] : undefined;
  } catch {
    return undefined;
  }
}

export function isAtLeast(version: [number, number] | undefined, major: number, minor: number): boolean {
  if (!version) return false;
  return version[0] > major || (version[0] === major && version[1] >= minor);
}

const releaseVersion = '2.14.5';
const fetchTimeoutMs = 120_000;

const sha256: Record<string, string> = {
  'linux-amd64': '5e3b603d47c447bda1f77f9ac16dbf91c90aac4ff3681f8fbbc7201e4ed99355',
  'linux-arm64': '673a98d3faa79dde3f9ebf16d6dfac36a5f694e7ad2015e4954dd7939c85cd4c',
  'darwin-amd64': 'f95c98d6b6ed2b63c5681b46b092c9585c99767d537cf495730c329234625e96',
  'darwin-arm64': 'ddd907854d9a2de834af133fa396915fe6442fe6d8909ae31390d1ea7a0fea50',
};

type Archive = { url: string; sha256: string };

export function releaseArchive(): Archive | undefined {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const digest = sha256[platform];
  const url = `https://github.com/nats-io/nats-server/releases/download/v${releaseVersion}/nats-server-v${releaseVersion}-${platform}.tar.gz`;
  return digest ? { url, sha256: digest } : undefined;
}

export async function fetchArchive(archive: Archive, program: string): Promise<boolean> {
  const response = await fetch(archive.url, { signal: AbortSignal.timeout(fetchTimeoutMs) }).catch(
    () => undefined,
  );
  if (!response?.ok) return false;
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== archive.sha256) return false;
  mkdirSync(dirname(program), { recursive: true });
  const folder = mkdtempSync(join(dirname(program), 'fetch-'));
  try {
    const tar = Bun.spawnSync(['tar', '-xzf', '-', '--strip-components=1'], {
      cwd: folder,
      env: systemEnvironment(),
      stdin: bytes,
    });
    if (tar.exitCode !== 0) return false;
    renameSync(join(folder, 'nats-server'), program);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function succeeds(command: string[], cwd: string): boolean {
  const env = { ...systemEnvironment(), LC_ALL: 'C' };
  return Bun.spawnSync(command, { cwd, env, stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;
}

/** The lists must be signed by Debian and the package have the digest that they state, whatever the machine allows. */
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

function fetchDebianPackage(program: string): boolean {
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

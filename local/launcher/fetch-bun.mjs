import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { integrity, lockedProject, pinnedVersion } from './bun-packages.mjs';
import { versionOf } from './bun-version.mjs';
import { LaunchError } from './project.mjs';

const architectures = { x64: 'x64', arm64: 'aarch64' };

function usesMusl() {
  if (process.platform !== 'linux') return false;
  const loaders = ['/lib', '/lib64'].filter(existsSync).flatMap((folder) => readdirSync(folder));
  const has = (prefix) => loaders.some((name) => name.startsWith(prefix));
  return has('ld-musl-') && !has('ld-linux-');
}

/** The faster package comes first. */
function packageNames() {
  const architecture = architectures[process.arch];
  if (!architecture || !['linux', 'darwin'].includes(process.platform)) {
    throw new LaunchError(`There is no Bun for ${process.platform} on ${process.arch}.`);
  }
  const plain = `@oven/bun-${process.platform}-${architecture}${usesMusl() ? '-musl' : ''}`;
  return process.arch === 'x64' ? [plain, `${plain}-baseline`] : [plain];
}

/** The npm that runs this script comes first, then one in PATH, then the one that came with this Node. */
function npmCommand() {
  const running = process.env.npm_execpath;
  if (running?.endsWith('npm-cli.js') && existsSync(running)) return [process.execPath, running];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder && existsSync(join(folder, 'npm'))) return [join(folder, 'npm')];
  }
  const nodeFolder = dirname(realpathSync(process.execPath));
  const places = ['../lib/node_modules/npm', '../share/nodejs/npm', '../share/npm'];
  const script = places.map((place) => join(nodeFolder, place, 'bin/npm-cli.js')).find(existsSync);
  if (script) return [process.execPath, script];
  throw new LaunchError(
    'Bun is missing and npm is not here to fetch it: install Bun (https://bun.sh) or npm.',
  );
}

function reasonIn({ stderr, error }) {
  const lines = (stderr || String(error)).split('\n').filter((line) => /error/i.test(line));
  const line = lines.find((each) => /reason:|checksum/.test(each)) ?? lines[0] ?? 'it does not say why';
  return line.replace(/^npm (error|ERR!) /, '').replace(/\.$/, '');
}

/** @throws LaunchError when npm fails, or the package has another digest @public */
export function fetchPackage(name, version, digest, folder) {
  const [command, ...first] = npmCommand();
  for (const [file, text] of Object.entries(lockedProject(name, version, digest)))
    writeFileSync(join(folder, file), text);
  const options = '--ignore-scripts --workspaces=false --no-audit --no-fund';
  const argv = [...first, 'ci', '--prefix', folder, ...options.split(' ')];
  const path = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  const env = { ...process.env, PATH: path };
  const answer = spawnSync(command, argv, { cwd: folder, encoding: 'utf8', env });
  if (answer.status === 0) return;
  throw new LaunchError(`Bun ${version} could not be fetched with npm: ${reasonIn(answer)}.`);
}

/** @throws LaunchError when npm is missing or fails, a package is not the pinned one, or no build of Bun runs on this machine */
export function fetchBun(version, program) {
  if (version !== pinnedVersion)
    throw new LaunchError(
      `bun-packages.mjs pins Bun ${pinnedVersion}, package.json ${version}: pin the same.`,
    );
  console.error(`Fetching Bun ${version} …`);
  const home = dirname(program);
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(join(home, 'fetch-'));
  try {
    for (const name of packageNames()) {
      fetchPackage(name, version, integrity[name], folder);
      const fetched = join(folder, 'node_modules', name, 'bin/bun');
      if (existsSync(fetched)) chmodSync(fetched, 0o755);
      if (versionOf(fetched) === version) return renameSync(fetched, program);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  throw new LaunchError(
    `No build of Bun ${version} runs on this machine (${process.platform} ${process.arch}).`,
  );
}

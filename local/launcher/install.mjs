import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LaunchError, root } from './project.mjs';

function folders(pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  if (!existsSync(join(root, parent))) return [];
  return readdirSync(join(root, parent))
    .sort()
    .map((name) => `${parent}/${name}`);
}

function digest(bun) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = workspaces.flatMap(folders).map((folder) => join(folder, 'package.json'));
  const hash = createHash('sha256').update(`${bun} ${process.platform} ${process.arch}`);
  for (const name of ['bun.lock', 'bunfig.toml', 'package.json', ...packages]) {
    if (existsSync(join(root, name))) hash.update(name).update(readFileSync(join(root, name)));
  }
  return hash.digest('hex');
}

/** An installation that the same lock file led to is not repeated. @throws LaunchError when the installation fails */
export function installDependencies(bun) {
  const stamp = join(root, 'node_modules/.installed');
  const wanted = digest(bun);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing dependencies …');
  const argv = ['install', '--frozen-lockfile'];
  const answer = spawnSync(bun, argv, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (answer.status !== 0) {
    process.stderr.write(`${answer.stdout ?? ''}${answer.stderr ?? ''}`);
    throw new LaunchError('The dependencies could not be installed: the lines above say why.');
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

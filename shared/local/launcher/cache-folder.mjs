import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * Folder for downloaded programs: the user's cache, or `.cache` in the repository where that cannot be written.
 * @returns {string} an absolute path; the folder exists
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The message is one sentence for the person who started the task. */
export class LaunchError extends Error {}

export const root = fileURLToPath(new URL('../../', import.meta.url));

export function pinnedBun() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = /^bun@(\d+\.\d+\.\d+)$/.exec(packageManager ?? '')?.[1];
  if (!version) throw new LaunchError('package.json must pin Bun, as in "packageManager": "bun@1.4.5".');
  return version;
}

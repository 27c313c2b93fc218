import { spawnSync } from 'node:child_process';

/** True when `version` is `pinned` or a later one of the same major version. */
export function serves(version, pinned) {
  const [major, minor, patch] = String(version)
    .split(/[.\s+-]/)
    .map(Number);
  const [pinnedMajor, pinnedMinor, pinnedPatch] = pinned.split('.').map(Number);
  if (major !== pinnedMajor) return false;
  return minor > pinnedMinor || (minor === pinnedMinor && patch >= pinnedPatch);
}

/** Version that a Bun program reports, or undefined where it does not run. */
export function versionOf(program) {
  const answer = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

import { spawnSync } from 'node:child_process';

export function serves(version, pinned) {
  const [major, minor, patch] = String(version)
    .split(/[.\s+-]/)
    .map(Number);
  const [pinnedMajor, pinnedMinor, pinnedPatch] = pinned.split('.').map(Number);
  if (major !== pinnedMajor) return false;
  return minor > pinnedMinor || (minor === pinnedMinor && patch >= pinnedPatch);
}

/** The answer is undefined for a program that does not run. */
export function versionOf(program) {
  const answer = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

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

import { systemPath } from './system-environment';

type Watched = {
  pid: number;
  signals: [string, string];
  graceMs: number;
  removes?: string;
};

/** A process that has ended but that nobody asks after counts as ended, where /proc shows it. */
const script = `
alive() {
  kill -s 0 "$1" 2>/dev/null || return 1
  state=
  { read -r _ _ state _ <"/proc/$1/stat"; } 2>/dev/null
  [ "$state" != Z ]
}
trap '' INT TERM HUP
read -r line && exit
kill -s "$2" "$1" 2>/dev/null
turns=$4
while alive "$1" && [ "$turns" -gt 0 ]; do sleep 0.1; turns=$((turns - 1)); done
kill -s "$3" "$1" 2>/dev/null
[ -z "$5" ] || { sleep 0.1; rm -rf "$5"; }
`;

/**
 * A shell waits at a pipe that only this process has open, so this works after `kill -9`, too. The answered
 * function must be called when the watched process has ended.
 */
export function watchOver({ pid, signals, graceMs, removes = '' }: Watched): () => void {
  const turns = Math.ceil(graceMs / 100);
  const argv = ['/bin/sh', '-c', script, 'watchdog', String(pid), ...signals, String(turns), removes];
  const env = { PATH: systemPath() };
  const shell = Bun.spawn(argv, { cwd: '/', env, stdin: 'pipe', stdout: 'ignore', stderr: 'ignore' });
  shell.unref();
  return () => {
    shell.stdin.write('done\n');
    shell.stdin.end();
  };
}

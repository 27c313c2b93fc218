import type { Reports } from '../supervisor';
import type { RunFolder } from './run-folder';

export type Voice = {
  /** Gets each line that says what became ready. */
  print(line: string): void;
  /** Gets each line on what goes wrong. */
  warn(line: string): void;
};

/** Address of a server as it may be shown to everybody. */
function withoutCredentials(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** Tells the person at the keyboard what starts and ends, and keeps the pid files. */
export function reportsTo({ print, warn }: Voice, folder: RunFolder): Reports {
  return {
    onReady(name, { pid, url }, startCount) {
      folder.writePid(name, pid);
      if (startCount === 1) print(`${name} ready ${withoutCredentials(url)}`);
      else warn(`${name} is ready again.`);
    },
    onEnded(name, words, pauseMs) {
      folder.removePid(name);
      warn(`${name} starts again${pauseMs > 0 ? ` in ${pauseMs / 1000} s` : ''}: ${words}`);
    },
    onStopped: (name) => folder.removePid(name),
  };
}

import type { Reports } from '../supervisor';
import type { RunFolder } from './run-folder';

export type Voice = {
  print(line: string): void;
  warn(line: string): void;
};

function withoutCredentials(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

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

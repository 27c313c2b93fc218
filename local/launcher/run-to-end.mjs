import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './project.mjs';
import { watchParents } from './watch-parents.mjs';

/** One Ctrl-C reaches this process from the terminal and again from npm; only a later one is a second one. */
const repeatedSignalMs = 300;

function passSignalsOn(child) {
  const lastAt = new Map();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - (lastAt.get(signal) ?? -Infinity) < repeatedSignalMs) return;
      lastAt.set(signal, now);
      child.kill(signal);
    });
  }
}

/**
 * The program has a session of its own, so that it gets each signal once and only from here. @returns {Promise<number>} its exit code; 128
 * + the number of the signal that ended it
 */
export function runToEnd(bun, argv) {
  return new Promise((resolve, reject) => {
    const child = spawn(bun, argv, { cwd: root, stdio: 'inherit', detached: true });
    passSignalsOn(child);
    const stopWatching = watchParents(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      stopWatching();
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  });
}

import { readFileSync } from 'node:fs';

const intervalMs = 250;
const shells = /^(sh|dash|bash|ash|zsh|ksh|busybox)$/;

function processOf(pid) {
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(rest.split(' ')[1]) };
  } catch {
    return undefined;
  }
}

function chainOfParents() {
  const chain = [{ pid: process.pid, parent: process.ppid }];
  let found = processOf(process.ppid);
  let pid = process.ppid;
  while (found && shells.test(found.name) && found.parent > 1) {
    chain.push({ pid, parent: found.parent });
    pid = found.parent;
    found = processOf(pid);
  }
  return chain;
}

/**
 * `onEnded` is called once when the npm or Bun that runs this script has ended, since neither notifies its script. A process that loses its
 * parent gets another one at once, so a changed parent is the sign. Nothing is watched when the script was started by hand. @returns {() =>
 * void} ends the watch
 */
export function watchParents(onEnded) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const chain = chainOfParents();
  const parentNow = (pid) => (pid === process.pid ? process.ppid : processOf(pid)?.parent);
  const timer = setInterval(() => {
    if (chain.every(({ pid, parent }) => parentNow(pid) === parent)) return;
    clearInterval(timer);
    onEnded();
  }, intervalMs);
  return () => clearInterval(timer);
}

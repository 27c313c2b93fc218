import { readdirSync, readFileSync } from 'node:fs';
import type { System } from '../hostile/system';

interface Thread {
  ranMs: number;
  waitedMs: number;
}

/** How long threads ran, and how long they were ready and had no processor, by the name of their process and their own. */
type Reading = ReadonlyMap<string, Thread>;

const displayedMsMin = 100;

/** Only Linux says where the threads of a system wait. */
export class SchedulerWaits {
  constructor(private readonly system: System) {}

  read(): Reading {
    const found = new Map<string, Thread>();
    for (const [name, pid] of this.system.processes()) {
      this.#add(found, name, pid);
      if (name === 'postgres') for (const child of childrenOf(pid)) this.#add(found, name, child);
    }
    return found;
  }

  since(before: Reading): string {
    const now = this.read();
    const spent = [...now].flatMap(([key, { ranMs, waitedMs }]) => {
      const was = before.get(key) ?? { ranMs: 0, waitedMs: 0 };
      return [{ key, ranMs: ranMs - was.ranMs, waitedMs: waitedMs - was.waitedMs }];
    });
    const displayed = spent
      .filter(({ ranMs, waitedMs }) => ranMs + waitedMs >= displayedMsMin)
      .sort((one, other) => other.waitedMs - one.waitedMs);
    return displayed
      .map(({ key, ranMs, waitedMs }) => `${key}: ran ${ranMs.toFixed(0)}, waited ${waitedMs.toFixed(0)} ms`)
      .join('; ');
  }

  #add(found: Map<string, Thread>, name: string, pid: number): void {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const folder = `/proc/${pid}/task/${thread}`;
        const stat = readFileSync(`${folder}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const own = Number(thread) === pid ? 'main' : readFileSync(`${folder}/comm`, 'utf8').trim();
        const [ran = 0, waited = 0] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ').map(Number);
        const key = `${name} ${own} (nice ${fields[16]})`;
        const known = found.get(key) ?? { ranMs: 0, waitedMs: 0 };
        found.set(key, { ranMs: known.ranMs + ran / 1e6, waitedMs: known.waitedMs + waited / 1e6 });
      }
    } catch {
      // It has ended meanwhile.
    }
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'utf8') : '';
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });

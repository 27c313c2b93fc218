import { readdirSync, readFileSync } from 'node:fs';
import type { BenchSystem } from './export-system';

const ticksPerSecond = 100;
/** Niceness of the thread that runs an import (`giveWay`). */
const nicenessOfWorker = '10';

type Costs = ReadonlyMap<string, number>;

/**
 * Seconds of processor time so far, user and system: of mto by kind of thread, of Postgres by kind of process. Read before and
 * after something, the difference tells where its time went: what ends meanwhile goes from its kind to those that ended. Nothing
 * where the system does not tell.
 */
export function processorParts({ mtoPid, databasePid }: BenchSystem): Costs {
  const parts = new Map<string, number>();
  const add = (name: string, seconds: number) => parts.set(name, (parts.get(name) ?? 0) + seconds);
  if (process.platform !== 'linux') return parts;
  const ended = 'mto: threads that ended';
  add(ended, secondsOf(statOf(`/proc/${mtoPid}`)?.fields ?? []));
  for (const thread of readdirSync(`/proc/${mtoPid}/task`)) {
    const stat = statOf(`/proc/${mtoPid}/task/${thread}`);
    if (stat === null) continue;
    add(`mto: ${threadKind(Number(thread) === mtoPid, stat)}`, secondsOf(stat.fields));
    add(ended, -secondsOf(stat.fields));
  }
  add(
    'Postgres: processes that ended',
    secondsOf(statOf(`/proc/${databasePid}`)?.fields ?? [], ofEndedChildren),
  );
  for (const pid of readdirSync('/proc')) {
    const stat = /^\d+$/.test(pid) ? statOf(`/proc/${pid}`) : null;
    if (stat?.fields[1] === String(databasePid)) add(`Postgres: ${backendKind(pid)}`, secondsOf(stat.fields));
  }
  return parts;
}

const secondsDisplayedMin = 0.05;

/** Prints what was spent between two readings, the dearest part first; returns it in seconds. */
export function reportSpent(what: string, before: Costs, after: Costs): number {
  const names = new Set([...before.keys(), ...after.keys()]);
  const parts = [...names]
    .map((name): [string, number] => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)])
    .sort(([, one], [, other]) => other - one);
  const total = parts.reduce((sum, [, seconds]) => sum + seconds, 0);
  const displayed = parts.filter(([, seconds]) => Math.abs(seconds) >= secondsDisplayedMin);
  const texts = displayed.map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`);
  console.log(`${what} takes ${total.toFixed(2)} s of processors: ${texts.join(', ')}`);
  return total;
}

interface Stat {
  name: string;
  fields: string[];
}

/** Name and fields of a stat file of Linux; null when the process or thread has ended. */
function statOf(folder: string): Stat | null {
  try {
    const text = readFileSync(`${folder}/stat`, 'utf8');
    const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
    return { name: text.slice(open + 1, close), fields: text.slice(close + 2).split(' ') };
  } catch {
    return null;
  }
}

const own = 11;
const ofEndedChildren = 13;

/** User and system time; zero of what is not there any more. */
const secondsOf = (fields: readonly string[], at = own) =>
  (Number(fields[at] ?? 0) + Number(fields[at + 1] ?? 0)) / ticksPerSecond;

function threadKind(isMain: boolean, { name, fields }: Stat): string {
  if (isMain) return 'thread of requests';
  if (/heap|gc/i.test(name)) return 'collection of garbage';
  if (/jit/i.test(name)) return 'compilation';
  return fields[16] === nicenessOfWorker ? `import (${name})` : name;
}

/** `postgres: walwriter`, or `postgres: user database address command` of a connection. */
function backendKind(pid: string): string {
  try {
    const [title = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const role = title.replace(/^postgres: /, '').trim();
    return /\d\(\d+\)/.test(role) ? 'connections' : role;
  } catch {
    return 'connections';
  }
}

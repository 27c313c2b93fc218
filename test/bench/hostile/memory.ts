import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from './system';

const composeFile = join(import.meta.dir, '..', '..', '..', 'compose.yaml');
const sampleMs = 200;
const ticksPerSecond = 100;
export const mebibyte = 1024 * 1024;

interface Sample {
  pid: number;
  bytes: number;
  processorSeconds: number;
}

/** What one process did during an attack. */
export interface Usage {
  name: string;
  before: number;
  peak: number;
  now: number;
  limit: number;
  processorSeconds: number;
  hasEnded: boolean;
}

/** Looks at the memory of every process, with what it started, several times a second. */
export class MemoryWatch {
  #begun = new Map<string, Sample>();
  #last = new Map<string, Sample>();
  #peaks = new Map<string, number>();
  #ended = new Set<string>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #limits = memoryLimits();

  constructor(private readonly system: System) {
    this.#look();
    this.#timer = setInterval(() => this.#look(), sampleMs);
  }

  /** From here on an attack is looked at. */
  begin(): void {
    this.#look();
    this.#begun = new Map(this.#last);
    this.#ended.clear();
    this.#peaks = new Map([...this.#last].map(([name, { bytes }]) => [name, bytes]));
  }

  usages(): Usage[] {
    return [...this.#begun].map(([name, begun]) => {
      const now = this.#last.get(name) ?? begun;
      return {
        name,
        before: begun.bytes,
        peak: this.#peaks.get(name) ?? 0,
        now: now.bytes,
        limit: this.#limits.get(name) ?? Number.POSITIVE_INFINITY,
        processorSeconds: now.processorSeconds - (now.pid === begun.pid ? begun.processorSeconds : 0),
        hasEnded: this.#ended.has(name),
      };
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const [name, pid] of this.system.processes()) {
      const sample = sampleOf(pid);
      if (sample.bytes === 0) continue;
      const before = this.#last.get(name);
      if (before && before.pid !== pid) this.#ended.add(name);
      this.#last.set(name, sample);
      this.#peaks.set(name, Math.max(this.#peaks.get(name) ?? 0, sample.bytes));
    }
  }
}

/** `mem_limit` of each service, in bytes. */
function memoryLimits(): Map<string, number> {
  const { services } = Bun.YAML.parse(readFileSync(composeFile, 'utf8')) as {
    services: Record<string, { mem_limit?: string }>;
  };
  const units: Record<string, number> = { m: mebibyte, g: 1024 * mebibyte };
  const bytesOf = (text: string) => Number.parseFloat(text) * (units[text.slice(-1)] ?? 1);
  const limited = Object.entries(services).filter(([, { mem_limit }]) => mem_limit);
  return new Map(limited.map(([name, { mem_limit = '' }]) => [name, bytesOf(mem_limit)]));
}

/** A process and all below it: what is shared among them counts once. */
function sampleOf(pid: number): Sample {
  const all = treeOf(pid).map(statusOf);
  const most = (of: (one: Status) => number) => Math.max(0, ...all.map(of));
  const sum = (of: (one: Status) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    pid,
    bytes: (sum(({ own }) => own) + most(({ files }) => files) + most(({ shared }) => shared)) * 1024,
    processorSeconds: sum(({ seconds }) => seconds),
  };
}

function treeOf(pid: number): number[] {
  const below = contents(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...below.flatMap(treeOf)];
}

interface Status {
  own: number;
  files: number;
  shared: number;
  seconds: number;
}

function statusOf(pid: number): Status {
  const status = contents(`/proc/${pid}/status`);
  const kibibytes = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const stat = contents(`/proc/${pid}/stat`);
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const ticks = times.reduce((sum, one) => sum + one, 0);
  return {
    own: kibibytes('RssAnon'),
    files: kibibytes('RssFile'),
    shared: kibibytes('RssShmem'),
    seconds: ticks / ticksPerSecond,
  };
}

function contents(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

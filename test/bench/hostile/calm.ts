import { join } from 'node:path';

export interface CalmSample {
  /** When it was due, in milliseconds of the clock. */
  at: number;
  ms: number;
  /** Empty when it succeeded. */
  failure: string;
}

export interface CalmFigures {
  count: number;
  p99: number;
  worst: number;
  failures: string[];
}

const perSecond = 40;
export const clock = () => performance.timeOrigin + performance.now();

/** The calm client, a process of its own, so that what the attacks cost this process does not slow it. */
export class CalmClient {
  readonly #samples: CalmSample[] = [];
  readonly #process: Bun.Subprocess;

  constructor(url: string, key: string, projectId: string) {
    const program = join(import.meta.dir, './calm-client.ts');
    this.#process = Bun.spawn([process.execPath, program, url, key, projectId, String(perSecond)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (sample) => void this.#samples.push(sample as CalmSample),
    });
  }

  /** How the requests fared that were due from then on, those without an answer yet included. */
  since(from: number): CalmFigures {
    const until = clock();
    const due = this.#samples.filter(({ at }) => at >= from);
    const missing = Math.max(0, Math.floor(((until - from) / 1000) * perSecond) - due.length - 1);
    const times = due.map(({ ms }) => ms).toSorted((one, other) => one - other);
    const oldest = missing / perSecond > 0.5 ? (missing / perSecond) * 1000 : 0;
    const worst = Math.max(times.at(-1) ?? 0, oldest);
    const p99 = Math.max(times[Math.ceil(times.length * 0.99) - 1] ?? 0, oldest);
    const failures = due.map(({ failure }) => failure).filter(Boolean);
    return { count: due.length, p99, worst, failures };
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await this.#process.exited;
  }
}

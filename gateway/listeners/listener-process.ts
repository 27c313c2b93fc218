import { join } from 'node:path';
import type { Figures, Logger } from '@consulting/kernel/process';
import { type FromListener, type FromSupervisor, listenerArgument } from './supervision';
import { passLines } from './whole-lines';

const program = join(import.meta.dir, '..', 'index.ts');
const pauseMsMin = 200;
const pauseMsMax = 2000;
const steadyMs = 5000;

export interface Hearing {
  listening(from: ListenerProcess): void;
  revoked(keyId: string, from: ListenerProcess): void;
  accessChanged(from: ListenerProcess): void;
  metricsWanted(question: number, from: ListenerProcess): void;
}

export class ListenerProcess {
  isListening = false;
  #child: Bun.Subprocess | undefined;
  #isStopping = false;
  #pauseMs = 0;
  #questions = 0;
  readonly #asked = new Map<number, (figures: Figures) => void>();
  readonly #started = Promise.withResolvers<void>();

  constructor(
    private readonly place: { counterFile: string; port: number },
    private readonly log: Logger,
    private readonly hearing: Hearing,
  ) {}

  start(): Promise<void> {
    this.#run();
    return this.#started.promise;
  }

  report(message: FromSupervisor): void {
    try {
      this.#child?.send(message);
    } catch {
      // It has just ended: the next one starts without what this one would have heard.
    }
  }

  /** This never resolves for a process that does not answer. */
  figures(): Promise<Figures> {
    this.#questions += 1;
    const question = this.#questions;
    // Only the last few may still be answered.
    this.#asked.delete(question - 10);
    const answer = new Promise<Figures>((resolve) => this.#asked.set(question, resolve));
    this.report({ kind: 'figures wanted', question });
    return answer;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.report({ kind: 'ready', isReady: false });
    this.#child?.kill('SIGTERM');
    await this.#child?.exited;
  }

  #run(): void {
    const startedAt = performance.now();
    const { counterFile, port } = this.place;
    const child = Bun.spawn([process.execPath, ...process.execArgv, program, listenerArgument, counterFile], {
      env: { ...process.env, PORT: String(port), METRICS_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
      ipc: (message: FromListener) => this.#hear(message),
    });
    this.#child = child;
    const reported = passLines(child.stdout);
    child.exited.then(async (code) => {
      this.isListening = false;
      await reported;
      if (this.#isStopping) return;
      if (performance.now() - startedAt > steadyMs) this.#pauseMs = 0;
      this.log.warn('listener ended, it is started again', { code, pauseMs: this.#pauseMs });
      await Bun.sleep(this.#pauseMs);
      this.#pauseMs = Math.min(pauseMsMax, Math.max(pauseMsMin, this.#pauseMs * 2));
      if (!this.#isStopping) this.#run();
    });
  }

  #hear(message: FromListener): void {
    if (message.kind === 'listening') {
      this.isListening = true;
      this.hearing.listening(this);
      this.#started.resolve();
    } else if (message.kind === 'revoked') this.hearing.revoked(message.keyId, this);
    else if (message.kind === 'access changed') this.hearing.accessChanged(this);
    else if (message.kind === 'metrics wanted') this.hearing.metricsWanted(message.question, this);
    else {
      this.#asked.get(message.question)?.(message.figures);
      this.#asked.delete(message.question);
    }
  }
}

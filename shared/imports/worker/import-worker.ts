import { type Bus, connectBus } from '@consulting/kernel/nats';
import {
  type Logger,
  lineage,
  recordedFacts,
  type SpanPlan,
  startTracing,
  storedTrace,
  traced,
  within,
} from '@consulting/kernel/process';
import type { TabularLimits } from '@consulting/spreadsheet/table/limits';
import type { ImportJob } from '../run/import-run';
import { RunProgress } from '../run/run-progress';
import { runTask } from '../run/task-runner';
import { type ImportConnection, openImportConnection } from '../store/connection';
import { claimTask } from '../store/queue';
import type { ClaimedTask } from '../task/task-model';
import { giveWay } from './thread-priority';

export type WorkerCommand = { kind: 'start'; settings: WorkerSettings } | { kind: 'look' } | { kind: 'stop' };

export type WorkerSignal =
  | { kind: 'alive' | 'idle' | 'stopped' }
  | { kind: 'log'; level: LogLevel; message: string; facts: Record<string, unknown> };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface WorkerSettings {
  service: string;
  schema: string;
  databaseUrl: string;
  natsUrl: string;
  limits: TabularLimits;
  tracesUrl: string | undefined;
  isHistoryOff: boolean;
}

const closeMsMax = 2000;

class ImportWorker<Parameters> {
  #connection: ImportConnection | null = null;
  #progress: RunProgress | null = null;
  #working: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;

  constructor(
    private readonly job: ImportJob<Parameters>,
    private readonly settings: WorkerSettings,
    private readonly bus: Bus,
    private readonly log: Logger,
    private readonly tracing: Promise<() => Promise<void>>,
  ) {}

  look(): void {
    this.#isWanted = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
      if (this.#isWanted && !this.#isStopped) this.look();
      else report({ kind: 'idle' });
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#progress?.stop(), this.#working]);
    await this.#connection?.close();
    await this.bus.close();
    await (await this.tracing)();
  }

  async #work(): Promise<void> {
    this.#isWanted = false;
    try {
      while (!this.#isStopped && (await this.#runNext()));
    } catch (error) {
      this.log.warn('import worker lost its database connection', { error });
      await Promise.race([this.#connection?.close(), Bun.sleep(closeMsMax)]).catch(() => {});
      this.#connection = null;
    }
  }

  async #runNext(): Promise<boolean> {
    const { schema, databaseUrl, isHistoryOff } = this.settings;
    await this.tracing;
    this.#connection ??= openImportConnection(databaseUrl, schema, isHistoryOff);
    const connection = this.#connection;
    const task = await claimTask<Parameters>(connection.session);
    if (task === undefined) return false;
    const plan = () => runSpan(this.settings.service, task);
    const run = () => this.#run(connection, task);
    await within(task.origin, () => traced(storedTrace(task.origin?.traceparent), plan, run));
    return true;
  }

  async #run(connection: ImportConnection, task: ClaimedTask<Parameters>): Promise<void> {
    const { limits } = this.settings;
    const progress = new RunProgress(connection.separate, task, () => report({ kind: 'alive' }));
    this.#progress = progress;
    if (this.#isStopped) void progress.stop();
    try {
      await runTask({ connection, bus: this.bus, limits }, this.job, task, progress, this.log);
    } finally {
      this.#progress = null;
      await progress.end();
    }
  }
}

const runSpan = (service: string, { id, run, fileSize }: ClaimedTask<unknown>): SpanPlan => ({
  name: `import ${service}`,
  kind: 'consumer',
  attributes: { 'import.task.id': id, 'import.run': run, 'import.file.size': fileSize },
});

declare const self: Worker;

const report = (signal: WorkerSignal) => self.postMessage(signal);

function remoteLog(known: Record<string, unknown>): Logger {
  const write = (level: LogLevel) => (message: string, facts?: Record<string, unknown>) =>
    report({ kind: 'log', level, message, facts: recordedFacts({ ...known, ...lineage(), ...facts }) });
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    with: (facts) => remoteLog({ ...known, ...facts }),
  };
}

export function serveImports<Parameters>(job: ImportJob<Parameters>): void {
  let worker: ImportWorker<Parameters> | null = null;
  const start = (settings: WorkerSettings) => {
    const { service, natsUrl, tracesUrl } = settings;
    const log = remoteLog({ thread: 'import' });
    const bus = connectBus({ url: natsUrl, name: `${service}-import`, log });
    return new ImportWorker(job, settings, bus, log, startTracing(service, tracesUrl));
  };
  giveWay();
  self.onmessage = async ({ data }: MessageEvent<WorkerCommand>) => {
    if (data.kind === 'start') worker ??= start(data.settings);
    if (data.kind === 'look') worker?.look();
    if (data.kind === 'stop') {
      await worker?.stop();
      report({ kind: 'stopped' });
    }
  };
}

import { isWarning, type LogFile, linesOf } from './log';
import { exitDescription, type RunningServer, StartError, stopProcess } from './server';
import type { Program } from './supervisor';

type ServiceProcess = {
  name: string;
  argv: string[];
  cwd: string;
  environment: Record<string, string | undefined>;
  url: string;
  log: LogFile;
  show(line: string): void;
  showsAll?: boolean;
  stopTimeoutMs: number;
};

/** This is longer than a service waits for its database. */
const readyTimeoutMs = 120_000;
const askTimeoutMs = 2_000;
const pauseBetweenAsksMs = 20;

async function answers(url: string, abort: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([abort, AbortSignal.timeout(askTimeoutMs)]);
  const response = await fetch(url, { signal, redirect: 'manual' }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
}

async function untilReady(child: Bun.Subprocess, url: string, abort: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + readyTimeoutMs;
  const gone = new AbortController();
  child.exited.then(() => gone.abort());
  const giveUp = AbortSignal.any([abort, gone.signal]);
  while (!giveUp.aborted && performance.now() < deadline) {
    if (await answers(url, giveUp)) return true;
    await Bun.sleep(pauseBetweenAsksMs);
  }
  return false;
}

async function passOn(
  process: ServiceProcess,
  stream: ReadableStream<Uint8Array>,
  isErrors: boolean,
): Promise<void> {
  for await (const lines of linesOf(stream)) {
    process.log.write(lines);
    for (const line of lines) {
      if (isErrors || process.showsAll || isWarning(line)) process.show(`${process.name} | ${line}`);
    }
  }
}

async function launch(process: ServiceProcess, abort: AbortSignal): Promise<RunningServer> {
  const { name, url, cwd, environment: env, stopTimeoutMs } = process;
  const command = [globalThis.process.execPath, '--no-orphans', ...process.argv];
  const child = Bun.spawn(command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const reported = Promise.all([passOn(process, child.stdout, false), passOn(process, child.stderr, true)]);
  const exited = child.exited.then(() => exitDescription(child));
  const stop = () => stopProcess(child, [['SIGTERM', stopTimeoutMs]]);
  if (await untilReady(child, `${url}/ready`, abort)) {
    return { url, port: Number(new URL(url).port || 80), pid: child.pid, exited, stop };
  }
  const wasRunning = child.exitCode === null && child.signalCode === null;
  await stop();
  await Promise.race([reported, Bun.sleep(500)]);
  if (wasRunning && !abort.aborted)
    throw new StartError(`${name} does not become ready: its log is ${process.log.path}.`);
  if (child.exitCode === 1) throw new StartError(`${name} refuses to start: its lines above say why.`);
  throw new Error(`${name} ended before it was ready (${await exited}).`);
}

export function serviceProgram(process: ServiceProcess): Program {
  return { name: process.name, launch: (abort) => launch(process, abort) };
}

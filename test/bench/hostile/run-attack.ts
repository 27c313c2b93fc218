import type { Attack, Outcome, Stage } from './attack';
import { type CalmClient, type CalmFigures, clock } from './calm';
import type { Grounds } from './grounds';
import { type MemoryWatch, mebibyte, type Usage } from './memory';

export const bounds = {
  calmMs: 250,
  attackSeconds: 30,
  memoryLeft: 100 * 1_000_000,
  settleMs: 60_000,
};

/** Far over every bound, so that an attack that gets through is ended before the machine suffers. */
const memoryGuard = 2500 * mebibyte;
const giveUpMs = 36_000;
const quietMsMax = 20_000;
const windowMsMin = 3000;
const witnessAfterMs = 2000;
const witnessMsMax = 10_000;

export interface Report {
  name: string;
  answer: string;
  seconds: number;
  calm: CalmFigures;
  usages: Usage[];
  faults: string[];
  /** Whether the system is as it was, so that the next attack may begin. */
  isSettled: boolean;
}

/** Runs one attack beside the calm client and holds what happened against the bounds. */
export async function runAttack(
  attack: Attack,
  grounds: Grounds,
  calm: CalmClient,
  memory: MemoryWatch,
): Promise<Report> {
  const end = new AbortController();
  await untilCalm(calm);
  const stage = await grounds.stageFor(attack.name, end.signal);
  memory.begin();
  const from = clock();
  const guard = setInterval(() => {
    const over = memory.usages().find(({ peak }) => peak > memoryGuard);
    if (over) end.abort(`${over.name} took more than ${memoryGuard / mebibyte} MiB`);
  }, 250);
  const timer = setTimeout(() => end.abort(`no end within ${bounds.attackSeconds} s`), giveUpMs);
  const aborted = new Promise<Outcome>((resolve) =>
    end.signal.addEventListener('abort', () =>
      resolve({ answer: String(end.signal.reason), isClear: false }),
    ),
  );
  const failed = (error: unknown): Outcome => ({
    answer: `bench: ${(error as Error).message}`,
    isClear: false,
  });
  const witness = attack.witness && witnessed(attack.witness, stage);
  const outcome = await Promise.race([attack.act(stage).catch(failed), aborted]);
  const seconds = (clock() - from) / 1000;
  const seen = await Promise.race([witness, aborted.then(() => 'got no answer')]);
  clearInterval(guard);
  clearTimeout(timer);
  await Bun.sleep(Math.max(500, windowMsMin - (clock() - from)));
  const figures = calm.since(from);
  const isCut = end.signal.aborted;
  end.abort('over');
  const faults = faultsOf(attack, outcome, seconds, figures);
  if (seen) faults.push(`somebody else ${seen}`);
  const isSettled = !isCut && (await settle(calm, memory));
  const usages = memory.usages();
  faults.push(...memoryFaults(usages, isCut));
  const { answer } = outcome;
  return { name: attack.name, answer, seconds, calm: figures, usages, faults, isSettled };
}

/** What somebody else suffers; undefined when nothing. */
async function witnessed(act: NonNullable<Attack['witness']>, stage: Stage): Promise<string | undefined> {
  await Bun.sleep(witnessAfterMs);
  const from = clock();
  const { status, code } = await act(stage);
  const ms = clock() - from;
  if (status < 200 || status > 299) return `got ${status || ''} ${code}`;
  return ms > witnessMsMax ? `waited ${(ms / 1000).toFixed(1)} s` : undefined;
}

function faultsOf({ expects }: Attack, { answer, isClear }: Outcome, seconds: number, calm: CalmFigures) {
  const faults: string[] = [];
  if (!isClear) faults.push('no clear answer');
  else if (expects && !expects.test(answer)) faults.push(`the answer is not ${expects.source}`);
  if (seconds > bounds.attackSeconds) faults.push(`more than ${bounds.attackSeconds} s`);
  if (calm.p99 > bounds.calmMs) faults.push(`calm p99 over ${bounds.calmMs} ms`);
  const [failure] = calm.failures;
  if (failure) faults.push(`${calm.failures.length} calm requests failed (${failure})`);
  return faults;
}

function memoryFaults(usages: readonly Usage[], isCut: boolean): string[] {
  return usages.flatMap(({ name, before, peak, now, limit, hasEnded }) => [
    ...(hasEnded ? [`${name} ended`] : []),
    ...(peak > limit ? [`${name} over its ${limit / mebibyte} MiB`] : []),
    ...(!isCut && now - before > bounds.memoryLeft ? [`${name} keeps ${megabytes(now - before)} MB`] : []),
  ]);
}

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

/** Gives what else the machine does a while to end, so that it is not held against the attack. */
async function untilCalm(calm: CalmClient): Promise<void> {
  const deadline = clock() + quietMsMax;
  while (clock() < deadline && !(await isCalm(calm)));
}

/** Waits until the calm client is calm and memory is given back; false when a minute does not suffice. */
async function settle(calm: CalmClient, memory: MemoryWatch): Promise<boolean> {
  const deadline = clock() + bounds.settleMs;
  while (clock() < deadline) {
    const isQuiet = await isCalm(calm);
    const isGivenBack = memory.usages().every(({ before, now }) => now - before <= bounds.memoryLeft);
    if (isQuiet && isGivenBack) return true;
  }
  return false;
}

/** Whether every request of the next second is answered in time. */
async function isCalm(calm: CalmClient): Promise<boolean> {
  const from = clock();
  await Bun.sleep(1000);
  const { worst, failures } = calm.since(from);
  return worst < bounds.calmMs && failures.length === 0;
}

import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchSystem, openBenchSystem } from './export-system';
import { takeoffColumns } from './import-columns';
import { answerForNeighbours } from './import-neighbours';
import { createTarget, lineCount, makeWorkbook, runImport } from './import-run';
import { processorSeconds } from './process-cost';

const rounds = 5;
const mebibyte = 1024 * 1024;

/** The priced return of an import of 100,000 lines beside the export of the same lines, in turns (extensions.md 13.2). */
export async function benchReturn(): Promise<void> {
  const workbook = makeWorkbook(takeoffColumns());
  if (workbook === null)
    return console.log('no workbook: Debian package python3-xlsxwriter is not installed');
  const system = await openBenchSystem();
  const neighbours = answerForNeighbours(system.natsUrl);
  try {
    const target = await createTarget(system);
    const { task, seconds } = await runImport(system, { ...target, force: 'true' }, workbook);
    if (task.result?.imported !== lineCount) throw new Error(JSON.stringify(task).slice(0, 2000));
    console.log(`import ${seconds.toFixed(2)} s`);
    await system.sql`vacuum analyze mto.takeoff_line`;
    const exportPath = `/api/v1/mto/export?projectId=${target.projectId}`;
    const returnPath = `/api/v1/mto/import/status/${task.taskId}/workbook`;
    const exports: Measured[] = [];
    const returns: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      exports.push(await measure(system, 'export', exportPath));
      returns.push(await measure(system, 'return', returnPath));
    }
    for (const key of ['seconds', 'processor'] as const)
      console.log(
        `ratio of ${key}: minima ${ratio(returns, exports, key, 0)}, medians ${ratio(returns, exports, key, Math.floor(rounds / 2))} (at most 0.60)`,
      );
  } finally {
    await neighbours.close();
    await system.stop();
  }
}

interface Measured {
  seconds: number;
  processor: number;
}

async function measure(system: BenchSystem, name: string, path: string): Promise<Measured> {
  const used = processorSeconds(system);
  const started = performance.now();
  const response = await system.ask(path);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const headersMs = performance.now() - started;
  const bytes = await response.bytes();
  const seconds = (performance.now() - started) / 1000;
  const processor = processorSeconds(system) - used;
  console.log(
    `${name} ${seconds.toFixed(2)} s, ${processor.toFixed(2)} s of processors, status after ${headersMs.toFixed(0)} ms, ${(bytes.length / mebibyte).toFixed(1)} MiB`,
  );
  if (process.env.BENCH_KEEP) writeFileSync(join(tmpdir(), `bench-${name}.xlsx`), bytes);
  return { seconds, processor };
}

const ratio = (
  some: readonly Measured[],
  others: readonly Measured[],
  key: keyof Measured,
  at: number,
): string => {
  const nth = (all: readonly Measured[]) =>
    all.map((one) => one[key]).toSorted((one, other) => one - other)[at] ?? 0;
  return (nth(some) / nth(others)).toFixed(2);
};

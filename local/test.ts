import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer } from './nats/find-server';
import { startPostgres } from './postgres/postgres';
import { root } from './process/processes';
import { exitDescription } from './process/server';
import { onStop } from './process/stop-signals';
import { throwawayFolder } from './process/throwaway-folder';
import { refuse } from './system/run-system';
import { withoutProxy } from './system/settings';
import { planSettings, unroutedStatements } from './test-run/routing';
import { checkedCounts, countsIn, runnerArguments, slowestFiles, type TestSet } from './test-run/runner';

async function runTests(argv: string[], environment: Record<string, string | undefined>): Promise<number> {
  const command = [process.execPath, '--no-orphans', ...argv];
  const child = Bun.spawn(command, { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const exitCode = await child.exited;
  if (exitCode > 1) console.error(`The test runner ended early (${exitDescription(child)}).`);
  return exitCode;
}

function keepBusy(): void {
  for (let core = 0; core < availableParallelism(); core += 1) {
    const child = Bun.spawn([process.execPath, '--no-orphans', '-e', 'for (;;);'], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
  }
}

const sets: Record<string, TestSet> = { '--tools': 'tools', '--system': 'system', '--busy': 'usual' };

const slowestDisplayed = 10;

function printSlowest(reportFile: string): void {
  const slowest = slowestFiles(reportFile, slowestDisplayed);
  if (slowest.length < slowestDisplayed) return;
  console.log(`The ${slowestDisplayed} files that took longest, in seconds:`);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} ${file}`);
}

function printCounts(reportFile: string, exitCode: number): number {
  const counted = countsIn(reportFile);
  if (exitCode === 0 && counted.passed === 0) console.error('No test was found.');
  const { passed, failed } = checkedCounts(counted, exitCode);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : exitCode || 1;
}

// Most code of the usual tests runs a few times only: compiling it into its fastest form, and giving memory back in between,
// takes two fifths of a run.
const shortLived = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '20000',
  MIMALLOC_PURGE_DELAY: '-1',
};

// Postgres 18.4 ends by a segmentation fault where it leaves out parts as it begins to write to foreign ones.
const foreignSettings = { enable_partition_pruning: 'off' };

async function main(given: string[]): Promise<number> {
  const folder = throwawayFolder('consulting-test-');
  const temporary = mkdtempSync(join(tmpdir(), 'consulting-test-'));
  process.once('exit', () => {
    for (const one of [folder, temporary]) rmSync(one, { recursive: true, force: true });
  });
  onStop((cause) => process.exit(cause === 'parent ended' ? 1 : 128 + constants.signals[cause]));
  const [first = ''] = given;
  const set = sets[first];
  const reportFile = join(folder, 'report.xml');
  const argv = runnerArguments(set ? given.slice(1) : given, set ?? 'usual', reportFile, root);
  const dataDir = join(folder, 'postgres');
  const { TAKEOFF_PARTITIONS: partitions } = process.env;
  const isRouted = partitions === 'hash';
  const settings = isRouted ? planSettings : partitions === 'foreign' ? foreignSettings : {};
  const other =
    partitions === 'foreign'
      ? await startPostgres({ dataDir: join(folder, 'other-postgres'), throwaway: true })
      : undefined;
  const [nats, postgres] = await Promise.all([
    findNatsServer(),
    startPostgres({ dataDir, throwaway: true, settings }),
  ]);
  const own = {
    TEST_DATABASE_URL: postgres.url,
    TEST_OTHER_DATABASE_URL: other?.url,
    NATS_SERVER_BIN: nats,
    TEST_SERVERS_FOLDER: folder,
    TMPDIR: temporary,
    ...(set === undefined || set === 'usual' ? shortLived : {}),
  };
  if (first === '--busy') keepBusy();
  const exitCode = await runTests(argv, { ...withoutProxy(process.env), ...own });
  const unrouted = isRouted ? await unroutedStatements(join(dataDir, 'server.log')) : [];
  await Promise.all([postgres.stop(), other?.stop()]);
  for (const statement of unrouted) console.error(`Reads several parts of takeoffs:\n${statement}\n`);
  printSlowest(reportFile);
  return printCounts(reportFile, exitCode) || Number(unrouted.length > 0);
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  refuse(error);
}

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const folders = ['./services', './gateway', './shared', './local', './test'];

const stuckAfterMs = 300_000;

const withValue = [
  '-t',
  '--test-name-pattern',
  '--seed',
  '--timeout',
  '--retry',
  '--rerun-each',
  '--max-concurrency',
];

// Usual tests wait for Postgres and NATS as much as they compute.
const usualWorkers = availableParallelism() + 1;

export type TestSet = 'usual' | 'tools' | 'system';

/**
 * One process runs many of the usual tests, so that modules are loaded, schemas compiled and common systems
 * started once.
 */
export function runnerArguments(given: string[], set: TestSet, reportFile: string, root: string): string[] {
  const isPath = (argument: string, index: number) =>
    !argument.startsWith('-') &&
    !withValue.includes(given[index - 1] ?? '') &&
    existsSync(join(root, argument));
  const paths = given
    .filter(isPath)
    .map((path) => (path.startsWith('/') || path.startsWith('./') ? path : `./${path}`));
  const options = given.filter((argument, index) => !isPath(argument, index));
  const where = paths.length > 0 ? paths : folders;
  const report = ['--reporter=junit', `--reporter-outfile=${reportFile}`];
  const usual = [
    ...where,
    '--path-ignore-patterns=**/*.tools.test.ts',
    '--path-ignore-patterns=**/*.system.test.ts',
  ];
  const selection = set === 'usual' ? usual : paths.length > 0 ? paths : [`.${set}.test.`];
  return [
    'test',
    ...(set === 'usual' ? [`--parallel=${usualWorkers}`, '--no-isolate'] : ['--parallel', '--isolate']),
    `--timeout=${stuckAfterMs}`,
    ...report,
    ...options,
    ...selection,
  ];
}

type Counts = { passed: number; failed: number };

function attribute(tag: string, name: string): number {
  return Number(new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);
}

export function countsIn(reportFile: string): Counts {
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : '';
  const tag = /<testsuites [^>]*>/.exec(report)?.[0] ?? '';
  const failed = attribute(tag, 'failures') + attribute(tag, 'errors');
  return { passed: attribute(tag, 'tests') - failed - attribute(tag, 'skipped'), failed };
}

interface FileTime {
  file: string;
  seconds: number;
}

export function slowestFiles(reportFile: string, count: number): FileTime[] {
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : '';
  const files = [...report.matchAll(/^ {2}<testsuite name="([^"]*)"[^>]* time="([\d.]+)"/gm)];
  return files
    .map(([, file = '', seconds]) => ({ file, seconds: Number(seconds) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count);
}

/**
 * A runner that failed without a failed test, or found no test, counts as one failure, so that it never looks
 * like success.
 */
export function checkedCounts({ passed, failed }: Counts, exitCode: number): Counts {
  const isSuccess = exitCode === 0 && failed === 0 && passed > 0;
  return { passed, failed: isSuccess ? 0 : Math.max(failed, 1) };
}

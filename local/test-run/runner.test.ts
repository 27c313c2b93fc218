import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkedCounts, countsIn, runnerArguments, slowestFiles } from './runner';

const root = `${import.meta.dir}/..`;
const argumentsOf = (...workers: string[]) => [
  'test',
  ...workers,
  '--timeout=300000',
  '--reporter=junit',
  '--reporter-outfile=/report.xml',
];

const othersLeftOut = [
  '--path-ignore-patterns=**/*.tools.test.ts',
  '--path-ignore-patterns=**/*.system.test.ts',
];

test.each([
  [
    'nothing: the whole project',
    [],
    ['./services', './gateway', './shared', './local', './test', ...othersLeftOut],
  ],
  ['a folder: in its place', ['test-run'], ['./test-run', ...othersLeftOut]],
  ['a file and an option', ['./test.ts', '--bail'], ['--bail', './test.ts', ...othersLeftOut]],
  [
    'a name that is also a folder is no folder after -t',
    ['-t', 'test-run'],
    ['-t', 'test-run', './services', './gateway', './shared', './local', './test', ...othersLeftOut],
  ],
])('%s', (_, given, expected) => {
  const common = argumentsOf(`--parallel=${availableParallelism() + 1}`, '--no-isolate');
  expect(runnerArguments(given, 'usual', '/report.xml', root)).toEqual([...common, ...expected]);
});

test.each(['tools', 'system'] as const)('%s: only those tests', (set) => {
  const own = argumentsOf('--parallel', '--isolate');
  expect(runnerArguments([], set, '/report.xml', root)).toEqual([...own, `.${set}.test.`]);
});

const folder = mkdtempSync(join(tmpdir(), 'consulting-counts-'));

async function countsOf(source: string) {
  const [file, report] = [join(folder, 'one.test.ts'), join(folder, 'report.xml')];
  rmSync(report, { force: true });
  await Bun.write(file, `import { expect, test } from 'bun:test';\n${source}`);
  const argv = ['test', '--parallel', '--reporter=junit', `--reporter-outfile=${report}`, file];
  const child = Bun.spawn([process.execPath, ...argv], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const exitCode = await child.exited;
  return checkedCounts(countsIn(report), exitCode);
}

const passes = "test('right', () => expect(1).toBe(1));\n";

test.each([
  ['all pass', passes, { passed: 1, failed: 0 }],
  ['one fails', `${passes}test('wrong', () => expect(1).toBe(2));`, { passed: 1, failed: 1 }],
  ['the file throws', "throw new Error('at the top');", { passed: 0, failed: 1 }],
  [
    'the runner process dies',
    "test('deadly', () => process.kill(process.pid, 'SIGKILL'));",
    { passed: 0, failed: 1 },
  ],
  ['the file leaves with code 0', 'process.exit(0);', { passed: 0, failed: 1 }],
  ['no test', '', { passed: 0, failed: 1 }],
])('%s', async (_, source, expected) => {
  expect(await countsOf(source)).toEqual(expected);
});

test('the slowest files are those of the report, without the groups of tests within them', () => {
  const suites = [
    ['a.test.ts', '0.5'],
    ['b.test.ts', '12.25'],
    ['c.test.ts', '3'],
  ].map(([file, time]) => `  <testsuite name="${file}" file="${file}" tests="1" time="${time}">`);
  const group = '    <testsuite name="x" file="a.test.ts" line="3" tests="2" time="99">';
  const report = join(mkdtempSync(join(tmpdir(), 'consulting-slowest-')), 'report.xml');
  writeFileSync(report, [suites[0], group, ...suites.slice(1)].join('\n'));
  expect(slowestFiles(report, 2)).toEqual([
    { file: 'b.test.ts', seconds: 12.25 },
    { file: 'c.test.ts', seconds: 3 },
  ]);
});

test('no report, whatever the exit code: one failure', () => {
  rmSync(folder, { recursive: true, force: true });
  const none = countsIn(join(folder, 'report.xml'));
  expect([checkedCounts(none, 0), checkedCounts(none, 137)]).toEqual([
    { passed: 0, failed: 1 },
    { passed: 0, failed: 1 },
  ]);
});

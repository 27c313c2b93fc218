import { expect, test } from 'bun:test';
import { runnerArguments } from './arguments';

const root = `${import.meta.dir}/..`;
const report = [
  'test',
  '--parallel',
  '--timeout=60000',
  '--reporter=junit',
  '--reporter-outfile=/report.xml',
];
const withoutTools = '--path-ignore-patterns=**/*.tools.test.ts';

test.each([
  [
    'nothing: the whole project',
    [],
    ['./services', './gateway', './shared', './local', './test', withoutTools],
  ],
  ['a folder: in its place', ['test-run'], ['./test-run', withoutTools]],
  ['a file and an option', ['./test.ts', '--bail'], ['--bail', './test.ts', withoutTools]],
  [
    'a name that is also a folder is no folder after -t',
    ['-t', 'test-run'],
    ['-t', 'test-run', './services', './gateway', './shared', './local', './test', withoutTools],
  ],
])('%s', (_, given, expected) => {
  expect(runnerArguments(given, false, '/report.xml', root)).toEqual([...report, ...expected]);
});

test('tools: only those tests', () => {
  expect(runnerArguments([], true, '/report.xml', root)).toEqual([...report, '.tools.test.']);
});

import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { serves } from './bun-version.mjs';

setDefaultTimeout(300_000);

const node = Bun.which('node');

async function run(program: string, argv: string[]) {
  const command = [program, join(import.meta.dir, '../run.mjs'), ...argv];
  const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, output, errors };
}

test.each([
  ['1.4.5', true],
  ['1.4.6', true],
  ['1.5.0', true],
  ['1.4.4', false],
  ['1.3.99', false],
  ['2.0.0', false],
  ['0.9.9', false],
  [undefined, false],
])('Bun %p in place of 1.4.5: %p', (version, expected) => {
  expect(serves(version, '1.4.5')).toBe(expected);
});

test.each([process.execPath, ...(node ? [node] : [])])(
  '%s run.mjs, unknown task: one sentence, exit code 1',
  async (program) => {
    for (const argv of [[], ['sing'], ['toString']]) {
      expect(await run(program, argv)).toEqual({
        exitCode: 1,
        output: '',
        errors: expect.stringMatching(/^Name one of the tasks: start, dev, test, [a-z:, -]+, check\.\n$/),
      });
    }
  },
);

test.each([process.execPath, ...(node ? [node] : [])])(
  '%s run.mjs: the exit code and sentence of the task',
  async (program) => {
    const { exitCode, errors } = await run(program, ['dev', 'nothing']);
    expect(exitCode).toBe(1);
    expect(errors).toEndWith(
      'Name one of the processes: clients-projects, crews-rates, mto, equipment-wbs, identity, gateway, workbench.\n',
    );
  },
);

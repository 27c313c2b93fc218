import { describe, expect, test } from 'bun:test';
import { type Expression, findExpressions } from '../support/regular-expressions';

const root = `${import.meta.dir}/../..`;

/** The expression at which a program that runs them over their worst texts has used up its processor time, or null. */
async function stuckAt(expressions: readonly Expression[], seconds: number): Promise<Expression | null> {
  const program = Bun.spawn(
    [
      'sh',
      '-c',
      `ulimit -t ${seconds}; exec "$@"`,
      'sh',
      process.execPath,
      `${import.meta.dir}/../support/run-worst-texts.ts`,
    ],
    { stdin: new Blob([JSON.stringify(expressions)]), stdout: 'pipe' },
  );
  const said = await new Response(program.stdout).text();
  if ((await program.exited) === 0) return null;
  return expressions[Number(said.trim().split('\n').at(-1))] ?? null;
}

describe('regular expressions of production code', () => {
  test(
    'come to an end over a mebibyte of their worst texts',
    async () => {
      const { literals } = await findExpressions(root);
      expect(await stuckAt(literals, 60)).toBeNull();
    },
    { timeout: 10 * 60_000 },
  );

  test.each(['<!--.*-->', '^x(?:a|b|ab)*c'])(
    'gets stuck at /%s/',
    async (source) => {
      const expression = { place: 'here', source, flags: '' };
      expect(await stuckAt([expression], 2)).toEqual(expression);
    },
    60_000,
  );
});

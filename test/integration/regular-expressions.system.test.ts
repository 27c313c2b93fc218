import { describe, expect, test } from 'bun:test';
import { type Expression, findExpressions } from '../support/regular-expressions';

const root = `${import.meta.dir}/../..`;
const silentMsMax = 60_000;

/** The expression at which a program that runs them over their worst texts stops, or null. */
async function stuckAt(expressions: readonly Expression[], msMax = silentMsMax): Promise<Expression | null> {
  const program = Bun.spawn([process.execPath, `${import.meta.dir}/../support/run-worst-texts.ts`], {
    stdin: new Blob([JSON.stringify(expressions)]),
    stdout: 'pipe',
  });
  let said = '';
  const decoder = new TextDecoder();
  let guard = setTimeout(() => program.kill('SIGKILL'), silentMsMax);
  for await (const chunk of program.stdout) {
    said += decoder.decode(chunk, { stream: true });
    clearTimeout(guard);
    guard = setTimeout(() => program.kill('SIGKILL'), msMax);
  }
  clearTimeout(guard);
  if ((await program.exited) === 0) return null;
  return expressions[Number(said.trim().split('\n').at(-1))] ?? null;
}

describe('regular expressions of production code', () => {
  test(
    'come to an end over a mebibyte of their worst texts',
    async () => {
      const { literals } = await findExpressions(root);
      expect(await stuckAt(literals)).toBeNull();
    },
    { timeout: 10 * silentMsMax },
  );

  test.each(['<!--.*-->', '^x(?:a|b|ab)*c'])('gets stuck at /%s/', async (source) => {
    const expression = { place: 'here', source, flags: '' };
    expect(await stuckAt([expression], 2000)).toEqual(expression);
  });
});

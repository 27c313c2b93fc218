import { type Expression, worstTexts } from './regular-expressions';

/**
 * A program: runs the expressions of its input over a mebibyte of their worst texts and says which one it begins. Whoever
 * starts it ends it when it says nothing more.
 */
const expressions: Expression[] = await Bun.stdin.json();

for (const [index, expression] of expressions.entries()) {
  process.stdout.write(`${index}\n`);
  const { source, flags } = expression;
  for (const text of worstTexts(expression, 2 ** 20)) {
    if (flags.includes('g')) text.replace(new RegExp(source, flags), '');
    else new RegExp(source, flags).test(text);
  }
}

import { loweredText } from '@consulting/kernel/schema/text';

const separators = new Set(['.', '-', '_', '/', ':']);

/** What a code begins with before each of its separators, the longest first: `50.10` and `50` of `50.10-A`. */
export function codesAbove(code: string): string[] {
  const above: string[] = [];
  for (let at = code.length - 1; at > 0; at -= 1)
    if (separators.has(code[at] ?? '')) above.push(loweredText(code.slice(0, at)));
  return above;
}

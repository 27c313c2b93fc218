import { loweredText } from '@consulting/kernel/schema';

const separators = new Set(['.', '-', '_', '/', ':']);

export function codesAbove(code: string): string[] {
  const above: string[] = [];
  for (let at = code.length - 1; at > 0; at -= 1)
    if (separators.has(code[at] ?? '')) above.push(loweredText(code.slice(0, at)));
  return above;
}

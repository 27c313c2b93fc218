import { loweredText } from '@consulting/kernel/schema';

export const takenCodes = (codes: Iterable<string>) => new Set([...codes].map(loweredText));

export function nextCode(taken: ReadonlySet<string>, codeOf: (number: number) => string): string {
  let number = taken.size + 1;
  while (taken.has(loweredText(codeOf(number)))) number += 1;
  return codeOf(number);
}

import type { Amount } from '../model/report';

const widthMin = 13;
const digitsOfGroup = 3;
const besides = 3 + 1 + 2;

export function amountWidth(...amounts: readonly Amount[]): number {
  const digits = amounts.map((amount) => (amount.replace('-', '').split('.')[0] ?? '').length);
  const longest = Math.max(1, ...digits);
  return Math.max(widthMin, longest + Math.floor((longest - 1) / digitsOfGroup) + besides);
}

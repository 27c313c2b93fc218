import { decimal } from '@consulting/kernel/schema';
import type { ColumnMoney } from '@consulting/mto-engine';
import written from './money-scales.json';

const headerLengthMax = 200;
const scales = new Map(
  Object.entries(written.words).flatMap(([times, words]) => words.map((word) => [word, times] as const)),
);
const joinedBefore = /(?:(?<=^|[\s(])(?:in|en|em) |['’])$/i;
const joinedBehind = /^\.? ?(?:of |de |d['’])?/i;

interface ScaledHeader {
  // The header without the words of its scale.
  header: string;
  times: string;
}

// Amounts may be in lakhs, crores, thousands or millions of a currency.
export function scaleOf(header: string): ScaledHeader | null {
  if (header.length > headerLengthMax) return null;
  for (const { 0: word, index } of header.matchAll(/[\p{L}\d]+/gu)) {
    const times = scales.get(word.toLowerCase());
    if (times === undefined) continue;
    const before = header.slice(0, index).replace(joinedBefore, '');
    return { header: `${before}${header.slice(index + word.length).replace(joinedBehind, '')}`, times };
  }
  return null;
}

export function scaledMoney(
  money: ColumnMoney | null,
  scale: Pick<ScaledHeader, 'times'> | null,
  currency: string,
): ColumnMoney | null {
  if (scale === null) return money;
  const rate = decimal(scale.times)
    .times(money?.rate ?? 1)
    .toFixed();
  return { currency: money?.currency ?? currency, rate };
}

export const timesOf = (header: string): number => Number(scaleOf(header)?.times ?? 1);

import { type Formats, useFormats, useMessages } from '@consulting/design/language';
import type { Reconciliation } from './task';

export const exactly = (value: string, formats: Formats): string =>
  formats.number(value, value.split('.')[1]?.length ?? 0);

// Whether the money of a file is in its lines; null where the file states none.
export function useMoneyInWords(): (money: Reconciliation['money']) => string | null {
  const words = useMessages().imports.reconciliation;
  const formats = useFormats();
  return ({ inFile, stored, failedRows, agrees }) => {
    if (inFile === null) return null;
    const sums = {
      inFile: exactly(inFile, formats),
      stored: exactly(stored, formats),
      failed: exactly(failedRows, formats),
    };
    return agrees ? words.moneyAgrees(sums) : words.moneyDiffers(sums);
  };
}

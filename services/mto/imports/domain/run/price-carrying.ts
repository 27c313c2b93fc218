import { fieldsOf, isAmountOfLine, isCarried, type Line } from '@consulting/mto-engine';
import type { LineReader } from '../rows/line-reader';

export function carryPrices(reader: LineReader, donor: Line, hasSameAmounts: boolean): number {
  let carried = 0;
  const { line, discipline } = reader;
  const quantityAt = fieldsOf(discipline).findIndex(({ key }) => key === 'quantity');
  const isAsMuch = hasSameAmounts && Number(line[quantityAt] ?? 0) === Number(donor[quantityAt] ?? 0);
  for (const [position, field] of fieldsOf(discipline).entries()) {
    const value = donor[position] ?? null;
    if (value === null || (line[position] ?? null) !== null || !isCarried(field)) continue;
    if (isAmountOfLine(field) && !isAsMuch) continue;
    line[position] = value;
    carried += 1;
  }
  return carried;
}

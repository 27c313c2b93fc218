import { fault, isStorable, notStorable, type Reading } from '@consulting/kernel/schema';

export const headerRowsMax = 50;
export const headerRowLengthMax = 120;
export const headerRowMax = 1000;

interface Entry {
  sheet: string | null;
  row: number;
}

// `3` is of every sheet, `sheet name!3` of one; a sheet name may have the mark, too.
function entryOf(given: string): Entry | null {
  const mark = given.lastIndexOf('!');
  const row = given.slice(mark + 1).trim();
  if (!/^\d{1,4}$/.test(row) || Number(row) > headerRowMax) return null;
  return { sheet: mark < 0 ? null : given.slice(0, mark).trim().toLowerCase(), row: Number(row) };
}

export function readHeaderRows(given: readonly string[], reading: Reading): string[] {
  if (given.length > headerRowsMax)
    fault(reading, 'headerRow', 'MAX_LENGTH', `must be at most ${headerRowsMax} rows`, {
      maxItems: headerRowsMax,
    });
  const named = given.map((text) => text.trim()).filter((text) => text !== '');
  for (const text of named.slice(0, headerRowsMax)) {
    if (!isStorable(text)) fault(reading, 'headerRow', 'INVALID_CHARACTER', notStorable);
    else if (entryOf(text) === null)
      fault(
        reading,
        'headerRow',
        'FORMAT',
        `must be a row up to ${headerRowMax}, or a sheet name, ! and a row`,
      );
  }
  return named;
}

export function headerRowOf(given: readonly string[], sheet: string): number | undefined {
  const entries = given.map(entryOf).filter((entry) => entry !== null);
  const own = entries.find((entry) => entry.sheet === sheet.trim().toLowerCase());
  return (own ?? entries.find((entry) => entry.sheet === null))?.row;
}

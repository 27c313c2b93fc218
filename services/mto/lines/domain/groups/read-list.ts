import { fault, type Reading } from '@consulting/kernel/schema';

export interface Read<T> {
  at: string;
  item: T;
}

export function readList<T>(
  value: unknown,
  place: string,
  max: number,
  reading: Reading,
  read: (entry: unknown, at: string, reading: Reading) => T | undefined,
): Read<T>[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) {
    fault(reading, place, 'TYPE', 'must be an array', { type: 'array' });
    return [];
  }
  if (value.length > max)
    fault(reading, place, 'MAX_LENGTH', `must have at most ${max} entries`, { maxItems: max });
  return value.slice(0, max).flatMap((entry, index) => {
    const at = `${place}[${index}]`;
    const item = read(entry, at, reading);
    return item === undefined ? [] : [{ at, item }];
  });
}

export function reportRepeats(
  entries: readonly Read<{ name: string }>[],
  place: string,
  reading: Reading,
): void {
  const seen = new Set<string>();
  for (const { at, item } of entries) {
    if (seen.has(item.name)) fault(reading, at, 'DUPLICATE', `occurs more than once in ${place}`);
    seen.add(item.name);
  }
}

import { expect, test } from 'bun:test';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { LineIds } from './row-store';

test('identifiers are UUIDs of version 7, ascending, within their range, and after earlier ones', () => {
  const earlier = Bun.randomUUIDv7();
  const ids = new LineIds(Date.now() + 1);
  const { first, last } = ids.range;
  const some = Array.from({ length: 300 }, () => ids.next());
  for (const id of [first, last, ...some])
    expect(isUuid(id) && id[14] === '7' && '89ab'.includes(id[19] ?? '')).toBe(true);
  expect([earlier, first, ...some, last].toSorted()).toEqual([earlier, first, ...some, last]);
  expect(new Set(some).size).toBe(300);
});

import { expect, test } from 'bun:test';
import { isUuid } from '@consulting/kernel/schema';
import { LineIds, markIn, newLineId } from './line-id';

test('identifiers are UUIDs of version 7, ascending, within their range, and after earlier ones', () => {
  const earlier = Bun.randomUUIDv7();
  const ids = new LineIds(Date.now() + 1, crypto.randomUUID());
  const { first, last } = ids.range;
  const some = Array.from({ length: 300 }, () => ids.next());
  for (const id of [first, last, ...some])
    expect(isUuid(id) && id[14] === '7' && '89ab'.includes(id[19] ?? '')).toBe(true);
  expect([earlier, first, ...some, last].toSorted()).toEqual([earlier, first, ...some, last]);
  expect(new Set(some).size).toBe(300);
});

test('identifiers of lines and of imports tell the end of that of their project', () => {
  const projectId = crypto.randomUUID();
  const ids = [
    newLineId(projectId),
    newLineId(projectId.toUpperCase()),
    new LineIds(Date.now(), projectId).next(),
  ];
  for (const id of ids) {
    expect(isUuid(id)).toBe(true);
    expect(markIn(id)).toBe(projectId.slice(-7));
  }
});

import { describe, expect, test } from 'bun:test';
import { currentOrigin, originOf, readOrigin, requestIdOf, within } from './origin';

const origin = originOf('one', { type: 'bearer', id: 'user:1', name: 'Ann', role: 'Reader' });

describe('the origin of work', () => {
  test('goes through a message as it was, and is there while the work lasts', async () => {
    const read = readOrigin(JSON.stringify(origin));
    expect(read).toEqual({ requestId: 'one', caller: { id: 'user:1', name: 'Ann' } });
    const inside = await within(read, async () => {
      await Bun.sleep(1);
      return currentOrigin();
    });
    expect([inside, currentOrigin()]).toEqual([origin, undefined]);
  });

  test('of a caller with long names is cut, so that a message can carry it', () => {
    const long = originOf('one', {
      type: 'bearer',
      id: 'é'.repeat(9000),
      name: '"'.repeat(9000),
      role: 'Reader',
    });
    expect(readOrigin(JSON.stringify(long))).toEqual(long);
  });

  test.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['another shape', '{"requestId":1}'],
    ['a request id that is too long', JSON.stringify({ ...origin, requestId: 'x'.repeat(129) })],
    ['more than any origin', `${' '.repeat(9000)}${JSON.stringify(origin)}`],
  ])('is not read of %s', (_, written) => {
    expect(readOrigin(written)).toBeUndefined();
  });
});

test.each(['a b', 'x'.repeat(129), '{}', ''])('the request id %j is replaced', (given) => {
  const headers = new Headers({ 'x-request-id': given });
  expect(requestIdOf({ headers })).toMatch(/^[0-9a-f-]{36}$/);
});

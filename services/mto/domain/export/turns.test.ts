import { describe, expect, test } from 'bun:test';
import { Turns } from './turns';

describe('turns', () => {
  test('go to as many as allowed at once and then in the order of asking', async () => {
    const turns = new Turns(2);
    const began: number[] = [];
    const take = async (number: number) => {
      const end = await turns.take();
      began.push(number);
      return end;
    };
    const [first, second] = [await take(1), await take(2)];
    const third = take(3);
    const fourth = take(4);
    await Promise.resolve();
    expect([began, turns.waiting]).toEqual([[1, 2], 2]);
    second();
    second();
    (await third)();
    (await fourth)();
    expect([began, turns.waiting]).toEqual([[1, 2, 3, 4], 0]);
    first();
    const last = [await take(5), await take(6)];
    expect(began).toEqual([1, 2, 3, 4, 5, 6]);
    for (const end of last) end();
  });
});

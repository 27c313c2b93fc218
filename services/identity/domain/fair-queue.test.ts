import { describe, expect, test } from 'bun:test';
import { FairQueue } from './fair-queue';

function workbench(queue: FairQueue) {
  const begun: string[] = [];
  const running: (() => void)[] = [];
  const ask = (source: string) =>
    queue
      .run(source, async () => {
        begun.push(source);
        await new Promise<void>((end) => running.push(end));
        return 'done';
      })
      .catch((error) => error.code as string);
  const endOne = async () => {
    running.shift()?.();
    await Bun.sleep(0);
  };
  return { begun, ask, endOne };
}

describe('FairQueue', () => {
  test('lets few run at once, and sources take turns', async () => {
    const { begun, ask, endOne } = workbench(new FairQueue(2, 10));
    const asked = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(ask);
    await Bun.sleep(0);
    expect(begun).toEqual(['a', 'a']);
    for (let ended = 0; ended < 7; ended += 1) await endOne();
    expect(begun).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'b']);
    expect(await Promise.all(asked)).toEqual(Array(7).fill('done'));
  });

  test('when it is full the last of the largest source gives way to a smaller one, and not to its own', async () => {
    const { begun, ask, endOne } = workbench(new FairQueue(1, 3));
    const flood = ['a', 'a', 'a', 'a'].map(ask);
    expect(await ask('a')).toBe('DEPENDENCY_UNAVAILABLE');
    const other = ask('b');
    expect(await flood[3]).toBe('DEPENDENCY_UNAVAILABLE');
    for (let ended = 0; ended < 4; ended += 1) await endOne();
    expect(begun).toEqual(['a', 'a', 'b', 'a']);
    expect(await other).toBe('done');
  });

  test('work that fails ends its turn', async () => {
    const queue = new FairQueue(1, 3);
    const failing = queue.run('a', () => Promise.reject(new Error('no')));
    const next = queue.run('a', async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});

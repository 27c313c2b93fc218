import { describe, expect, test } from 'bun:test';
import { Turns } from './turns';

const limits = {
  atOnceMax: 2,
  atOncePerCallerMax: 2,
  waitingMax: 8,
  waitingPerCallerMax: 8,
  waitMsMax: 60_000,
};

function recorded(changes: Partial<typeof limits> = {}) {
  const turns = new Turns('Searches', { ...limits, ...changes });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const take = async (caller: string, name = caller, signal?: AbortSignal) => {
    ends.set(name, await turns.take(caller, signal));
    began.push(name);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await Bun.sleep(0);
  };
  return { turns, began, take, end };
}

const codeOf = (taken: Promise<unknown>) => taken.then(() => 'taken').catch((error) => error.code);

describe('turns', () => {
  test('go to as many as allowed at once and then in the order of asking; an end counts once', async () => {
    const { turns, began, take, end } = recorded();
    for (const name of ['1', '2', '3', '4']) void take('caller', name);
    await Bun.sleep(0);
    expect([began, turns.waiting]).toEqual([['1', '2'], 2]);
    await end('2');
    await end('2');
    expect([began, turns.waiting]).toEqual([['1', '2', '3'], 1]);
    for (const name of ['1', '3', '4']) await end(name);
    expect([began, turns.running, turns.waiting]).toEqual([['1', '2', '3', '4'], 0, 0]);
  });

  test('are limited for each caller, however many are free', async () => {
    const { began, take, end } = recorded({ atOnceMax: 4, atOncePerCallerMax: 1 });
    for (const name of ['a1', 'a2']) void take('a', name);
    void take('b');
    await Bun.sleep(0);
    expect(began).toEqual(['a1', 'b']);
    await end('a1');
    expect(began).toEqual(['a1', 'b', 'a2']);
  });

  test('go to the callers one after the other, not to the one who asked most', async () => {
    const { began, take, end } = recorded({ atOnceMax: 1 });
    for (const name of ['a1', 'a2', 'a3']) void take('a', name);
    for (const name of ['b1', 'b2']) void take('b', name);
    await Bun.sleep(0);
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await end(name);
    expect(began).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  test('are refused when too many wait, of one caller or of all', async () => {
    const { turns, take, end } = recorded({ atOnceMax: 1, waitingMax: 2, waitingPerCallerMax: 1 });
    for (const caller of ['a', 'a']) void take(caller);
    await Bun.sleep(0);
    expect(await codeOf(turns.take('a'))).toBe('RATE_LIMITED');
    void take('b');
    await Bun.sleep(0);
    expect(await codeOf(turns.take('c'))).toBe('RATE_LIMITED');
    for (const caller of ['a', 'b', 'a', 'b']) await end(caller);
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  });

  test('are given up after a wait that is too long, and when the client goes away', async () => {
    const { turns, take, began, end } = recorded({ atOnceMax: 1, waitMsMax: 5 });
    await take('a');
    expect(await codeOf(turns.take('b'))).toBe('DEPENDENCY_UNAVAILABLE');
    const client = new AbortController();
    const waiting = codeOf(turns.take('c', client.signal));
    client.abort();
    expect(await waiting).toBe('DEPENDENCY_UNAVAILABLE');
    expect(turns.waiting).toBe(0);
    await end('a');
    await take('d');
    expect([began, turns.running]).toEqual([['a', 'd'], 1]);
  });

  test('end when what is done in them fails', async () => {
    const { turns } = recorded();
    const failing = turns.run('a', undefined, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(turns.running).toBe(0);
  });
});

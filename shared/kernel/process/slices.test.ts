import { expect, test } from 'bun:test';
import { inSlices, nextTurn, Slice, sortedInSlices } from './slices';

/** The work takes longer than a slice, however fast the machine is. */
function work(slice = new Slice()): void {
  while (!slice.isOver);
}

const turn = () => new Promise((resume) => setImmediate(resume));

test('inSlices: what else waits for the event loop has a turn after each item that takes a slice', async () => {
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns += 1) await turn();
  })();
  const turnsBefore: number[] = [];
  const made = await inSlices(['a', 'b', 'c', 'd'], (item, index) => {
    turnsBefore.push(turns);
    work();
    return `${item}${index}`;
  });
  isDone = true;
  await others;
  expect(made).toEqual(['a0', 'b1', 'c2', 'd3']);
  expect(new Set(turnsBefore).size).toBe(4);
});

test('inSlices: short items wait for nothing', async () => {
  const events: string[] = [];
  setImmediate(() => void events.push('a turn'));
  await inSlices([1, 2, 3], (item) => void events.push(String(item)));
  expect(events).toEqual(['1', '2', '3']);
});

test('nextTurn: one of many that compute goes on in a turn, the one that has waited longest', async () => {
  const resumed: string[] = [];
  let turns = 0;
  let isDone = false;
  const perTurn: number[] = [];
  const compute = async (name: string) => {
    for (let round = 0; round < 3; round += 1) {
      await nextTurn();
      resumed.push(name);
      perTurn[turns] = (perTurn[turns] ?? 0) + 1;
    }
  };
  const watch = (async () => {
    for (; !isDone; turns += 1) await turn();
  })();
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(compute));
  isDone = true;
  await watch;
  expect(resumed.join('')).toBe('abcdeabcdeabcde');
  expect(Math.max(...perTurn.filter((count) => count > 0))).toBe(1);
});

test('a server answers others while its process computes in slices', async () => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('served') });
  const ask = `for (let at = 0; at < 10; at += 1) await (await fetch('${server.url}')).text();`;
  const events: string[] = [];
  const client = Bun.spawn([process.execPath, '-e', ask]);
  const asked = client.exited.then(() => events.push('all answered'));
  const slice = new Slice();
  while (events.length === 0) {
    work(slice);
    await slice.next();
  }
  await asked;
  expect(client.exitCode).toBe(0);
  await server.stop(true);
});

test('sortedInSlices: sorts as arrays do, items that are equal in the order in which they came', async () => {
  const items = Array.from({ length: 5321 }, (_, at) => ({ at, key: Math.imul(at, 2654435761) >>> 25 }));
  const compare = (one: { key: number }, other: { key: number }) => one.key - other.key;
  expect(await sortedInSlices(items, compare)).toEqual(items.toSorted(compare));
  expect(await sortedInSlices([], compare)).toEqual([]);
});

import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Null of a thread that has ended since the folder was read. */
function statOf(thread: string): string | null {
  try {
    return readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  } catch {
    return null;
  }
}

/** Linux writes a larger number for a lower priority. */
const priorities = () =>
  new Map<string, number>(
    readdirSync('/proc/self/task').flatMap((thread) => {
      const text = statOf(thread);
      return text === null ? [] : [[thread, Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16])]];
    }),
  );

test.if(process.platform === 'linux')('a thread gives way, and only that one', async () => {
  const before = priorities();
  const module = JSON.stringify(join(import.meta.dir, 'thread-priority.ts'));
  const code = `import { giveWay } from ${module};\ngiveWay();\npostMessage('done');\nsetInterval(() => {}, 1000);`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'application/typescript' })));
  await new Promise((done) => {
    worker.onmessage = done;
  });
  // A thread that the worker has started itself, as the garbage collector does, has the priority of the worker.
  const after = priorities();
  expect([...after].filter(([thread]) => !before.has(thread)).map(([, priority]) => priority)).toContain(10);
  for (const [thread, priority] of before) expect(after.get(thread) ?? priority).toBe(priority);
  worker.terminate();
});

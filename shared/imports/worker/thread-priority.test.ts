import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux writes a larger number for a lower priority. */
const priorities = () =>
  readdirSync('/proc/self/task').map((thread) => {
    const text = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
  });

test.if(process.platform === 'linux')('a thread gives way, and only that one', async () => {
  const before = priorities();
  expect(before).not.toContain(10);
  const module = JSON.stringify(join(import.meta.dir, 'thread-priority.ts'));
  const code = `import { giveWay } from ${module};\ngiveWay();\npostMessage('done');\nsetInterval(() => {}, 1000);`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'application/typescript' })));
  await new Promise((done) => {
    worker.onmessage = done;
  });
  expect(priorities().filter((one) => one === 10)).toHaveLength(1);
  worker.terminate();
});

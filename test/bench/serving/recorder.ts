/** Loaded before a service: writes for how long its serving thread kept the processor without a turn for other requests. */
import { appendFileSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const everyMs = 1;
const displayedMsMin = 2;
const folder = process.env.STRETCHES_DIR;
const [, service] = /services\/([^/]+)\/index\.ts$/.exec(Bun.main) ?? [];

if (folder && service && Bun.isMainThread) {
  const file = join(folder, service);
  const clock = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const bytes = Buffer.alloc(64);
  /** Milliseconds of processor time of this thread, so that what else the machine does counts for nothing. */
  const spent = (): number => {
    const length = readSync(clock, bytes, 0, bytes.length, 0);
    return Number(bytes.toString('latin1', 0, length).split(' ')[0]) / 1e6;
  };
  let last = spent();
  setInterval(() => {
    const now = spent();
    if (now - last >= displayedMsMin) appendFileSync(file, `${(now - last).toFixed(1)}\n`);
    last = now;
  }, everyMs).unref();
}

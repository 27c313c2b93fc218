import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment, until } from '../testing/fake-system';
import { ended, isRunning } from './process-table';
import { watchOver } from './watchdog';

async function startWatch(sleeper: string, removes: string) {
  const module = JSON.stringify(join(import.meta.dir, './watchdog.ts'));
  const script = `const { watchOver } = await import(${module});
    const child = Bun.spawn(['/bin/sh', '-c', ${JSON.stringify(sleeper)}]);
    watchOver({ pid: child.pid, signals: ['TERM', 'KILL'], graceMs: 300, removes: ${JSON.stringify(removes)} });
    console.log(child.pid);
    setInterval(() => {}, 1000);`;
  const launcher = Bun.spawn([process.execPath, '-e', script], {
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await launcher.stdout.getReader().read();
  return { launcher, pid: Number(new TextDecoder().decode(value)) };
}

test.each([
  ['one that ends at TERM', 'exec sleep 600'],
  ['one that ignores TERM', "trap '' TERM; while :; do sleep 0.05; done"],
])('kill -9 of the launcher, %s: ended, its folder removed', async (_, sleeper) => {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-watchdog-'));
  const { launcher, pid } = await startWatch(sleeper, folder);
  await until(
    () => 'the sleeper to run',
    () => isRunning(pid),
  );
  launcher.kill('SIGKILL');
  expect(await ended(pid, 4_000)).toBe(true);
  expect(
    await until(
      () => 'the folder to go',
      () => !existsSync(folder),
    ),
  ).toBe(true);
});

test('watch ended: the process goes on, its folder stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-watchdog-'));
  const child = Bun.spawn(['sleep', '600']);
  watchOver({ pid: child.pid, signals: ['KILL', 'KILL'], graceMs: 100, removes: folder })();
  await Bun.sleep(300);
  expect([isRunning(child.pid), existsSync(folder)]).toEqual([true, true]);
  child.kill('SIGKILL');
  await child.exited;
  rmSync(folder, { recursive: true });
});

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../process/free-port';
import { fakeHome, pair } from '../testing/fake-system';

setDefaultTimeout(300_000);

let home: ReturnType<typeof fakeHome>;
beforeEach(() => {
  home = fakeHome();
});
afterEach(() => home.remove());

test('port taken: one sentence, exit code 1', async () => {
  const port = await freePort();
  const taken = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() });
  const launcher = home.launch(pair, { PORT: String(port) });
  expect(await launcher.exitCode()).toBe(1);
  await taken.stop(true);
  const sentence = `Port ${port} of 127.0.0.1 is taken by another program: stop it, or set PORT to a free one.`;
  expect({ output: launcher.output, warnings: launcher.warnings }).toEqual({
    output: [],
    warnings: [sentence],
  });
});

test('wrong settings of a process: its sentence and ours, everything ends, exit code 1', async () => {
  const launcher = home.launch([{ name: 'mto', program: 'refusing' }, ...pair]);
  expect(await launcher.exitCode()).toBe(1);
  expect(launcher.warnings).toContain('mto | RATE_LIMIT is lots: give a whole number.');
  expect(launcher.warnings).toContain('mto refuses to start: its lines above say why.');
  expect(launcher.output.some((line) => line.startsWith('ready '))).toBe(false);
  expect(home.pidFiles()).toEqual([]);
});

test('data folder in use: one sentence, exit code 1, the first system goes on', async () => {
  const first = home.launch(pair);
  const url = await first.ready();
  const second = home.launch(pair);
  expect(await second.exitCode()).toBe(1);
  expect(second.warnings).toEqual([
    `The data folder ${home.dataDir} is in use by process ${first.pid}: stop that one, or set DATA_DIR to another folder.`,
  ]);
  expect((await fetch(url)).status).toBe(200);
});

test('data folder of another Postgres version: one sentence, exit code 1', async () => {
  const postgres = join(home.dataDir, 'postgres');
  await Bun.write(join(postgres, 'PG_VERSION'), '16\n');
  writeFileSync(join(postgres, 'anything'), '');
  const launcher = home.launch(pair);
  expect(await launcher.exitCode()).toBe(1);
  expect(launcher.warnings).toContain(
    `The data folder ${postgres} was made by Postgres 16 and this is 18: move it away or set DATA_DIR to another one.`,
  );
});

test('PORT that is none: one sentence, exit code 1', async () => {
  const launcher = home.launch(pair, { PORT: 'many' });
  expect(await launcher.exitCode()).toBe(1);
  expect(launcher.warnings.join('\n')).toContain('PORT is many: give a whole number from 0 to 65535.');
});

test('METRICS_PORT taken: one sentence, exit code 1', async () => {
  const port = await freePort();
  const taken = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() });
  const launcher = home.launch(pair, { METRICS_PORT: String(port) });
  expect(await launcher.exitCode()).toBe(1);
  await taken.stop(true);
  expect(launcher.warnings).toEqual([
    `Port ${port} of 127.0.0.1 is taken by another program: stop it, or set METRICS_PORT to a free one.`,
  ]);
});

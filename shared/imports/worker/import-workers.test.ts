import { expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { WorkerThread } from './import-workers';

/** The worker ends by itself at its first look, as a replaced thread does, and takes a moment to stop. */
const program = `
import { existsSync, writeFileSync } from 'node:fs';
self.onmessage = async ({ data }) => {
  if (data.kind === 'start') globalThis.marker = data.settings.service;
  if (data.kind === 'look' && !existsSync(globalThis.marker)) {
    writeFileSync(globalThis.marker, '');
    process.exit();
  }
  if (data.kind === 'look') self.postMessage({ kind: 'idle' });
  if (data.kind !== 'stop') return;
  await Bun.sleep(20);
  self.postMessage({ kind: 'log', level: 'info', message: 'given back', facts: {} });
  self.postMessage({ kind: 'stopped' });
};`;

test('an import worker is stopped in order also when it is not the first of its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-worker-'));
  const file = join(folder, 'worker.ts');
  writeFileSync(file, program);
  const lines: string[] = [];
  const write = (message: string) => void lines.push(message);
  const log = { debug: write, info: write, warn: write, error: write, with: () => log };
  const settings = {
    service: join(folder, 'first'),
    schema: 'none',
    databaseUrl: 'none',
    natsUrl: 'none',
    limits: defaultTabularLimits,
    tracesUrl: undefined,
    isHistoryOff: false,
  };
  const thread = new WorkerThread(pathToFileURL(file), settings, log);
  thread.look();
  while (thread.isBusy) await Bun.sleep(1);
  thread.look();
  while (thread.isBusy) await Bun.sleep(1);
  await thread.stop();
  expect(lines).toEqual(['given back']);
});

import { expect, test } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');

/**
 * A race leaves a reaction, and with it what it was given, at each of its promises that has not settled: what lives on while requests
 * come and go must not be raced by them (`shared/kernel/process/interruption.ts` and `pause.ts` are for that). Here stands what ends the
 * longest promise of each race.
 */
const allowed: Record<string, string> = {
  'gateway/limits/failed-attempts.ts':
    'the attempts of other requests of the same address, each with a deadline',
  'gateway/listeners/listener.ts': 'one answer to one question',
  'gateway/supervisor.ts': 'one answer to one question',
  'gateway/routing/upstream.ts': 'one probe of one address, with a deadline',
  'local/process/server.ts': 'the end of a process that is being stopped',
  'local/process/service-process.ts': 'the log of a process that has ended',
  'services/mto/columns/store/column-readings.ts':
    'the reading of some fields of one project, which ends by itself',
  'shared/imports/worker/import-worker.ts': 'a connection that is being closed',
  'shared/imports/worker/import-workers.ts': 'a thread that is being stopped',
  'shared/kernel/nats/bus.ts': 'a connection that is being closed',
  'shared/kernel/http/serving/compressed-stream.ts': 'one read of one body, raced once',
  'shared/kernel/http/serving/upload.ts': 'the form of one request',
  'shared/kernel/process/lifecycle.ts': 'a phase that is being stopped',
  'shared/kernel/process/listen.ts': 'a server that is being stopped',
  'shared/kernel/service/service-process.ts': 'the start of the process',
  'shared/kernel/postgres/database/connect.ts': 'one statement of one check',
  'shared/kernel/postgres/driver/connector.ts': 'the opening of one connection, with a deadline',
  'shared/kernel/postgres/replicas/replica.ts': 'one look at one position',
  'shared/kernel/process/telemetry.ts': 'one reading of one figure, which has a deadline of its own',
};

test('no promise that outlives a request is raced: whoever races says what ends it', async () => {
  const racing = new Set<string>();
  for (const folder of ['gateway', 'services', 'shared', 'local', 'client', 'workbench']) {
    for await (const file of new Bun.Glob('**/*.{ts,tsx,mjs}').scan({ cwd: join(root, folder) })) {
      if (file.includes('node_modules') || /\.test\.tsx?$/.test(file)) continue;
      const path = `${folder}/${file}`;
      if (/\bPromise\.(?:race|any)\b/.test(await Bun.file(join(root, path)).text())) racing.add(path);
    }
  }
  expect([...racing].sort()).toEqual(Object.keys(allowed).sort());
});

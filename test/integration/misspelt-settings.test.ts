import { expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { gatewaySettingNames } from '@consulting/gateway/settings';
import { identity } from '@consulting/identity/service';
import { databaseVariable, serviceSettings } from '@consulting/kernel/process';
import { misspeltSettings } from '@consulting/kernel/process/misspelt-settings';
import { mto } from '@consulting/mto/service';

const root = join(import.meta.dir, '../..');
const services = [clientsProjects, crewsRates, equipmentWbs, identity, mto];
const namesOf = ({ name, settings }: { name: string; settings: object }) => [
  ...Object.keys({ ...serviceSettings, ...settings }),
  'DATABASE_URL',
  databaseVariable(name),
];

test('no setting of a process is taken for a misspelt one of another, since all may be given to each', () => {
  const processes = [...services.map(namesOf), gatewaySettingNames];
  const all = Object.fromEntries(processes.flat().map((name) => [name, '1']));
  for (const names of processes) expect(misspeltSettings(names, all)).toEqual([]);
});

/** The first line of the log of a process that says it of a setting; the process is ended. */
async function warning(command: string, environment: Record<string, string>): Promise<string | undefined> {
  const started = Bun.spawn([process.execPath, '--no-orphans', ...command.split(' ')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      CALLER_SECRET: 'x'.repeat(32),
      NATS_URL: 'nats://127.0.0.1:1',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      LOG_LEVEL: 'warn',
      IDP_AUTH_ENABLED: 'false',
      ...Object.fromEntries(services.map(({ name }) => [upstream(name), 'http://127.0.0.1:1'])),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  for await (const chunk of started.stdout) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('is no setting')) break;
  }
  started.kill('SIGKILL');
  await started.exited;
  return text.split('\n').find((line) => line.includes('is no setting'));
}

const upstream = (name: string) => `${name.toUpperCase().replaceAll('-', '_')}_URL`;

test.each([
  ['services/identity/index.ts', 'HISTORY_DAY', 'HISTORY_DAYS'],
  ['services/mto/index.ts', 'MTO_COLUMN_MEGABYTES', 'MTO_COLUMNS_MEGABYTES'],
  ['gateway/index.ts', 'RATE_LIMIT_REQUEST_PER_MINUTE', 'RATE_LIMIT_REQUESTS_PER_MINUTE'],
  ['shared/kernel/stream-keeper.ts', 'METRICS_PROT', 'METRICS_PORT'],
])('%s with %s warns once that it is no setting', async (command, variable, meant) => {
  const line = await warning(command, { [variable]: '1' });
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 'warn',
    message: `${variable} is no setting; did you mean ${meant}?`,
  });
});

test('an upgrade names what .env has and compose does not pass on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-upgrade-'));
  try {
    for (const part of ['compose.yaml', 'containers'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    await Bun.write(join(folder, 'docker'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const made = Bun.spawnSync(['sh', 'containers/make-env.sh'], { cwd: folder });
    const settings = 'HISTORY_DAY=30\nHISTORY_DAYS=30\nMTO_REPLICAS=2\nCOMPOSE_FILE=compose.yaml\n';
    await Bun.write(join(folder, '.env'), `${made.stdout}\n${settings}`);
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { stderr } = Bun.spawnSync(['sh', 'containers/upgrade.sh', 'consulting:none'], {
      cwd: folder,
      env,
    });
    const warned = stderr.toString().match(/.* is no setting\./g);
    expect(warned).toEqual(['HISTORY_DAY in .env is no setting.']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

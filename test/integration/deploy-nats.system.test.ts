import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepStream } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { findNatsServer } from '@consulting/local/nats/find-server';
import { freePorts } from '@consulting/local/process/free-port';
import { documentsOf, type Manifest, textOfDeployment, workloadsIn } from '../support/deployment';
import { NatsLine } from '../support/nats-line';
import { until } from '../support/until';

const folder = mkdtempSync(join(tmpdir(), 'consulting-deploy-nats-'));
const [nats] = workloadsIn('components/nats');
const names = ['nats-0', 'nats-1', 'nats-2'];
const servers: Bun.Subprocess[] = [];
let urls: Map<string, string>;
let health: number[];

/** Three servers by the command, settings and secrets of their pods; addresses and folders alone are of this machine. */
beforeAll(async () => {
  const made = join(folder, 'secrets');
  const script = join(import.meta.dir, '../../deploy/make-secrets.sh');
  expect(Bun.spawnSync(['sh', script, made, 'db:5432/consulting']).exitCode).toBe(0);
  const secrets = documentsOf(readFileSync(join(made, 'secrets.yaml'), 'utf8')) as (Manifest & {
    stringData: Record<string, string>;
  })[];
  const valuesOf = (name: string) => secrets.find(({ metadata }) => metadata.name === name)?.stringData ?? {};
  const ports = await freePorts(names.length * 3);
  const portOf = (kind: number, at: number) => ports[kind * names.length + at] ?? 0;
  const here = (text: string, at: number) => {
    const own = text
      .replaceAll('0.0.0.0:4222', `127.0.0.1:${portOf(0, at)}`)
      .replaceAll('0.0.0.0:6222', `127.0.0.1:${portOf(1, at)}`)
      .replaceAll('0.0.0.0:8222', `127.0.0.1:${portOf(2, at)}`);
    const known = names.reduce(
      (one, name, other) =>
        one
          .replaceAll(`${name}.nats:4222`, `127.0.0.1:${portOf(0, other)}`)
          .replaceAll(`${name}.nats:6222`, `127.0.0.1:${portOf(1, other)}`),
      own,
    );
    const pod = join(folder, names[at] ?? '');
    return known
      .replaceAll('"/data"', `"${pod}/data"`)
      .replaceAll('/etc/nats', pod)
      .replaceAll('/secrets', pod);
  };
  const program = await findNatsServer();
  for (const [at, name] of names.entries()) {
    const pod = join(folder, name);
    mkdirSync(pod);
    for (const file of ['nats-server.conf', 'nats-users.conf', 'tls.conf'])
      writeFileSync(join(pod, file), here(textOfDeployment(`components/nats/${file}`), at));
    writeFileSync(join(pod, 'passwords'), valuesOf('nats').passwords ?? '');
    const [shell = '', flags = '', command = ''] = nats?.container.command ?? [];
    servers.push(
      Bun.spawn([shell, flags, here(command, at).replace('exec nats-server', `exec ${program}`)], {
        env: { HOSTNAME: name },
        stdio: ['ignore', 'ignore', 'ignore'],
      }),
    );
  }
  urls = new Map(
    secrets.flatMap(({ metadata, stringData }) => {
      const url = stringData['nats-url'];
      return url === undefined ? [] : [[metadata.name, here(url, 0)]];
    }),
  );
  health = names.map((_, at) => portOf(2, at));
});

afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ exited }) => exited));
  rmSync(folder, { recursive: true, force: true });
});

const answers = (path: string) =>
  Promise.all(
    health.map((port) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );

test('three pods find each other and every probe says so', async () => {
  const { startupProbe, readinessProbe, livenessProbe } = nats?.container ?? {};
  for (const probe of [startupProbe, readinessProbe, livenessProbe])
    await until(async () => (await answers(probe?.httpGet.path ?? '')).every(Boolean));
});

test('who has a secret gets in with it, and streams makes the stream on three servers', async () => {
  expect(urls.size).toBe(7);
  for (const url of urls.values()) {
    const [right, wrong] = [url, url.replace(/:s[0-9a-f]+@/, ':wrong@')];
    for (const [one, isIn] of [
      [right, true],
      [wrong, false],
    ] as const) {
      const line = await NatsLine.open(one.split(',')[0] ?? '');
      expect((await line.say([])).includes("-ERR 'Authorization Violation'")).toBe(!isIn);
      line.close();
    }
  }
  const keeper = keepStream({ url: urls.get('streams') ?? '', log: serviceLog() });
  await until(async () => keeper.isThere());
  const line = await NatsLine.open((urls.get('streams') ?? '').split(',')[0] ?? '');
  const { config } = await line.request('$JS.API.STREAM.INFO.EVENTS', undefined, '_INBOX_streams.a.b');
  expect(config.num_replicas).toBe(3);
  line.close();
  await keeper.close();
});

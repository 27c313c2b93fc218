import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsUsers } from '@consulting/local/nats/users';
import { pinnedVersion } from '../../local/launcher/bun-packages.mjs';
import { services } from '../support/message-contracts';
import { settingsReadBy } from '../support/process-settings';

interface Container {
  image: string;
  build?: object;
  command?: string[];
  deploy?: { replicas: string };
  ports?: string[];
  healthcheck?: { test: string[] };
  logging?: { driver: string; options: Record<string, string> };
  environment?: Record<string, string | null>;
  volumes?: string[];
}

const root = join(import.meta.dir, '../..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = Bun.YAML.parse(text('compose.yaml')) as { services: Record<string, Container> };
const containers = Object.entries(compose.services);

test.each(containers)('%s: its log has a bound', (_, { logging }) => {
  expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } });
});

test.each(containers)('%s: the digest of its image can be given', (_, { image }) => {
  expect(image).toMatch(
    /^(\$\{CONSULTING_IMAGE:-consulting:latest\}|(postgres:\$\{POSTGRES_VERSION:-18\}|nats:2\.12-alpine|haproxy:3\.2-alpine)\$\{[A-Z]+_DIGEST:-\})$/,
  );
});

test('every base of the image takes the digest', () => {
  const stages = [...text('Dockerfile').matchAll(/^FROM (\S+)(?: AS (\S+))?/gm)];
  const names = stages.map(([, , name]) => name);
  const bases = stages.map(([, base]) => base).filter((base) => !names.includes(base));
  expect(new Set(bases)).toEqual(new Set([`oven/bun:${pinnedVersion}-slim\${BUN_DIGEST}`]));
});

test('the image knows every package of the lock file, and takes nothing of the workbench but what was built', () => {
  const workspaces = Object.keys(
    (Bun.JSONC.parse(text('bun.lock')) as { workspaces: object }).workspaces,
  ).filter((path) => path !== '');
  const copied = [...text('Dockerfile').matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(
    ([, path]) => path,
  );
  expect(copied.toSorted()).toEqual(workspaces.toSorted());
  const image =
    text('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect([...image.matchAll(/^COPY .*workbench.*$/gm)].map(([line]) => line)).toEqual([
    'COPY --from=workbench /app/workbench/dist workbench/dist',
  ]);
});

test('every NATS user has its own password, in the server and in its process, from make-env.sh', () => {
  const { passwords: ofUsers } = natsUsers();
  const nats = compose.services.nats?.environment ?? {};
  for (const name of ['gateway', 'streams', ...services]) {
    const variable = `${name.toUpperCase().replaceAll('-', '_')}_PASSWORD`;
    expect(ofUsers).toHaveProperty(variable);
    expect(nats[variable]).toContain(`\${${variable}`);
    const former = variable.replace('PASSWORD', 'FORMER_PASSWORD');
    const isService = (services as readonly string[]).includes(name);
    const list = isService ? `(${variable})(${former}:+,(${former}:-))` : `(${variable}:?set ${variable})`;
    const passwords = list.replaceAll('(', '${').replaceAll(')', '}');
    const { NATS_URL, DATABASE_URL } = compose.services[name]?.environment ?? {};
    expect(NATS_URL).toBe(`nats://${name}:${passwords}@nats:4222`);
    if (isService) expect(DATABASE_URL).toContain(`:${passwords}@`);
    expect(text('containers/make-env.sh')).toContain(variable);
  }
  expect(Object.keys(ofUsers)).toHaveLength(services.length + 2);
});

test('the users that tests and the local launcher read are those of the containers', () => {
  expect(text('containers/nats-server.conf')).toContain('include "./nats-users.conf"');
  const mounted = compose.services.nats?.volumes ?? [];
  expect(mounted).toContain('./containers/nats-users.conf:/etc/nats/nats-users.conf:ro');
});

/** Fixed by the image and the networks; nobody sets them for a container. */
const ofTheImage = ['HOST', 'PORT', 'METRICS_PORT', 'SPOOL_DIR'];
const table = text('README.md').split('\n## Environment\n')[1]?.split('\n## ')[0] ?? '';

test.each(['gateway', ...services])('%s: what it reads is in the README and reaches it', async (name) => {
  const read = await settingsReadBy(name);
  expect(read.length).toBeGreaterThan(8);
  const given = Object.keys(compose.services[name]?.environment ?? {});
  expect(read.filter((variable) => ![...given, ...ofTheImage].includes(variable))).toEqual([]);
  const inTable = (variable: string) =>
    table.includes(`\`${variable}\``) ||
    (variable.endsWith('_URL') && table.includes('CLIENTS_PROJECTS_URL'));
  expect(read.filter((variable) => !inTable(variable))).toEqual([]);
  const elsewhere = ['OTEL_EXPORTER_OTLP_HEADERS']; // read by the exporter itself
  expect(given.filter((variable) => ![...read, ...elsewhere].includes(variable))).toEqual([]);
});

test('every limit of the README reaches a container', () => {
  const names = [...table.matchAll(/`([A-Z]+(?:_[A-Z]+)*_(?:MAX|MINUTE|WORKERS))`/g)].map(([, name]) => name);
  const given = new Set(containers.flatMap(([, { environment }]) => Object.keys(environment ?? {})));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !given.has(name ?? ''))).toEqual([]);
});

test('one container builds the image of all, and the scale of each comes from the environment', () => {
  expect(containers.filter(([, { build }]) => build).map(([name]) => name)).toEqual(['migrate']);
  for (const name of ['gateway', ...services]) {
    const variable = `${name.toUpperCase().replaceAll('-', '_')}_REPLICAS`;
    expect(compose.services[name]?.deploy?.replicas).toBe(`\${${variable}:-1}`);
  }
});

test('the front alone is published, and no health check starts the runtime', () => {
  expect(containers.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['front']);
  for (const [, { healthcheck }] of containers) expect(healthcheck?.test[1] ?? '').not.toContain('bun');
});

test('the archive of Postgres starts the server with the settings that it has without', () => {
  const archive = Bun.YAML.parse(text('containers/archive.yaml')) as typeof compose;
  const usual = compose.services.postgres?.command ?? [];
  expect(usual.length).toBeGreaterThan(1);
  expect(archive.services.postgres?.command?.slice(0, usual.length)).toEqual(usual);
});

test('make-env.sh: a file that its owner alone may read, and never in place of another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-env-'));
  try {
    const file = join(folder, '.env');
    const make = () => Bun.spawnSync(['sh', join(root, 'containers/make-env.sh'), file]).exitCode;
    expect(make()).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const first = readFileSync(file, 'utf8');
    expect(first.split('\n').filter(Boolean)).toHaveLength(9);
    expect(make()).not.toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(text('.gitignore').split('\n')).toContain('.env');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Stands in for the program that talks to the registry, since there may be none; it says which images it was asked for. */
const registry = `#!/bin/sh
if [ "$1" = pull ]; then echo "$3" >> "$ASKED"; else name=\${5%%:*}; echo "docker.io/$name@sha256:0123"; fi
`;

test('pin-images.sh: a digest for every variable, of the images that are used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-pin-'));
  try {
    writeFileSync(join(folder, 'docker'), registry, { mode: 0o755 });
    const asked = join(folder, 'asked');
    const { exitCode, stdout } = Bun.spawnSync(['sh', join(root, 'containers/pin-images.sh')], {
      env: { PATH: `${folder}:${process.env.PATH}`, ASKED: asked },
    });
    expect(exitCode).toBe(0);
    const used = [text('compose.yaml'), text('Dockerfile')].join('').match(/\$\{[A-Z]+_DIGEST/g) ?? [];
    const variables = new Set(used.map((one) => one.slice(2)));
    const reported = stdout.toString().trim().split('\n');
    expect(new Set(reported.map((line) => line.split('=')[0] ?? ''))).toEqual(variables);
    for (const line of reported) expect(line).toEndWith('=@sha256:0123');
    expect(readFileSync(asked, 'utf8').trim().split('\n')).toEqual([
      `oven/bun:${pinnedVersion}-slim`,
      'postgres:18',
      'nats:2.12-alpine',
      'haproxy:3.2-alpine',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

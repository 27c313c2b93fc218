import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { natsUsers } from '@consulting/local/nats/users';
import { pinnedVersion } from '../../local/launcher/bun-packages.mjs';
import { services } from '../support/message-contracts';

interface Container {
  image: string;
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
    /^(\$\{CONSULTING_IMAGE:-consulting:latest\}|(postgres:18|nats:2\.12-alpine)\$\{[A-Z]+_DIGEST:-\})$/,
  );
});

test('every base of the image takes the digest', () => {
  const bases = [...text('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([`oven/bun:${pinnedVersion}-slim\${BUN_DIGEST}`]));
});

test('every NATS user has its own password, in the server and in its process, from make-env.sh', () => {
  const { passwords } = natsUsers();
  const nats = compose.services.nats?.environment ?? {};
  for (const name of ['gateway', 'streams', ...services]) {
    const variable = `${name.toUpperCase().replaceAll('-', '_')}_PASSWORD`;
    expect(passwords).toHaveProperty(variable);
    expect(nats[variable]).toContain(`\${${variable}`);
    expect(compose.services[name]?.environment?.NATS_URL).toMatch(
      new RegExp(`^nats://${name}:\\$\\{${variable}(:[^}]*)?\\}@nats:4222$`),
    );
    expect(text('containers/make-env.sh')).toContain(variable);
  }
  expect(Object.keys(passwords)).toHaveLength(services.length + 2);
});

test('the users that tests and the local launcher read are those of the containers', () => {
  expect(text('containers/nats-server.conf')).toContain('include "./nats-users.conf"');
  const mounted = compose.services.nats?.volumes ?? [];
  expect(mounted).toContain('./containers/nats-users.conf:/etc/nats/nats-users.conf:ro');
});

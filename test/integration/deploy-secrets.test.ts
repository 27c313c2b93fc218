import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsOf, type Manifest, workloadsIn } from '../support/deployment';
import { faultsOf } from '../support/kubernetes-api';

const workloads = workloadsIn('base', 'components/nats', 'migrations');
const made = mkdtempSync(join(tmpdir(), 'consulting-secrets-'));
const folder = join(made, 'new');
const make = () =>
  Bun.spawnSync(['sh', join(import.meta.dir, '../../deploy/make-secrets.sh'), folder, 'db:5432/consulting'])
    .exitCode;
expect(make()).toBe(0);
afterAll(() => rmSync(made, { recursive: true }));
type Secret = Manifest & { stringData: Record<string, string> };
const secrets = documentsOf(readFileSync(join(folder, 'secrets.yaml'), 'utf8')) as Secret[];
const keysOf = (name: string) =>
  Object.keys(secrets.find(({ metadata }) => metadata.name === name)?.stringData ?? {});

test('make-secrets.sh: files that their owner alone may read, never in place of others', () => {
  for (const file of ['secrets.yaml', 'logins.sql'])
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const before = readFileSync(join(folder, 'secrets.yaml'), 'utf8');
  expect(make()).not.toBe(0);
  expect(readFileSync(join(folder, 'secrets.yaml'), 'utf8')).toBe(before);
  for (const secret of secrets) expect(faultsOf(secret)).toEqual([]);
});

test('make-secrets.sh: every key that a pod mounts, and none that nobody mounts', () => {
  const used = new Set<string>();
  for (const { pod } of workloads)
    for (const { projected, secret } of pod.volumes) {
      for (const source of projected?.sources ?? [])
        for (const { key } of source.secret.items ?? []) used.add(`${source.secret.name}/${key}`);
      if (secret) for (const key of keysOf(secret.secretName)) used.add(`${secret.secretName}/${key}`);
    }
  const there = secrets.flatMap(({ metadata, stringData }) =>
    Object.keys(stringData).map((key) => `${metadata.name}/${key}`),
  );
  expect([...used].toSorted()).toEqual(there.toSorted());
});

test('every file that a setting names is mounted', () => {
  for (const { pod, container } of workloads) {
    const mounted = pod.volumes.flatMap(({ projected, secret }) => [
      ...(projected?.sources.flatMap((one) => one.secret.items?.map(({ path }) => path) ?? []) ?? []),
      ...(secret ? keysOf(secret.secretName) : []),
    ]);
    const files = container.env?.filter(({ name }) => name.endsWith('_FILE')) ?? [];
    for (const { value } of files) expect(mounted).toContain(value.replace('/secrets/', ''));
  }
});

test('a service has its own secrets and the common one, and the login of the migrations is with them alone', () => {
  for (const { metadata, labels, pod } of workloads) {
    const names = pod.volumes.flatMap(({ projected, secret }) => [
      ...(projected?.sources.map((one) => one.secret.name) ?? []),
      ...(secret ? [secret.secretName] : []),
    ]);
    const own = ['migrate', 'sweep-history'].includes(metadata.name)
      ? 'migrations'
      : labels['app.kubernetes.io/name'];
    expect(names.filter((name) => name !== 'caller' && name !== own)).toEqual([]);
  }
});

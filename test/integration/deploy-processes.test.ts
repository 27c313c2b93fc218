import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '@consulting/kernel/service/service-process';
import {
  configMapsOf,
  documentsOf,
  type Manifest,
  textOfDeployment,
  type Workload,
  workloadsIn,
} from '../support/deployment';
import { settingsReadBy } from '../support/process-settings';

const root = join(import.meta.dir, '../..');
const compose = Bun.YAML.parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as {
  services: Record<
    string,
    { command?: string[]; entrypoint?: string[]; mem_limit?: string; environment?: Record<string, unknown> }
  >;
};
const workloads = workloadsIn('base', 'components/nats', 'migrations');
const processes = workloads.filter(({ kind }) => kind === 'Deployment');
const named = processes.map((one): [string, Workload] => [one.metadata.name, one]);
const configMaps = new Map(
  ['base', 'components/nats', 'migrations'].flatMap((one) => [...configMapsOf(one)]),
);

/** The container of compose.yaml that runs the same. */
const composeName = ({ labels }: Workload) => labels['app.kubernetes.io/name'] ?? '';

/** Names that a process is given, those of a file by the setting that they are for. */
const givenTo = ({ container: { env = [], envFrom = [] } }: Workload): string[] => [
  ...envFrom.flatMap(({ configMapRef }) => [...(configMaps.get(configMapRef.name)?.keys() ?? ['no map'])]),
  ...env.map(({ name }) => name.replace(/_FILE$/, '')),
];

describe('the processes are those of compose.yaml', () => {
  test('each of them, with the takeoff apart in serving and importing', () => {
    const usual = Object.keys(compose.services).filter(
      (name) => !['front', 'migrate', 'postgres', 'backup', 'nats', 'nats-volume', 'mto'].includes(name),
    );
    expect(processes.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      [...usual, 'mto-api', 'mto-worker'].toSorted(),
    );
  });

  test.each(named)('%s: the same command, memory and settings', (name, workload) => {
    const same = compose.services[composeName(workload)];
    expect(workload.container.args).toEqual(same?.command);
    expect(workload.container.resources.limits.memory?.replace('Mi', 'm')).toBe(same?.mem_limit ?? '512m');
    const given = givenTo(workload).filter((one) => !(name.startsWith('mto') && one === 'MTO_ROLE'));
    const wanted = Object.keys(same?.environment ?? {}).filter((one) => one !== 'MTO_ROLE');
    expect(given.toSorted()).toEqual(wanted.toSorted());
  });

  const ofTheImage = ['HOST', 'PORT', 'METRICS_PORT', 'SPOOL_DIR', 'CLIENTS_PROJECTS_DATABASE_URL'];
  const readElsewhere = ['OTEL_EXPORTER_OTLP_HEADERS'];

  test.each(named.filter(([name]) => name !== 'streams'))(
    '%s: what it reads, and nothing else',
    async (_, one) => {
      const read = await settingsReadBy(composeName(one));
      const given = givenTo(one);
      const missing = read.filter((name) => !given.includes(name) && !name.endsWith('_DATABASE_URL'));
      expect(missing.filter((name) => !ofTheImage.includes(name))).toEqual([]);
      const unknown = given.filter((name) => ![...read, ...readElsewhere, 'MTO_ROLE'].includes(name));
      expect(unknown).toEqual([]);
    },
  );

  test('serving and importing have their roles', () => {
    const roleOf = (name: string) =>
      processes
        .find(({ metadata }) => metadata.name === name)
        ?.container.env?.find((one) => one.name === 'MTO_ROLE')?.value;
    expect([roleOf('mto-api'), roleOf('mto-worker')]).toEqual(['api', 'worker']);
  });

  test('the migrations run the command of compose.yaml for the same services', () => {
    const [job] = workloads.filter(({ kind }) => kind === 'Job');
    const { migrate } = compose.services;
    expect(job?.container.command?.at(-1)).toBe(migrate?.entrypoint?.at(-1)?.replaceAll('$$', '$'));
    const given = job ? givenTo(job).filter((name) => name !== 'API_KEY_STORE') : [];
    expect(given.toSorted()).toEqual(Object.keys(migrate?.environment ?? {}).toSorted());
  });
});

describe('what a pod may', () => {
  test.each(workloads.map((one): [string, Workload] => [one.metadata.name, one]))(
    '%s: no root, no rights, no writable root, no token, and bounds of memory and of what it writes',
    (_, { pod, container }) => {
      expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod.containers).toHaveLength(1);
      expect(Object.keys(container.resources.requests)).toContain('cpu');
      expect(container.resources.limits.memory).toMatch(/^\d+Mi$/);
      for (const { emptyDir } of pod.volumes) if (emptyDir) expect(emptyDir.sizeLimit).toMatch(/^\d+[MG]i$/);
    },
  );

  test.each(named)('%s: probes are on the port of the figures', (_, one) => {
    const { startupProbe, readinessProbe, livenessProbe, ports } = one.container;
    expect(ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: 9090 },
    ]);
    expect([startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet)).toEqual([
      { path: '/live', port: 'metrics' },
      { path: '/ready', port: 'metrics' },
      { path: '/live', port: 'metrics' },
    ]);
  });

  test.each(named)('%s: it has 15 seconds to stop after the pause before', (_, { pod, container }) => {
    const pause = container.lifecycle?.preStop.sleep.seconds ?? 0;
    expect(pod.terminationGracePeriodSeconds).toBe(pause + 15);
  });

  test('one image of this version for all, and the server of compose.yaml', () => {
    const images = new Set(workloads.map(({ container }) => container.image));
    expect([...images].toSorted()).toEqual([`consulting:${version}`, 'nats:2.12-alpine']);
  });
});

describe('copies of what stands elsewhere (if not: bun run deploy-files)', () => {
  test('the users of NATS are those of the containers', () => {
    const users = readFileSync(join(root, 'containers/nats-users.conf'), 'utf8');
    expect(textOfDeployment('components/nats/nats-users.conf')).toBe(users);
  });

  test('the alerts are those of docs/monitoring', () => {
    const rules = Bun.YAML.parse(readFileSync(join(root, 'docs/monitoring/alert-rules.yaml'), 'utf8'));
    const [copy] = documentsOf(textOfDeployment('components/monitoring/alert-rules.yaml'));
    expect((copy as Manifest & { spec: unknown }).spec).toEqual(rules);
  });

  test('the pods are scraped under the name that the alerts ask for', () => {
    const [monitor] = documentsOf(textOfDeployment('components/monitoring/pod-monitor.yaml'));
    expect(monitor).toMatchObject({ spec: { jobLabel: 'app.kubernetes.io/part-of' } });
    for (const { labels } of workloads) expect(labels['app.kubernetes.io/part-of']).toBe('consulting');
    expect(textOfDeployment('components/monitoring/alert-rules.yaml')).toContain('job=~"consulting.*"');
  });

  test('what README.md names is there', () => {
    const names = textOfDeployment('README.md').match(/\bdeploy\/[a-z./-]+[a-z]/g) ?? [];
    expect(names.length).toBeGreaterThan(4);
    const there = names.filter((name) => !name.startsWith('deploy/overlays/ours'));
    expect(there.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

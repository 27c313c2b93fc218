import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  configMapsOf,
  documentsOf,
  kustomizations,
  type Manifest,
  manifestFiles,
  manifestsIn,
  type Selector,
  selects,
  textOfDeployment,
  workloadsIn,
} from '../support/deployment';
import { faultsOf } from '../support/kubernetes-api';

const folder = join(import.meta.dir, '../../deploy');
const documents = manifestFiles.flatMap((file) =>
  documentsOf(textOfDeployment(file)).map((document): [string, Manifest] => [
    `${file}, ${document.kind} ${document.metadata.name}`,
    document,
  ]),
);

describe('what the API takes', () => {
  test.each(documents)('%s: every field is known and has a value that it may have', (_, document) => {
    expect(faultsOf(document)).toEqual([]);
  });

  /** Labels and amounts have any name. */
  const free =
    /\/(labels|annotations|matchLabels|requests|limits|parameters)$|^\/spec\/triggers\/\d+\/metadata$/;

  function placesIn(value: unknown, path = ''): string[] {
    if (typeof value !== 'object' || value === null) return [];
    const inside = Object.entries(value).flatMap(([key, one]) => placesIn(one, `${path}/${key}`));
    return Array.isArray(value) || free.test(path) ? inside : [path, ...inside];
  }

  function withMore(document: Manifest, path: string): Manifest {
    const copy = structuredClone(document);
    let place = copy as unknown as Record<string, unknown>;
    for (const key of path.split('/').slice(1)) place = place[key] as Record<string, unknown>;
    place.unheardOf = 'x';
    return copy;
  }

  test.each(documents)('%s: a field that nobody knows is refused wherever it stands', (_, document) => {
    const places = placesIn(document).filter(
      (path) => document.kind !== 'Service' || path !== '/spec/selector',
    );
    expect(places).toContain('/metadata');
    for (const path of places) expect(faultsOf(withMore(document, path))).not.toEqual([]);
  });

  test('a value of another type, a choice that does not exist and a field that is missing are refused', () => {
    const [deployment] = workloadsIn('base');
    const changed = (change: object) => faultsOf({ ...deployment, ...change } as Manifest);
    expect(changed({ spec: { replicas: '2' } })).not.toEqual([]);
    expect(changed({ spec: {} }).join()).toContain('selector');
    expect(changed({ kind: 'Deploymnt' })).toEqual(['apps/v1 Deploymnt is not known']);
  });
});

describe('kustomizations', () => {
  const known = {
    Kustomization: [
      'namespace',
      'resources',
      'components',
      'configMapGenerator',
      'patches',
      'images',
      'replicas',
    ],
    Component: ['resources', 'configMapGenerator', 'images', 'patches'],
  };
  const versions = { Kustomization: 'v1beta1', Component: 'v1alpha1' };

  test.each([...kustomizations])('%s: its fields are known and its files are there', (one, kustomization) => {
    const { apiVersion, kind, ...fields } = kustomization as typeof kustomization & { apiVersion: string };
    expect(apiVersion).toBe(`kustomize.config.k8s.io/${versions[kind]}`);
    expect(Object.keys(fields).filter((name) => !known[kind].includes(name))).toEqual([]);
    const { resources = [], components = [], configMapGenerator = [], patches = [] } = kustomization;
    const files = [
      ...resources,
      ...components,
      ...configMapGenerator.flatMap(({ envs = [], files: given = [] }) => [...envs, ...given]),
      ...patches.flatMap(({ path }) => path ?? []),
    ];
    expect(files.filter((file) => !existsSync(join(folder, one, file)))).toEqual([]);
    for (const component of components)
      expect(kustomizations.get(join(one, component))?.kind).toBe('Component');
  });

  test('every file is part of one', () => {
    const used = [...kustomizations].flatMap(([one, { resources = [], patches = [] }]) =>
      [...resources, ...patches.flatMap(({ path }) => path ?? [])].map((file) => join(one, file)),
    );
    expect(manifestFiles.filter((file) => !used.includes(file))).toEqual([]);
  });

  test('every merged setting is one of the base', () => {
    for (const [name, settings] of configMapsOf('overlays/production')) {
      const base = configMapsOf('base').get(name);
      expect([...settings.keys()].filter((key) => !base?.has(key))).toEqual([]);
    }
  });
});

describe('what refers to something finds it', () => {
  const folders = ['base', 'components/nats', 'components/workers-by-queue', 'overlays/production'];
  const manifests = manifestsIn(...folders);
  const workloads = workloadsIn(...folders);
  const ofKind = <T>(kind: string) =>
    manifests.filter((one) => one.kind === kind) as (Manifest & { spec: T })[];

  test('every Service and budget selects the pods of one workload, and its ports are theirs', () => {
    const services = ofKind<{ selector: Record<string, string>; ports: { targetPort: string }[] }>('Service');
    expect(services.length).toBeGreaterThan(6);
    for (const { metadata, spec } of services) {
      const selected = workloads.filter(({ labels }) => selects({ matchLabels: spec.selector }, labels));
      expect([metadata.name, selected.length]).toEqual([metadata.name, 1]);
      const ports = selected[0]?.container.ports?.map(({ name }) => name) ?? [];
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
    for (const { metadata, spec } of ofKind<{ selector: Selector }>('PodDisruptionBudget')) {
      const selected = workloads.filter(({ labels }) => selects(spec.selector, labels));
      expect(selected.map((one) => one.metadata.name)).toEqual([metadata.name]);
    }
  });

  test('every pod of a server has a budget, and every workload selects its own pods alone', () => {
    const budgets = ofKind('PodDisruptionBudget').map(({ metadata }) => metadata.name);
    for (const { kind, metadata } of workloads)
      if (kind !== 'CronJob' && metadata.name !== 'streams') expect(budgets).toContain(metadata.name);
    for (const { metadata, spec } of ofKind<{ selector: Selector }>('Deployment')) {
      const own = workloads.filter(({ labels }) => selects(spec.selector, labels));
      expect(own.map((one) => one.metadata.name)).toEqual([metadata.name]);
    }
  });

  test('what scales names a workload that does not say how many it has', () => {
    const scaled = [
      ...ofKind<{ scaleTargetRef: { name: string } }>('HorizontalPodAutoscaler'),
      ...ofKind<{ scaleTargetRef: { name: string } }>('ScaledObject'),
    ].map(({ spec }) => spec.scaleTargetRef.name);
    expect(scaled.toSorted()).toEqual(['gateway', 'mto-api', 'mto-worker']);
    for (const { metadata, spec } of ofKind<{ replicas?: number }>('Deployment'))
      expect([metadata.name, spec.replicas === undefined]).toEqual([
        metadata.name,
        scaled.includes(metadata.name),
      ]);
  });

  test('every volume is there and is used, and every probe asks a port that is there', () => {
    for (const { metadata, container, pod } of workloads) {
      const claims = metadata.name === 'nats' ? ['data'] : [];
      const mounted = container.volumeMounts.map(({ name }) => name).toSorted();
      expect([...pod.volumes.map(({ name }) => name), ...claims].toSorted()).toEqual(mounted);
      const ports = container.ports?.map(({ name }) => name) ?? [];
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
        if (probe) expect(ports).toContain(probe.httpGet.port);
    }
  });
});

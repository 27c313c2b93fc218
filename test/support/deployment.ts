import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';

const folder = join(import.meta.dir, '../../deploy');

interface Metadata {
  name: string;
  namespace?: string;
  labels?: Record<string, string>;
}

/** A document of the Kubernetes API, of which only what all have is known. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: Metadata;
}

export interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

interface Port {
  name: string;
  containerPort: number;
}

interface Probe {
  httpGet: { path: string; port: string };
}

interface Container {
  name: string;
  image: string;
  args?: string[];
  command?: string[];
  envFrom?: { configMapRef: { name: string } }[];
  env?: { name: string; value: string }[];
  ports?: Port[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
}

interface SecretItems {
  name: string;
  items?: { key: string; path: string }[];
}

interface Volume {
  name: string;
  emptyDir?: { medium?: string; sizeLimit: string };
  projected?: { sources: { secret: SecretItems }[] };
  secret?: { secretName: string };
  configMap?: { name: string };
}

interface PodSpec {
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext: Record<string, unknown>;
  containers: [Container];
  volumes: Volume[];
}

export interface Workload extends Manifest {
  labels: Record<string, string>;
  pod: PodSpec;
  container: Container;
}

interface Generated {
  name: string;
  envs?: string[];
  files?: string[];
  literals?: string[];
}

export interface Kustomization {
  kind: 'Kustomization' | 'Component';
  resources?: string[];
  components?: string[];
  configMapGenerator?: Generated[];
  patches?: { path?: string }[];
}

export const textOfDeployment = (path: string) => readFileSync(join(folder, path), 'utf8');

export const documentsOf = (text: string): Manifest[] =>
  [Bun.YAML.parse(text) as Manifest | Manifest[]].flat();

const yamlFiles = [...new Glob('**/*.yaml').scanSync(folder)].sort();

/** The kustomizations by their folders. */
export const kustomizations = new Map(
  yamlFiles
    .filter((file) => file.endsWith('kustomization.yaml'))
    .map((file) => [file.replace(/\/?kustomization\.yaml$/, ''), kustomizationOf(file)]),
);

function kustomizationOf(file: string): Kustomization {
  return Bun.YAML.parse(textOfDeployment(file)) as Kustomization;
}

export const manifestFiles = yamlFiles.filter((file) => !file.endsWith('kustomization.yaml'));

/** What folders of the deployment hold themselves, patches left out. */
export const manifestsIn = (...folders: string[]): Manifest[] =>
  folders.flatMap((one) =>
    (kustomizations.get(one)?.resources ?? [])
      .filter((file) => file.endsWith('.yaml'))
      .flatMap((file) => documentsOf(textOfDeployment(`${one}/${file}`))),
  );

type Template = { metadata: Metadata; spec: PodSpec };
type Templated = { template: Template };

function templateOf(manifest: Manifest): Template | undefined {
  const { spec } = manifest as Manifest & {
    spec?: Partial<Templated> & { jobTemplate?: { spec: Templated } };
  };
  return spec?.template ?? spec?.jobTemplate?.spec.template;
}

export const workloadsIn = (...folders: string[]): Workload[] =>
  manifestsIn(...folders).flatMap((manifest) => {
    const template = templateOf(manifest);
    if (!template) return [];
    const { metadata, spec } = template;
    return [{ ...manifest, labels: metadata.labels ?? {}, pod: spec, container: spec.containers[0] }];
  });

/** Settings of a file that a map of settings is generated from. */
const settingsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Maps of settings of one folder by their names, each with its keys. */
export function configMapsOf(one: string): Map<string, Map<string, string>> {
  const generated = kustomizations.get(one)?.configMapGenerator ?? [];
  return new Map(
    generated.map(({ name, envs = [], files = [], literals = [] }) => [
      name,
      new Map([
        ...settingsOf([...envs.map((file) => textOfDeployment(`${one}/${file}`)), ...literals].join('\n')),
        ...files.map((file): [string, string] => [file, textOfDeployment(`${one}/${file}`)]),
      ]),
    ]),
  );
}

export function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Record<string, string>,
) {
  for (const { operator } of matchExpressions)
    if (operator !== 'In') throw new Error(`The operator ${operator} is not known here.`);
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

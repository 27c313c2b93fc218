import { expect, test } from 'bun:test';
import { routes } from '@consulting/gateway/routing/route-table';
import { natsUsers } from '@consulting/local/nats/users';
import { type Manifest, manifestsIn, type Selector, selects, workloadsIn } from '../support/deployment';

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string };
}

interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { port: number; protocol: string }[];
}

interface Policy extends Manifest {
  spec: { podSelector: Selector; policyTypes: string[]; ingress?: Rule[]; egress?: Rule[] };
}

const folders = ['base', 'components/nats', 'migrations'];
const policies = manifestsIn(...folders).filter((one): one is Policy => one.kind === 'NetworkPolicy');
const workloads = workloadsIn(...folders);

/** Pods of the namespace, and somebody who is none of them. */
const pods = [
  ...workloads.map(({ metadata, labels }) => ({ name: metadata.name, labels })),
  { name: 'stranger', labels: {} },
];
type Pod = (typeof pods)[number];

const ports = [53, 80, 443, 3000, 4222, 5432, 6222, 8222, 9090];

const isPodOf = ({ podSelector, namespaceSelector, ipBlock }: Peer, { labels }: Pod) =>
  podSelector !== undefined && !namespaceSelector && !ipBlock && selects(podSelector, labels);

const rulesOf = (pod: Pod, direction: 'ingress' | 'egress'): Rule[] =>
  policies
    .filter(({ spec }) => selects(spec.podSelector, pod.labels))
    .flatMap(({ spec }) => spec[direction] ?? []);

const hasPort = ({ ports: open }: Rule, port: number) => !open || open.some((one) => one.port === port);
const mayReach = (from: Pod, to: Pod, port: number) =>
  rulesOf(from, 'egress').some((rule) => hasPort(rule, port) && rule.to?.some((peer) => isPodOf(peer, to))) &&
  rulesOf(to, 'ingress').some(
    (rule) => hasPort(rule, port) && rule.from?.some((peer) => isPodOf(peer, from)),
  );

/** What pods may reach or be reached by outside of the namespace. */
const outside = (direction: 'ingress' | 'egress') =>
  pods.flatMap((pod) =>
    rulesOf(pod, direction).flatMap(({ from, to, ports: open }) =>
      (from ?? to ?? [{}])
        .filter(({ namespaceSelector, ipBlock }) => namespaceSelector || ipBlock)
        .map(
          ({ namespaceSelector }) =>
            `${pod.name} ${namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name']} ${open?.map(({ port }) => port)}`,
        ),
    ),
  );

const withMto = (name: string) => (name === 'mto' ? ['mto-api', 'mto-worker'] : [name]);
const services = [...new Set(Object.values(routes).map(({ service }) => service))];
const withFigures = ['gateway', 'streams', ...services.flatMap(withMto)];

test('every pod is refused both ways unless a policy says otherwise', () => {
  expect(policies.find(({ metadata }) => metadata.name === 'nobody')?.spec).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
  });
  for (const { spec } of policies)
    expect(spec.policyTypes).toEqual([
      ...(spec.ingress || !spec.egress ? ['Ingress'] : []),
      ...(spec.egress || !spec.ingress ? ['Egress'] : []),
    ]);
});

test('pods reach each other as the gateway asks services and as NATS has users, and in no other way', () => {
  const users = Object.keys(natsUsers().passwords).map((variable) =>
    variable
      .replace(/_PASSWORD$/, '')
      .toLowerCase()
      .replaceAll('_', '-'),
  );
  const wanted = [
    ...services.map((name) => `gateway ${name === 'mto' ? 'mto-api' : name} 3000`),
    ...users.flatMap(withMto).map((name) => `${name} nats 4222`),
    'nats nats 6222',
  ];
  const found = pods.flatMap((from) =>
    pods.flatMap((to) =>
      ports.filter((port) => mayReach(from, to, port)).map((port) => `${from.name} ${to.name} ${port}`),
    ),
  );
  expect(found.toSorted()).toEqual(wanted.toSorted());
});

test('callers reach the gateway, Prometheus the figures of those that have some, and nobody anything else', () => {
  expect(outside('ingress').toSorted()).toEqual(
    ['gateway envoy-gateway-system 3000', ...withFigures.map((name) => `${name} monitoring 9090`)].toSorted(),
  );
});

test('those who have a database reach Postgres, all reach the names, and nobody anything else', () => {
  const withDatabase = workloads
    .filter(({ container }) => container.env?.some(({ name }) => name.endsWith('DATABASE_URL_FILE')))
    .map(({ metadata }) => metadata.name);
  expect(withDatabase).toHaveLength(services.length + 3);
  expect(outside('egress').toSorted()).toEqual(
    [
      ...withDatabase.map((name) => `${name} postgres 5432`),
      ...pods.map(({ name }) => `${name} kube-system 53,53`),
    ].toSorted(),
  );
});

test('the gateway is told of every service that it has routes to, by the name of a Service', () => {
  const gateway = workloads.find(({ metadata }) => metadata.name === 'gateway');
  const urls = gateway?.container.env?.filter(({ name }) => name.endsWith('_URL')).map(({ value }) => value);
  expect(urls?.toSorted()).toEqual(services.map((name) => `http://${name}:3000`).toSorted());
  const headless = manifestsIn('base').flatMap((one) => {
    const { kind, metadata, spec } = one as Manifest & { spec: Record<string, unknown> };
    return kind === 'Service' && spec.clusterIP === 'None'
      ? [[metadata.name, spec.publishNotReadyAddresses]]
      : [];
  });
  expect(headless.toSorted()).toEqual(services.map((name) => [name, true]).toSorted());
});

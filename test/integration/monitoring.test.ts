import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { mto } from '@consulting/mto/service';
import { type ServiceUnderTest, startTestSystem, type TestSystem } from '../support/system';

const docs = join(import.meta.dir, '../../docs');
const read = (path: string) => Bun.file(join(docs, path)).text();

let system: TestSystem;
let service: ServiceUnderTest;

beforeAll(async () => {
  system = await startTestSystem([mto]);
  service = await system.start(mto);
});
afterAll(() => system.stop());

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
}
const rules = async () =>
  (Bun.YAML.parse(await read('monitoring/alert-rules.yaml')) as Rules).groups.flatMap((group) => group.rules);

test('every alert has its section in the runbook, and its unit test', async () => {
  const [runbook, tests] = await Promise.all([read('runbook.md'), read('monitoring/alert-rules.test.yaml')]);
  for (const { alert, annotations } of await rules()) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    expect(runbook).toContain(`\n## ${alert}\n`);
    expect(tests).toMatch(new RegExp(`alertname: ${alert}\\n +exp_alerts`));
  }
});

/** Made by Prometheus itself, by another service, or only once there is something to count. */
const madeElsewhere = [
  'up',
  'kube_job_status_failed',
  'consulting_events_total',
  'consulting_backup_age_seconds',
  'consulting_event_stream_exists',
  'consulting_database_reads_total',
  'consulting_replica_lag_bytes',
];

interface ScaledObject {
  spec: { triggers: { metadata: { query: string } }[] };
}
const workers = '../deploy/components/workers-by-queue/mto-worker.yaml';

test('rules, dashboard and the scaling of workers ask for figures that processes have', async () => {
  await service.request('GET', '/api/v1/mto/import/status/nothing');
  const text = await (await service.fetch(new Request('http://127.0.0.1/metrics'))).text();
  const dashboard = JSON.parse(await read('monitoring/grafana-dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const { spec } = Bun.YAML.parse(await read(workers)) as ScaledObject;
  expect(spec.triggers).toHaveLength(2);
  const asked = [
    ...spec.triggers.map(({ metadata }) => metadata.query),
    ...(await rules()).map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets?.map(({ expr }) => expr) ?? []),
  ];
  for (const expression of asked) {
    const names = expression.match(/\b(?:consulting_[a-z_]+|process_[a-z_]+|kube_[a-z_]+|up)\b/g) ?? [];
    expect(names).not.toEqual([]);
    for (const name of names.filter((one) => !madeElsewhere.includes(one)))
      expect(text).toMatch(new RegExp(`^${name}\\{`, 'm'));
  }
});

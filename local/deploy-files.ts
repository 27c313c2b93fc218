import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './process/processes';

const components = join(root, 'deploy/components');

function alertRules(rules: string): string {
  const head = `# docs/monitoring/alert-rules.yaml for the operator; \`bun run deploy-files\` makes this.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: consulting
  labels:
    app.kubernetes.io/part-of: consulting
spec:
`;
  return head + rules.replace(/^(?=.)/gm, '  ');
}

const users = await readFile(join(root, 'containers/nats-users.conf'), 'utf8');
await writeFile(join(components, 'nats/nats-users.conf'), users);
const rules = await readFile(join(root, 'docs/monitoring/alert-rules.yaml'), 'utf8');
await writeFile(join(components, 'monitoring/alert-rules.yaml'), alertRules(rules));

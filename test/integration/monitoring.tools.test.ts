import { expect, test } from 'bun:test';
import { join } from 'node:path';

const monitoring = join(import.meta.dir, '../../docs/monitoring');

test.each([
  ['scrape configuration and rules are valid', ['check', 'config', 'prometheus.yaml']],
  ['every alert fires when it should, and not before', ['test', 'rules', 'alert-rules.test.yaml']],
])('monitoring: %s (promtool)', (_name, argv) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['promtool', ...argv], { cwd: monitoring });
  expect({ exitCode, output: exitCode === 0 ? '' : `${stdout}${stderr}` }).toEqual({
    exitCode: 0,
    output: '',
  });
});

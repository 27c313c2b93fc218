#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBun } from './launcher/find-bun.mjs';
import { installDependencies } from './launcher/install.mjs';
import { LaunchError, root } from './launcher/project.mjs';
import { runToEnd } from './launcher/run-to-end.mjs';

/** Each task has the arguments of Bun; arguments given after its name follow them. The first six tasks end what they started. */
const tasks = {
  start: ['local/system.ts'],
  dev: ['local/dev.ts'],
  test: ['local/test.ts'],
  'test:tools': ['local/test.ts', '--tools'],
  'test:system': ['local/test.ts', '--system'],
  'test:busy': ['local/test.ts', '--busy'],
  demo: ['--no-orphans', 'test/demo/index.ts'],
  bench: ['--no-orphans', 'test/bench/index.ts'],
  'api-key': ['--no-orphans', 'local/api-key.ts'],
  verify: ['--no-orphans', 'local/verify.ts'],
  'dead-letters': ['--no-orphans', 'local/dead-letters.ts'],
  chaos: ['--no-orphans', 'test/chaos/index.ts'],
  scale: ['--no-orphans', 'test/scale/index.ts'],
  fuzz: ['--no-orphans', 'test/fuzz/index.ts'],
  'gateway-routes': ['--no-orphans', 'local/gateway-routes.ts'],
  'deploy-files': ['--no-orphans', 'local/deploy-files.ts'],
  client: ['--no-orphans', 'client/generate.mjs'],
  check: ['--no-orphans', 'run', '--silent', '--bun', 'check:all'],
};

async function main([task, ...rest]) {
  if (process.platform === 'win32')
    throw new LaunchError('Windows is not supported: use WSL, Linux or macOS.');
  const known = Object.keys(tasks).join(', ');
  if (!task || !Object.hasOwn(tasks, task)) throw new LaunchError(`Name one of the tasks: ${known}.`);
  const program = tasks[task];
  const file = program.find((argument) => argument.endsWith('.ts'));
  if (file && !existsSync(join(root, file))) {
    throw new LaunchError(`The task ${task} has no program: ${file} is missing.`);
  }
  const bun = findBun();
  installDependencies(bun);
  return runToEnd(bun, [...program, ...rest]);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

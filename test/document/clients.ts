/**
 * Generates clients of the API document with the usual generators, compiles each strictly and counts the model files:
 * `bun test/document/clients.ts`. The generators are fetched when it runs, since they are needed for nothing else.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemDocument } from '../support/system-document';

const modelFilesMax = 600;

const dependencies = {
  'openapi-typescript': '7.13.0',
  '@hey-api/openapi-ts': '0.99.0',
  orval: '8.38.0',
  'orval-7': 'npm:orval@7.13.2',
  typescript: '6.0.3',
};

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
};

const folder = mkdtempSync(join(tmpdir(), 'consulting-clients-'));

const orvalConfig = (output: string) => ({
  api: {
    input: { target: './openapi.json' },
    output: { mode: 'tags-split', target: `${output}/api.ts`, schemas: `${output}/model`, client: 'fetch' },
  },
});

/** Folder of the result -> the program that writes it, with its arguments. */
const generators: Record<string, string[]> = {
  'openapi-typescript': ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi-typescript/api.ts'],
  'hey-api': [
    '@hey-api/openapi-ts/bin/run.js',
    ...['-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch', '--no-log-file'],
  ],
  orval: ['orval/dist/bin/orval.mjs', '--config', 'orval.config.json'],
  'orval-7': ['orval-7/dist/bin/orval.js', '--config', 'orval-7.config.json'],
};

async function run(...program: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, ...program], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${program.join(' ')}\n${out}${err}`);
}

function prepare(): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(systemDocument()));
  for (const name of ['orval', 'orval-7'])
    writeFileSync(join(folder, `${name}.config.json`), JSON.stringify(orvalConfig(name)));
}

async function check(name: string, [program = '', ...rest]: string[]): Promise<boolean> {
  await run(`node_modules/${program}`, ...rest);
  writeFileSync(
    join(folder, name, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['**/*.ts'] }),
  );
  await run('node_modules/typescript/lib/tsc.js', '--project', name);
  if (!name.startsWith('orval')) return report(name, 'compiles', true);
  const count = readdirSync(join(folder, name, 'model')).filter((file) => file !== 'index.ts').length;
  return report(name, `compiles, ${count} model files of at most ${modelFilesMax}`, count <= modelFilesMax);
}

function report(name: string, what: string, isGood: boolean): boolean {
  console.log(`${name}: ${what}`);
  return isGood;
}

try {
  prepare();
  await run('install', '--silent');
  const results: boolean[] = [];
  for (const [name, program] of Object.entries(generators)) results.push(await check(name, program));
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

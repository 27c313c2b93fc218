import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientTypes } from '@consulting/client/types';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { systemDocument } from '../support/system-document';

const root = join(import.meta.dir, '../..');
const takeoff = join(root, 'example/data/piping-mto.csv');
const files = [
  'connect.ts',
  'generate.mjs',
  'import-takeoff.ts',
  'package.json',
  'tsconfig.json',
  'types.mjs',
];
const packages = ['openapi-fetch', 'openapi-typescript', 'typescript', '@types/node'];

const refused = `
import { connect } from './connect.js';
const api = connect('');
const path = { clientId: '' };
// @ts-expect-error It has no parameter of this name.
api.GET('/v1/clients/{clientId}', { params: { path, query: { search: '' } } });
// @ts-expect-error It has no parameter of this name.
api.GET('/v1/clients', { params: { query: { serch: '' } } });
// @ts-expect-error A name is text.
api.PUT('/v1/clients/{clientId}', { params: { path }, body: { name: 1 } });
// @ts-expect-error There is no such method.
api.PATCH('/v1/clients/{clientId}', { params: { path }, body: { name: '' } });
`;

let folder: string;
let system: GatewaySystem;
let gateway: GatewayUnderTest;
let key: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'consulting-client-'));
  for (const file of files) cpSync(join(root, 'client', file), join(folder, file));
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of packages)
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'refused.ts'), refused);
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  gateway = await system.openGateway();
  ({ key } = await system.newKey('Contributor'));
});

afterAll(async () => {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...program: string[]) {
  const child = Bun.spawn([Bun.which('node') ?? process.execPath, ...program], {
    cwd: folder,
    env: { ...process.env, API_KEY: key },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, err, exitCode };
}

async function newRecord(path: string, json: object): Promise<string> {
  const { status, body } = await gateway.call('POST', path, { key, json });
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

test('the client outside of the repository is made of the document, compiles without the types of Bun, imports a takeoff and reads its summary', async () => {
  const clientId = await newRecord('/v1/clients', { code: 'BOR', name: 'Borealis' });
  const projectId = await newRecord('/v1/projects', { name: 'Refinery', clientId, currency: 'CAD' });
  const serviceType = 'estimation';
  const serviceId = await newRecord(`/v1/projects/${projectId}/services`, { serviceType });

  expect(await run('generate.mjs', gateway.url)).toMatchObject({ err: '', exitCode: 0 });
  expect(await run('node_modules/typescript/lib/tsc.js')).toEqual({
    out: '',
    err: '',
    exitCode: 0,
  });
  const program = ['dist/import-takeoff.js', gateway.url, projectId, serviceId];
  const { out, err, exitCode } = await run(...program, takeoff);
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  expect(out.split('\n')[0]).toBe('completed: 60 lines imported, 0 errors');
  expect(out).toMatch(/^piping: 60 lines, [\d.]+ h, [\d.]+ CAD$/m);
  const again = await run(...program, takeoff);
  expect(again.exitCode).toBe(1);
  expect(again.err).toContain('DUPLICATE_UPLOAD');
}, 300_000);

test('the types have the description of every field in at most 700,000 bytes', async () => {
  const document = systemDocument();
  const types = await clientTypes(document);
  expect(Buffer.byteLength(types)).toBeLessThanOrEqual(700_000);
  const fields: { description?: string }[] = [];
  JSON.stringify(document.components.schemas, (key, value) => {
    if (key === 'properties') fields.push(...Object.values<object>(value));
    return key === 'example' || key === 'examples' ? undefined : value;
  });
  const lines = fields.flatMap(({ description = '' }) => description.split('\n').map((line) => line.trim()));
  expect(lines.filter((line) => !types.includes(line))).toEqual([]);
}, 60_000);

test('README.md of the client names the versions of its package.json', async () => {
  const readme = await Bun.file(join(root, 'client/README.md')).text();
  const { dependencies, devDependencies } = await Bun.file(join(root, 'client/package.json')).json();
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(readme).toContain(` ${name}@${version}`);
});

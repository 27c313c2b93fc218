import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';

const root = join(import.meta.dir, '../..');
const takeoff = join(root, 'example/data/piping-mto.csv');

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let key: string;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  gateway = await system.openGateway();
  ({ key } = await system.newKey('Contributor'));
});

afterAll(() => system.stop());

async function run(...program: string[]) {
  const child = Bun.spawn([process.execPath, ...program], {
    cwd: root,
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

test('the client is made of the document, compiles against it, imports a takeoff and reads its summary', async () => {
  const clientId = await newRecord('/v1/clients', { code: 'BOR', name: 'Borealis' });
  const projectId = await newRecord('/v1/projects', { name: 'Refinery', clientId, currency: 'CAD' });
  const serviceType = 'estimation';
  const serviceId = await newRecord(`/v1/projects/${projectId}/services`, { serviceType });

  expect(await run('client/generate.ts', gateway.url)).toMatchObject({ err: '', exitCode: 0 });
  expect(await run('node_modules/typescript/lib/tsc.js', '--project', 'client')).toEqual({
    out: '',
    err: '',
    exitCode: 0,
  });
  const program = ['client/import-takeoff.ts', gateway.url, projectId, serviceId];
  const { out, err, exitCode } = await run(...program, takeoff);
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  expect(out.split('\n')[0]).toBe('completed: 60 lines imported, 0 errors');
  expect(out).toMatch(/^piping: 60 lines, [\d.]+ h, [\d.]+ CAD$/m);
  const again = await run(...program, takeoff);
  expect(again.exitCode).toBe(1);
  expect(again.err).toContain('DUPLICATE_UPLOAD');
}, 300_000);

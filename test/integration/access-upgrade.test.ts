import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { identity } from '@consulting/identity/service';
import { verificationPath } from '@consulting/kernel/contracts/identity';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { migrateStore } from '@consulting/kernel/postgres';
import { type Caller, keyCaller, systemCaller } from '@consulting/kernel/process';
import postgres from 'postgres';
import { migrationsBefore } from '../support/former-migrations';
import { callerSecret, startTestSystem, type TestSystem } from '../support/system';

const folder = mkdtempSync(join(tmpdir(), 'consulting-upgrade-'));
const sign = createCallerSigner(callerSecret);
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem([]);
});
afterAll(async () => {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function migrateBefore(first: string, { name, migrationsFolder: from }: typeof clientsProjects) {
  const schema = name.replaceAll('-', '_');
  const migrationsFolder = migrationsBefore(first, join(folder, schema), from);
  await migrateStore({ url: system.databaseUrl, schema, migrationsFolder });
}

test('a key and projects of a version without grants: the key sees them all, in the new version as before', async () => {
  await migrateBefore('0006', identity as unknown as typeof clientsProjects);
  await migrateBefore('0009', clientsProjects);
  const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
  const key = `app_${'k'.repeat(32)}`;
  const by = { created_by: 'former', updated_by: 'former' };
  const secret = { key_prefix: key.slice(0, 8), key_hash: await Bun.password.hash(key, 'bcrypt') };
  await sql`insert into identity.api_key ${sql({ ...secret, name: 'former', role: 'Contributor', ...by })}`;
  for (const code of ['one', 'two']) {
    const client = { code, name: code, status: 'active', ...by };
    const [row] = await sql`insert into clients_projects.client ${sql(client)} returning id`;
    const project = { client_id: row?.id, code, name: code, status: 'planning', currency: 'USD' };
    await sql`insert into clients_projects.project ${sql({ ...project, unit_system: 'metric', ...by })}`;
  }
  await sql.end();
  const keys = await system.start(identity);
  const projects = await system.start(clientsProjects);
  const ask = async (caller: Caller, service: typeof keys, method: string, path: string, json?: object) =>
    service.request(method, path, { headers: { [callerHeader]: await sign(caller) }, json });
  const { body } = await ask(systemCaller('gateway'), keys, 'POST', verificationPath, { key });
  expect(body).toMatchObject({ isValid: true, name: 'former', role: 'Contributor' });
  expect(body).not.toHaveProperty('scope');
  const former = keyCaller(body.keyId, body.name, body.role, body.countsAs, body.scope);
  expect((await ask(former, projects, 'GET', '/v1/projects')).body.total).toBe(2);
  const limited = { ...former, scope: { clientIds: [], projectIds: [] } };
  expect((await ask(limited, projects, 'GET', '/v1/projects')).body.total).toBe(0);
});

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { identity } from '@consulting/identity/service';
import { mto } from '@consulting/mto/service';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase } from '../support/database';

const program = join(import.meta.dir, '../../local/dead-letters.ts');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase([clientsProjects, crewsRates, equipmentWbs, identity, mto]);
  sql = postgres(database.url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function run(...argv: string[]) {
  const child = Bun.spawn([process.execPath, '--no-orphans', program, ...argv], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, output, errors };
}

const eventId = crypto.randomUUID();

test('list shows the dead letters of every service, replay lets them be tried again', async () => {
  await sql`
    insert into mto.dead_letter (consumer, event_id, subject, payload, failures, error, dead_at)
    values ('lines', ${eventId}, 'evt.x', '{"a": 1}', 5, 'broken', now()),
      ('lines', ${crypto.randomUUID()}, 'evt.y', '{}', 2, 'still tried', null)`;
  const { output, exitCode } = await run('list');
  expect(exitCode).toBe(0);
  expect(output).toContain(
    `lines ${eventId} evt.x {"a":1}\n  5 failures, the last: broken\nmto: 1 dead letters\n`,
  );
  expect((await run('replay', crypto.randomUUID())).output).toContain('mto: 0 dead letters');
  expect((await run('replay')).output).toContain(
    `lines ${eventId} evt.x\nmto: 1 dead letters are tried again`,
  );
  const [letter] = await sql`
    select dead_at, failures, replayed_at is not null as is_replayed from mto.dead_letter where event_id = ${eventId}`;
  expect(letter).toEqual({ dead_at: null, failures: 0, is_replayed: true });
  expect((await run('list')).output).toBe(
    ['clients_projects', 'crews_rates', 'mto', 'equipment_wbs', 'identity']
      .map((schema) => `${schema}: 0 dead letters\n`)
      .join(''),
  );
});

test('another word is answered with the usage and exit code 1', async () => {
  const { exitCode, errors } = await run('resend');
  expect([exitCode, errors]).toEqual([1, 'Usage: dead-letters list | replay [EVENT_ID]\n']);
});

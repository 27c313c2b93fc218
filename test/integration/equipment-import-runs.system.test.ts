import { afterAll, beforeAll, expect, test } from 'bun:test';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { freePort } from '@consulting/local/process/free-port';
import { type EquipmentImports, startEquipmentImports } from '../support/equipment-imports';
import { csvFile } from '../support/import-file';
import { freshCode, until } from '../support/project-system';

const rowCount = 3000;
const secret = 'a secret that only this test knows about';
const sign = createCallerSigner(secret);
/** A token lives for half a minute, which these tests may outlast. */
const signed = () =>
  sign({
    type: 'system',
    id: 'killer',
    name: 'killer',
    role: 'Contributor',
  });
let system: EquipmentImports;

beforeAll(async () => {
  system = await startEquipmentImports();
  await system.service.stop();
  await system.sql.unsafe(`
    create function equipment_wbs.dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.02); return new; end';
    create trigger dawdle before insert or update on equipment_wbs.equipment for each row
      when (new.hourly_rate % 50 = 0) execute function equipment_wbs.dawdle();`);
});
afterAll(() => system.stop());

/** The service as a process of its own, which can be killed. */
async function startProcess() {
  const port = await freePort();
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/../../services/equipment-wbs/index.ts`], {
    env: {
      ...process.env,
      DATABASE_URL: system.databaseUrl,
      NATS_URL: system.natsUrl,
      CALLER_SECRET: secret,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const base = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${base}/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await child.exited;
  };
  return { base, kill };
}

async function upload(base: string, file: File): Promise<string> {
  const form = new FormData();
  form.append('file', file, file.name);
  form.set('updateExisting', 'true');
  const response = await fetch(`${base}/api/v1/equipment/import/async`, {
    method: 'POST',
    body: form,
    headers: { [callerHeader]: await signed() },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { taskId: string }).taskId;
}

test('a process that is killed again and again leaves nothing behind, and each row is stored and told of exactly once', async () => {
  const mark = freshCode('KILL-');
  const header = 'equipmentCode,name,hourlyRate,category';
  const before = Array.from({ length: 20 }, (_, at) => `${mark}-${at},Crane,1,old`);
  const rows = Array.from({ length: rowCount }, (_, at) => `${mark}-${at},Crane ${at},${at},${mark}`);
  const stored = async () =>
    (
      await system.sql`
        select count(*)::int as machines, count(distinct equipment_code)::int as codes,
          count(*) filter (where version = 2)::int as changed,
          (select count(*)::int from equipment_wbs.outbox where payload ->> 'equipmentCode' like ${`${mark}-%`}) as reported
        from equipment_wbs.equipment where category = ${mark}`
    )[0];

  const first = await startProcess();
  const earlier = await upload(first.base, csvFile(`${header}\n${before.join('\n')}\n`));
  expect(await system.endOf(earlier)).toMatchObject({ status: 'completed', result: { imported: 20 } });
  const taskId = await upload(first.base, csvFile(`${header}\n${rows.join('\n')}\n`));
  let process = first;
  for (let kill = 0; kill < 3; kill += 1) {
    await until(async () => {
      const [task] = await system.sql`
        select progress_current from equipment_wbs.import_task where id = ${taskId} and status = 'running'`;
      return Number(task?.progress_current) > 0;
    });
    await process.kill('SIGKILL');
    expect(await stored()).toEqual({ machines: 0, codes: 0, changed: 0, reported: 0 });
    await system.sql`update equipment_wbs.import_task set progress_current = 0 where id = ${taskId}`;
    process = await startProcess();
  }
  expect(await system.endOf(taskId)).toMatchObject({
    status: 'completed',
    result: { imported: rowCount - 20, updated: 20, skipped: 0, failed: 0 },
  });
  expect(await stored()).toEqual({ machines: rowCount, codes: rowCount, changed: 20, reported: 20 });
  await process.kill('SIGTERM');
}, 60_000);

test('a run that the database ends to break a deadlock begins again, and this counts as no failure', async () => {
  await system.sql.unsafe(`
    do $$ begin execute format('alter database %I set deadlock_timeout = ''4s''', current_database()); end $$`);
  const service = await startProcess();
  const codes = [freshCode('LOCK-'), freshCode('LOCK-')];
  const fileOf = (rate: number) =>
    csvFile(`equipmentCode,name,hourlyRate\n${codes.map((code) => `${code},Crane,${rate}`).join('\n')}\n`);
  const created = await upload(service.base, fileOf(1));
  expect((await system.endOf(created)).result).toMatchObject({ imported: 2 });
  const [first, last] = await system.sql`
    select id from equipment_wbs.equipment where equipment_code in ${system.sql(codes)} order by id`;
  const other = await system.sql.reserve();
  await other.unsafe(`set deadlock_timeout = '60s'; begin`);
  await other`select from equipment_wbs.equipment where id = ${last?.id} for update`;
  const taskId = await upload(service.base, fileOf(2));
  await until(async () => {
    const waiting = await system.sql`select from pg_stat_activity
      where application_name = 'equipment_wbs-import' and wait_event_type = 'Lock' and datname = current_database()`;
    return waiting.length > 0;
  });
  await other`update equipment_wbs.equipment set category = 'other' where id = ${first?.id}`;
  await other`commit`;
  other.release();
  expect((await system.endOf(taskId)).result).toMatchObject({ updated: 2 });
  const [task] = await system.sql`select run, failures from equipment_wbs.import_task where id = ${taskId}`;
  expect(task?.run).toBeGreaterThan(1);
  expect(task?.failures).toBe(0);
  await service.kill('SIGTERM');
}, 30_000);

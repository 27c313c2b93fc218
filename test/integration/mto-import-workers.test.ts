import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mto } from '@consulting/mto/service';
import { serviceDeleted } from '@consulting/shared/contracts/clients-projects';
import postgres, { type Sql } from 'postgres';
import { csvFile, endOf, type ImportTarget, upload } from '../support/import-file';
import { type ImportHouse, startImportHouse } from '../support/import-house';
import { until } from '../support/takeoff-house';

const rowCount = 12_000;
let house: ImportHouse;
let sql: Sql;
let target: ImportTarget;

/** A file that takes a worker some seconds. */
const rows = Array.from(
  { length: rowCount },
  (_, at) => `${at + 1},Pipe ${at + 1},12.5,m,${(at % 90) / 10},${at % 7}`,
);
const longFile = () =>
  csvFile(`Item No.,Description,Qty,UOM,Unit MH,NPS\n${rows.join('\n')}\n`, 'piping.csv');

beforeAll(async () => {
  house = await startImportHouse();
  await house.mto.stop();
  house.mto = await house.start(mto, { MTO_ROLE: 'api' });
  sql = postgres(house.databaseUrl, { max: 2, onnotice: () => {} });
  await slowDown();
});

/** Makes the database take its time over every import, so that there is time to disturb it. */
async function slowDown(): Promise<void> {
  await sql.unsafe(`
    create function mto.dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.02); return new; end';
    create trigger dawdle before insert on mto.takeoff_line for each row
      when (new.item_number % 100 = 0) execute function mto.dawdle();`);
}

beforeEach(() => {
  target = house.newTarget();
});

afterAll(async () => {
  await sql.end();
  await house.stop();
});

/** The service as a process of its own that runs imports; it can be killed. */
function startWorker() {
  return Bun.spawn([process.execPath, 'services/mto/index.ts'], {
    cwd: `${import.meta.dir}/../..`,
    env: {
      ...process.env,
      DATABASE_URL: house.databaseUrl,
      NATS_URL: house.natsUrl,
      CALLER_SECRET: 'x'.repeat(32),
      HOST: '127.0.0.1',
      PORT: '0',
      MTO_ROLE: 'worker',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const statusOf = async (taskId: string) =>
  (await house.mto.request('GET', `/api/v1/mto/import/status/${taskId}`)).body;
const countLines = async () =>
  (
    await sql`select count(*)::int as lines, count(distinct item_number)::int as items from mto.takeoff_line
    where service_id = ${target.serviceId}`
  )[0];

async function accept(): Promise<string> {
  const { status, body } = await upload(house, target, longFile());
  expect(status).toBe(200);
  return body.taskId;
}

const isStoring = (taskId: string, rowsMin = 1) =>
  until(async () => (await statusOf(taskId)).progress.current >= rowsMin);

describe('an import', () => {
  test('that was accepted while no worker was there runs when one comes, and shows its progress', async () => {
    const taskId = await accept();
    expect((await statusOf(taskId)).status).toBe('queued');
    const worker = startWorker();
    await isStoring(taskId);
    const { status, progress, result } = await statusOf(taskId);
    expect([status, progress.total, result]).toEqual(['running', rowCount, null]);
    expect(await countLines()).toEqual({ lines: 0, items: 0 });
    expect(await endOf(house, taskId)).toMatchObject({ status: 'completed', result: { imported: rowCount } });
    expect(await countLines()).toEqual({ lines: rowCount, items: rowCount });
    worker.kill('SIGTERM');
    await worker.exited;
  });

  test('whose worker is killed again and again leaves nothing behind and completes, each row exactly once', async () => {
    const taskId = await accept();
    for (const rowsMin of [1, rowCount / 3, rowCount / 2]) {
      const worker = startWorker();
      await isStoring(taskId, rowsMin);
      worker.kill('SIGKILL');
      await worker.exited;
      expect(await countLines()).toEqual({ lines: 0, items: 0 });
      expect((await statusOf(taskId)).status).toBe('running');
      await sql`update mto.import_task set progress_current = 0 where id = ${taskId}`;
    }
    const worker = startWorker();
    expect(await endOf(house, taskId)).toMatchObject({
      status: 'completed',
      result: { imported: rowCount, failed: 0 },
    });
    expect(await countLines()).toEqual({ lines: rowCount, items: rowCount });
    worker.kill('SIGTERM');
    await worker.exited;
  });

  test('whose worker is stopped in order is done or given back, without counting as interrupted', async () => {
    const taskId = await accept();
    const worker = startWorker();
    await until(async () => (await statusOf(taskId)).progress.total > 0);
    worker.kill('SIGTERM');
    expect(await worker.exited).toBe(0);
    const [task] =
      await sql`select status, session_id, interruptions, failures from mto.import_task where id = ${taskId}`;
    expect(task).toMatchObject({ session_id: null, interruptions: 0, failures: 0 });
    expect(['running', 'completed']).toContain(task?.status);
    const next = startWorker();
    expect((await endOf(house, taskId)).status).toBe('completed');
    expect(await countLines()).toEqual({ lines: rowCount, items: rowCount });
    next.kill('SIGTERM');
    await next.exited;
  });

  test('is done once by two workers that both could take it', async () => {
    const workers = [startWorker(), startWorker()];
    const taskIds = [await accept()];
    for (let more = 0; more < 2; more += 1) {
      target = { ...target, serviceId: house.records.addService(target.projectId) };
      taskIds.push(await accept());
    }
    for (const taskId of taskIds) expect((await endOf(house, taskId)).status).toBe('completed');
    const counts = await sql`
      select count(*)::int as lines from mto.takeoff_line where project_id = ${target.projectId} group by service_id`;
    expect(counts.map(({ lines }) => lines)).toEqual([rowCount, rowCount, rowCount]);
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(workers.map((worker) => worker.exited));
  });

  test('that another run has taken over cannot commit any more', async () => {
    const taskId = await accept();
    const worker = startWorker();
    await isStoring(taskId);
    await sql`update mto.import_task set run = run + 1, session_id = pg_backend_pid(), heartbeat_at = now() + interval '1 minute'
      where id = ${taskId}`;
    await until(
      async () =>
        (
          await sql`select from pg_stat_activity where application_name = 'mto-import'
      and state = 'idle in transaction' and datname = current_database()`
        ).length === 0,
    );
    expect(await countLines()).toEqual({ lines: 0, items: 0 });
    expect((await statusOf(taskId)).status).toBe('running');
    await sql`update mto.import_task set session_id = null, heartbeat_at = now() where id = ${taskId}`;
    expect((await endOf(house, taskId)).status).toBe('completed');
    expect(await countLines()).toEqual({ lines: rowCount, items: rowCount });
    worker.kill('SIGTERM');
    await worker.exited;
  });

  test('that was interrupted ten times fails with INTERNAL_ERROR', async () => {
    const taskId = await accept();
    await sql`update mto.import_task set status = 'running', run = 9, interruptions = 9, session_id = 2147483647,
      heartbeat_at = now() where id = ${taskId}`;
    const worker = startWorker();
    expect(await endOf(house, taskId)).toMatchObject({
      status: 'failed',
      result: null,
      error: { code: 'INTERNAL_ERROR' },
    });
    expect(await countLines()).toEqual({ lines: 0, items: 0 });
    worker.kill('SIGTERM');
    await worker.exited;
  });

  test('that fails three times for a reason of our own fails with INTERNAL_ERROR', async () => {
    const taskId = await accept();
    await sql`delete from mto.import_file_chunk using mto.import_task task
      where task.id = ${taskId} and import_file_chunk.file_id = task.file_id`;
    const worker = startWorker();
    const task = await endOf(house, taskId);
    expect(task).toMatchObject({ status: 'failed', error: { code: 'INTERNAL_ERROR' } });
    expect((await sql`select failures, run from mto.import_task where id = ${taskId}`)[0]).toEqual({
      failures: 2,
      run: 3,
    });
    worker.kill('SIGTERM');
    await worker.exited;
  });
});

describe('deleting and approving', () => {
  const deleteService = async () => {
    house.records.services.delete(target.serviceId);
    await house.bus.publish(serviceDeleted.subject, target, crypto.randomUUID());
  };

  test('a deleted service cancels its queued import', async () => {
    const taskId = await accept();
    await deleteService();
    expect(await endOf(house, taskId)).toMatchObject({ status: 'cancelled', result: null });
  });

  test('a deleted service cancels its running import and no line stays', async () => {
    const worker = startWorker();
    const taskId = await accept();
    await isStoring(taskId);
    await deleteService();
    expect(await endOf(house, taskId)).toMatchObject({ status: 'cancelled', result: null });
    await until(
      async () =>
        (
          await sql`select from pg_stat_activity where application_name = 'mto-import'
      and state = 'idle in transaction' and datname = current_database()`
        ).length === 0,
    );
    expect(await countLines()).toEqual({ lines: 0, items: 0 });
    worker.kill('SIGTERM');
    await worker.exited;
  });

  test('a service that is gone when the import runs fails it with SERVICE_DELETED', async () => {
    const taskId = await accept();
    house.records.services.delete(target.serviceId);
    const worker = startWorker();
    expect(await endOf(house, taskId)).toMatchObject({
      status: 'failed',
      error: { code: 'SERVICE_DELETED' },
    });
    worker.kill('SIGTERM');
    await worker.exited;
  });

  test('who asks before an approval learns of queued and running imports', async () => {
    const { getServiceImports } = await import('@consulting/shared/contracts/mto');
    const ask = async () => (await house.bus.ask(getServiceImports, { serviceId: target.serviceId })).running;
    expect(await ask()).toBe(0);
    const taskId = await accept();
    expect(await ask()).toBe(1);
    const worker = startWorker();
    await isStoring(taskId);
    expect(await ask()).toBe(1);
    await endOf(house, taskId);
    expect(await ask()).toBe(0);
    worker.kill('SIGTERM');
    await worker.exited;
  });

  test('an import waits while a service that it asks does not answer', async () => {
    const taskId = await accept();
    const worker = await house.without('clients-projects', async () => {
      const started = startWorker();
      const paused = () =>
        sql`select from mto.import_task where id = ${taskId} and run > 1 and session_id is null`;
      await until(async () => (await paused()).length > 0);
      return started;
    });
    expect(await endOf(house, taskId)).toMatchObject({ status: 'completed' });
    expect((await sql`select failures, interruptions from mto.import_task where id = ${taskId}`)[0]).toEqual({
      failures: 0,
      interruptions: 0,
    });
    worker.kill('SIGTERM');
    await worker.exited;
  });
});

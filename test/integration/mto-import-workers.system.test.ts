import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { serviceDeleted } from '@consulting/kernel/contracts/clients-projects';
import { getServiceImports } from '@consulting/kernel/contracts/mto';
import { mto } from '@consulting/mto/service';
import postgres, { type Sql } from 'postgres';
import { Gate } from '../support/gate';
import { csvFile, endOf, type ImportTarget, upload } from '../support/import-file';
import { type ImportSystem, startImportSystem } from '../support/import-system';
import { until } from '../support/takeoff-system';

const rowCount = 3000;
const gateStep = 500;
const midway = rowCount / 2;
let system: ImportSystem;
let sql: Sql;
let gate: Gate;
let target: ImportTarget;

/** A file of many batches; an import of it can be stopped at any gated row. */
const rows = Array.from(
  { length: rowCount },
  (_, at) => `${at + 1},Pipe ${at + 1},12.5,m,${(at % 90) / 10},${at % 7}`,
);
const longFile = () =>
  csvFile(`Item No.,Description,Qty,UOM,Unit MH,NPS\n${rows.join('\n')}\n`, 'piping.csv');

beforeAll(async () => {
  system = await startImportSystem();
  await system.mto.stop();
  system.mto = await system.start(mto, { MTO_ROLE: 'api' });
  sql = postgres(system.databaseUrl, { max: 4, onnotice: () => {} });
  gate = await Gate.build(sql, gateStep);
});

beforeEach(() => {
  target = system.newTarget();
});

afterEach(() => gate.open());

afterAll(async () => {
  await sql.end();
  await system.stop();
});

/** The service as a process of its own that runs imports; it can be killed. */
function startWorker() {
  const child = Bun.spawn([process.execPath, 'services/mto/index.ts'], {
    cwd: `${import.meta.dir}/../..`,
    env: {
      ...process.env,
      DATABASE_URL: system.databaseUrl,
      NATS_URL: system.natsUrlFor('mto'),
      CALLER_SECRET: 'x'.repeat(32),
      HOST: '127.0.0.1',
      PORT: '0',
      MTO_ROLE: 'worker',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<number> {
      child.kill(signal);
      return child.exited;
    },
  };
}

type Worker = ReturnType<typeof startWorker>;

const statusOf = async (taskId: string) =>
  (await system.mto.request('GET', `/api/v1/mto/import/status/${taskId}`)).body;
const taskOf = async (taskId: string) =>
  (
    await sql`select status, run, session_id, interruptions, failures from mto.import_task where id = ${taskId}`
  )[0];
const countLines = async ({ serviceId } = target) =>
  (
    await sql`select count(*)::int as lines, count(distinct item_number)::int as items from mto.takeoff_line
    where service_id = ${serviceId}`
  )[0];
const none = { lines: 0, items: 0 };
const all = { lines: rowCount, items: rowCount };

async function accept(): Promise<string> {
  const { status, body } = await upload(system, target, longFile());
  expect(status).toBe(200);
  return body.taskId;
}

/** Resolves when no import has a transaction under way. */
const hasGivenUp = () =>
  until(async () => {
    const busy = await sql`select from pg_stat_activity
      where application_name = 'mto-import' and xact_start is not null and datname = current_database()`;
    return busy.length === 0;
  });

describe('an import', () => {
  test('that was accepted while no worker was there runs when one comes, and shows its progress', async () => {
    const taskId = await accept();
    expect((await statusOf(taskId)).status).toBe('queued');
    await gate.close(midway);
    const worker = startWorker();
    await gate.isReached();
    await until(async () => (await statusOf(taskId)).progress.current > 0);
    const { status, progress, result } = await statusOf(taskId);
    expect([status, progress.total, result]).toEqual(['running', rowCount, null]);
    expect(await countLines()).toEqual(none);
    await gate.open();
    expect(await endOf(system, taskId)).toMatchObject({
      status: 'completed',
      result: { imported: rowCount },
    });
    expect(await countLines()).toEqual(all);
    await worker.end();
  });

  test('whose worker is killed again and again leaves nothing behind and completes, each row exactly once', async () => {
    const taskId = await accept();
    for (const item of [gateStep, midway, rowCount]) {
      await gate.close(item);
      const worker = startWorker();
      await gate.isReached();
      await worker.end('SIGKILL');
      await gate.open();
      await hasGivenUp();
      expect(await countLines()).toEqual(none);
      expect((await statusOf(taskId)).status).toBe('running');
    }
    const worker = startWorker();
    expect(await endOf(system, taskId)).toMatchObject({
      status: 'completed',
      result: { imported: rowCount, failed: 0 },
    });
    expect(await countLines()).toEqual(all);
    expect(await taskOf(taskId)).toMatchObject({ run: 4, interruptions: 3, failures: 0 });
    await worker.end();
  });

  test('whose worker is stopped in order is given back at once, without counting as interrupted', async () => {
    const taskId = await accept();
    await gate.close(midway);
    const worker = startWorker();
    await gate.isReached();
    const exited = worker.end('SIGTERM');
    await until(async () => (await taskOf(taskId))?.session_id === null);
    await gate.open();
    expect(await exited).toBe(0);
    expect(await taskOf(taskId)).toMatchObject({ session_id: null, interruptions: 0, failures: 0 });
    const next = startWorker();
    expect((await endOf(system, taskId)).status).toBe('completed');
    expect(await countLines()).toEqual(all);
    await next.end();
  });

  test('is done once by two workers that both could take it', async () => {
    const workers = [startWorker(), startWorker()];
    const taskIds = [await accept()];
    for (let more = 0; more < 2; more += 1) {
      target = { ...target, serviceId: system.records.addService(target.projectId) };
      taskIds.push(await accept());
    }
    for (const taskId of taskIds) expect((await endOf(system, taskId)).status).toBe('completed');
    const counts = await sql`
      select count(*)::int as lines from mto.takeoff_line where project_id = ${target.projectId} group by service_id`;
    expect(counts.map(({ lines }) => lines)).toEqual([rowCount, rowCount, rowCount]);
    for (const worker of workers) await worker.end();
  });

  test('waits while a service that it asks does not answer', async () => {
    const taskId = await accept();
    const worker = await system.without('clients-projects', async () => {
      const started = startWorker();
      await until(async () => {
        const task = await taskOf(taskId);
        return task?.run > 1 && task?.session_id === null;
      });
      return started;
    });
    expect(await endOf(system, taskId)).toMatchObject({ status: 'completed' });
    expect(await taskOf(taskId)).toMatchObject({ failures: 0, interruptions: 0 });
    await worker.end();
  });
});

describe('an import that cannot come to its end', () => {
  let worker: Worker;
  let interrupted: string;
  let broken: string;
  let homeless: string;
  const targets: ImportTarget[] = [];

  beforeAll(async () => {
    const acceptNext = async () => {
      target = system.newTarget();
      targets.push(target);
      return accept();
    };
    interrupted = await acceptNext();
    await sql`update mto.import_task set status = 'running', run = 9, interruptions = 9, session_id = 2147483647,
      heartbeat_at = now() where id = ${interrupted}`;
    broken = await acceptNext();
    await sql`delete from mto.import_file_chunk using mto.import_task task
      where task.id = ${broken} and import_file_chunk.file_id = task.file_id`;
    homeless = await acceptNext();
    system.records.services.delete(target.serviceId);
    worker = startWorker();
  });
  afterAll(() => worker.end());

  const failed = (code: string) => ({ status: 'failed', result: null, error: { code } });

  test('fails with INTERNAL_ERROR when it was interrupted ten times', async () => {
    expect(await endOf(system, interrupted)).toMatchObject(failed('INTERNAL_ERROR'));
  });

  test('fails with SERVICE_DELETED when its service is gone', async () => {
    expect(await endOf(system, homeless)).toMatchObject(failed('SERVICE_DELETED'));
  });

  test('fails with INTERNAL_ERROR at the third failure for a reason of our own', async () => {
    await until(async () => {
      await sql`update mto.import_task set next_run_at = now() where id = ${broken} and session_id is null`;
      return (await taskOf(broken))?.status === 'failed';
    });
    expect(await statusOf(broken)).toMatchObject(failed('INTERNAL_ERROR'));
    expect(await taskOf(broken)).toMatchObject({ failures: 2, run: 3 });
  });

  test('stores nothing', async () => {
    for (const one of targets) expect(await countLines(one)).toEqual(none);
  });
});

describe('a running import', () => {
  let worker: Worker;
  beforeAll(() => {
    worker = startWorker();
  });
  afterAll(() => worker.end());

  async function acceptAndStop(): Promise<string> {
    await gate.close(midway);
    const taskId = await accept();
    await gate.isReached();
    return taskId;
  }

  test('that another run has taken over cannot commit any more', async () => {
    const taskId = await acceptAndStop();
    await sql`update mto.import_task set run = run + 1, session_id = pg_backend_pid(), heartbeat_at = now() + interval '9 seconds'
      where id = ${taskId}`;
    await gate.open();
    await hasGivenUp();
    expect(await countLines()).toEqual(none);
    expect((await statusOf(taskId)).status).toBe('running');
    await sql`update mto.import_task set session_id = null, heartbeat_at = now() where id = ${taskId}`;
    expect((await endOf(system, taskId)).status).toBe('completed');
    expect(await countLines()).toEqual(all);
  });

  test('is cancelled with its service, and no line stays', async () => {
    const taskId = await acceptAndStop();
    await deleteService();
    expect(await endOf(system, taskId)).toMatchObject({ status: 'cancelled', result: null });
    await gate.open();
    await hasGivenUp();
    expect(await countLines()).toEqual(none);
  });

  test('is told of, as a queued one is, to who asks before an approval', async () => {
    const ask = async () =>
      (await system.bus.ask(getServiceImports, { serviceId: target.serviceId })).running;
    expect(await ask()).toBe(0);
    const taskId = await acceptAndStop();
    expect(await ask()).toBe(1);
    await gate.open();
    await endOf(system, taskId);
    expect(await ask()).toBe(0);
  });
});

async function deleteService(): Promise<void> {
  system.records.services.delete(target.serviceId);
  await system.bus.publish(serviceDeleted.subject, target, crypto.randomUUID());
}

test('a queued import is told of, and is cancelled with its service', async () => {
  const taskId = await accept();
  const { running } = await system.bus.ask(getServiceImports, { serviceId: target.serviceId });
  expect(running).toBe(1);
  await deleteService();
  expect(await endOf(system, taskId)).toMatchObject({ status: 'cancelled', result: null });
});

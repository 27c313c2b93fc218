import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { FileIntake } from '@consulting/imports/accept-upload';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { connectStore } from '@consulting/kernel/postgres';
import { type Caller, serviceLog } from '@consulting/kernel/process';
import postgres, { type Sql } from 'postgres';
import { csvFile, endOf, type ImportTarget, upload } from '../support/import-file';
import { type ImportSystem, startImportSystem } from '../support/import-system';
import { callerSecret } from '../support/system';
import { until } from '../support/until';

let system: ImportSystem;
let sql: Sql;

beforeAll(async () => {
  system = await startImportSystem();
  sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await system.stop();
});

const sign = createCallerSigner(callerSecret);
const caller: Caller = { type: 'api_key', id: 'slow', name: 'slow', role: 'Contributor' };
let signed: string;
beforeEach(async () => {
  signed = await sign(caller);
});

interface SlowUpload {
  answer: Promise<Response>;
  send(text: string | Uint8Array): void;
  finish(): void;
  breakOff(): void;
}

const boundary = 'part';

function formStart({ projectId, serviceId }: ImportTarget): string {
  const fields = Object.entries({ projectId, serviceId }).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${fields.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
}

/** An upload that has begun and waits for what the test sends of it. */
function beginUpload(target: ImportTarget, headers: Record<string, string> = {}): SlowUpload {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
    },
  });
  const send = (text: string | Uint8Array) => body?.enqueue(Buffer.from(text));
  send(formStart(target));
  const request = new Request('http://localhost/api/v1/mto/import/async', {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      [callerHeader]: signed,
      ...headers,
    },
    body: stream,
  });
  const answer = system.mto.fetch(request);
  const finish = () => {
    send(`\r\n--${boundary}--\r\n`);
    body?.close();
  };
  return { answer, send, finish, breakOff: () => body?.error(new Error('the client went away')) };
}

const withKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const rows = 'Item No.,Description,Qty,UOM\n1,Pipe,12.5,m\n';
/** Files that are stored though no task has them. */
const untakenFiles = async () => {
  const [row] = await sql`
    select count(distinct file_id)::int as files from mto.import_file_chunk
    where file_id not in (select file_id from mto.import_task)`;
  return row?.files;
};

describe('uploads that hardly arrive', () => {
  test('25 with a key and 25 without leave every connection to others, and nothing behind', async () => {
    const target = system.newTarget();
    const uploads = Array.from({ length: 50 }, (_, index) =>
      beginUpload(target, index % 2 === 0 ? withKey() : {}),
    );
    for (const each of uploads) each.send('Item No.,');
    const line = { ...target, discipline: 'piping', quantity: 1 };
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all([
        system.mto.request('GET', `/api/v1/mto?projectId=${target.projectId}`),
        system.mto.request('POST', '/api/v1/mto', { json: line, headers: withKey() }),
        system.mto.request('POST', '/api/v1/mto/search', { json: { projectId: target.projectId } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 201, 200]);
    }
    const [locked] = await sql`
      select count(*)::int as sessions from pg_stat_activity
      where datname = current_database() and application_name = 'mto' and state like 'idle in transaction%'`;
    expect(locked?.sessions).toBe(0);
    for (const each of uploads) each.breakOff();
    const answers = await Promise.all(uploads.map(({ answer }) => answer));
    expect(answers.every(({ ok }) => !ok)).toBe(true);
    await until(async () => (await untakenFiles()) === 0);
  });

  test('a slow upload is imported when it ends, and its repeat answers the same task', async () => {
    const target = system.newTarget();
    const headers = withKey();
    const [first, second] = [beginUpload(target, headers), beginUpload(target, headers)];
    for (const each of [first, second]) each.send(rows);
    first.finish();
    const accepted = (await (await first.answer).json()) as { taskId: string };
    second.finish();
    expect(await (await second.answer).json()).toEqual(accepted);
    await endOf(system, accepted.taskId);
    const [stored] = await sql`
      select count(*)::int as tasks from mto.import_task where parameters ->> 'serviceId' = ${target.serviceId}`;
    expect(stored?.tasks).toBe(1);
    await until(async () => (await untakenFiles()) === 0);
  });

  test('what is received of a large file is stored before its end, and forgotten when the rest does not come', async () => {
    const slow = beginUpload(system.newTarget(), withKey());
    for (let megabyte = 0; megabyte < 3; megabyte++) slow.send(new Uint8Array(1024 * 1024).fill(0x31));
    await until(async () => (await untakenFiles()) === 1);
    slow.breakOff();
    expect((await slow.answer).ok).toBe(false);
    await until(async () => (await untakenFiles()) === 0);
  });

  test('409 while the first request with the key is acted on, whatever was received of the second', async () => {
    const target = system.newTarget();
    const headers = withKey();
    const scope = `slow POST /api/v1/mto/import/async`;
    const slow = beginUpload(target, headers);
    slow.send(rows);
    await sql.begin(async (tx) => {
      await tx`set local search_path to mto`;
      await tx`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${scope} || ${headers['idempotency-key']}, 0))`;
      slow.finish();
      const answer = await slow.answer;
      expect(await answer.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_PROGRESS' });
    });
    await until(async () => (await untakenFiles()) === 0);
  });
});

test('pieces that are still in memory when an upload is forgotten are not stored after it', async () => {
  const store = connectStore({ url: system.databaseUrl, schema: 'mto' });
  const intake = new FileIntake(store.db, serviceLog());
  const taking = intake.take(new Uint8Array(4 * 1024 * 1024)).catch((error: Error) => error.message);
  await intake.discard();
  expect(await taking).toBe('the upload was discarded');
  await store.close();
  const rows = await sql`select from mto.import_file_chunk where file_id = ${intake.id}`;
  expect(rows).toHaveLength(0);
});

test('429 when one caller holds too much with large bodies at once, and another caller is answered', async () => {
  const target = system.newTarget();
  const uploads = Array.from({ length: 120 }, () => beginUpload(target));
  const refused = (await Promise.race(uploads.map(({ answer }) => answer))) as Response;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  const accepted = await upload(system, target, csvFile(rows));
  expect(accepted.status).toBe(200);
  for (const each of uploads) each.breakOff();
  await Promise.all(uploads.map(({ answer }) => answer));
});

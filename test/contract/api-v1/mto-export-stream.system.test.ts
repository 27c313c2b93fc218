import { afterAll, describe, expect, test } from 'bun:test';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { mto } from '@consulting/mto/service';
import postgres from 'postgres';
import { readWorkbook } from '../../support/read-workbook';
import { startTakeoffSystem, until } from '../../support/takeoff-system';

const lineCount = 6000;
/** So many that an export of them is still under way when a test has read its beginning. */
const longCount = 60_000;
const bytesBeforeSheet = 4096;
const openPerCallerMax = 10;
/** After a connection broke the pool waits three seconds for it when it ends. */
const hookTimeoutMs = 20_000;
const secret = 'a secret that only these exports know';

const system = await startTakeoffSystem();
const service = await system.start(mto, { CALLER_SECRET: secret });
const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
const sign = createCallerSigner(secret);

afterAll(async () => {
  await sql.end();
  await system.stop();
}, hookTimeoutMs);

async function projectWithLines(count = lineCount): Promise<string> {
  const projectId = system.records.addProject();
  await sql`insert into mto.takeoff_line
      (id, created_by, updated_by, project_id, service_id, discipline, item_number, description, quantity, attributes)
    select gen_random_uuid(), 'test', 'test', ${projectId}, ${crypto.randomUUID()}, 'piping', n, md5(n::text), n,
      jsonb_build_object('lineNumber', md5((n * 7)::text)) from generate_series(1, ${count}::integer) n`;
  return projectId;
}

interface Asking {
  caller?: string;
  countsAs?: string;
  method?: string;
  signal?: AbortSignal;
}

/** Each time another caller, unless the test names one. */
async function ask(projectId: string, asking: Asking = {}) {
  const { caller = crypto.randomUUID(), countsAs = caller, method = 'GET', signal } = asking;
  const signed = await sign({ type: 'system', id: caller, name: caller, role: 'Reader', countsAs });
  const url = `http://127.0.0.1/api/v1/mto/export?projectId=${projectId}`;
  return service.fetch(new Request(url, { method, headers: { [callerHeader]: signed }, signal }));
}

/** An export of which a part was read. */
class BegunExport {
  readonly #reader: AsyncIterator<Uint8Array>;
  readonly #chunks: Uint8Array[] = [];

  private constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body[Symbol.asyncIterator]();
  }

  static async of(projectId: string, asking?: Asking): Promise<BegunExport> {
    const { status, body } = await ask(projectId, asking);
    expect(status).toBe(200);
    const begun = new BegunExport(body as ReadableStream<Uint8Array>);
    for (let bytes = 0; bytes < bytesBeforeSheet; ) bytes += (await begun.#read()) ?? bytesBeforeSheet;
    return begun;
  }

  async #read(): Promise<number | undefined> {
    const { value } = await this.#reader.next();
    if (value) this.#chunks.push(value);
    return value?.length;
  }

  async rest(): Promise<ArrayBuffer> {
    while (await this.#read());
    return new Blob(this.#chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  }

  cancel = () => this.#reader.return?.();
}

const snapshots = async (): Promise<{ pid: number }[]> => sql`
  select pid from pg_stat_activity
  where datname = current_database() and query like 'fetch%' and xact_start is not null`;
const haveEnded = () => until(async () => (await snapshots()).length === 0);

const rowsIn = async (bytes: ArrayBuffer) => (await readWorkbook(bytes)).flatMap(({ rows }) => rows);

describe('GET /api/v1/mto/export as a stream', () => {
  test('200 holds the lines of one moment, whatever is deleted while it is read', async () => {
    const projectId = await projectWithLines();
    const begun = await BegunExport.of(projectId);
    await sql`delete from mto.takeoff_line where project_id = ${projectId}`;
    const rows = await rowsIn(await begun.rest());
    expect(rows.map((row) => row['Item No.'])).toEqual(Array.from({ length: lineCount }, (_, at) => at + 1));
  });

  test('200 for clients that stop reading: they hold no connection and no turn, and may read on', async () => {
    const projectId = await projectWithLines();
    const stalled = await Promise.all(Array.from({ length: 8 }, () => BegunExport.of(projectId)));
    await haveEnded();
    expect(await rowsIn(await (await ask(projectId)).arrayBuffer())).toHaveLength(lineCount);
    for (const begun of stalled) expect(await rowsIn(await begun.rest())).toHaveLength(lineCount);
  });

  test('200 that a client gives up ends its query and its transaction', async () => {
    const projectId = await projectWithLines(longCount);
    const begun = await BegunExport.of(projectId);
    expect(await snapshots()).toHaveLength(1);
    await begun.cancel();
    await haveEnded();
    const client = new AbortController();
    await BegunExport.of(projectId, { signal: client.signal });
    expect(await snapshots()).toHaveLength(1);
    client.abort();
    await haveEnded();
  });

  test('200 that nobody reads, and HEAD, ask nothing of the database and leave no turn behind', async () => {
    const projectId = await projectWithLines();
    const caller = 'one who looks';
    for (let round = 0; round < 2 * openPerCallerMax; round += 1) {
      expect((await ask(projectId, { caller, method: 'HEAD' })).status).toBe(200);
      const unread = await ask(projectId, { caller });
      expect(await snapshots()).toEqual([]);
      await unread.body?.cancel();
    }
    expect(await rowsIn(await (await ask(projectId, { caller })).arrayBuffer())).toHaveLength(lineCount);
  });

  test('200 breaks off when the database does, and the next export is whole', async () => {
    const projectId = await projectWithLines(longCount);
    const begun = await BegunExport.of(projectId);
    for (const { pid } of await snapshots()) await sql`select pg_terminate_backend(${pid})`;
    await expect(begun.rest()).rejects.toThrow();
    await haveEnded();
    const next = await projectWithLines();
    expect(await rowsIn(await (await ask(next)).arrayBuffer())).toHaveLength(lineCount);
  });

  test('429 for a caller with too many exports that are not read to the end; others go on', async () => {
    const projectId = await projectWithLines();
    const caller = 'one who stalls';
    const begun: BegunExport[] = [];
    for (let count = 0; count < openPerCallerMax; count += 1)
      begun.push(await BegunExport.of(projectId, { caller }));
    const refused = await ask(projectId, { caller });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await rowsIn(await (await ask(projectId)).arrayBuffer())).toHaveLength(lineCount);
    for (const one of begun) expect(await rowsIn(await one.rest())).toHaveLength(lineCount);
    expect((await ask(projectId, { caller, method: 'HEAD' })).status).toBe(200);
  });

  test('429 for keys that count as one caller, with as many exports together; others go on', async () => {
    const projectId = await projectWithLines();
    const countsAs = 'key:root';
    const begun: BegunExport[] = [];
    for (let count = 0; count < openPerCallerMax; count += 1)
      begun.push(await BegunExport.of(projectId, { countsAs }));
    expect((await ask(projectId, { countsAs })).status).toBe(429);
    expect((await ask(projectId, { caller: countsAs })).status).toBe(429);
    expect(await rowsIn(await (await ask(projectId)).arrayBuffer())).toHaveLength(lineCount);
    for (const one of begun) await one.rest();
  });
});

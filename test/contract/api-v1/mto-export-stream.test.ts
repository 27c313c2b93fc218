import { afterAll, describe, expect, test } from 'bun:test';
import { mto } from '@consulting/mto/service';
import { callerHeader, createCallerSigner } from '@consulting/shared/http/caller';
import postgres from 'postgres';
import { readWorkbook } from '../../support/read-workbook';
import { startTakeoffHouse, until } from '../../support/takeoff-house';

const lineCount = 6000;
const bytesBeforeSheet = 4096;
const atOnceMax = 4;
const waitingMax = 16;
/** After a connection broke the pool waits three seconds for it when it ends. */
const hookTimeoutMs = 20_000;
const secret = 'a secret that only these exports know';

const house = await startTakeoffHouse();
const service = await house.start(mto, { CALLER_SECRET: secret });
const sql = postgres(house.databaseUrl, { max: 1, onnotice: () => {} });
const sign = createCallerSigner(secret);

afterAll(async () => {
  await sql.end();
  await house.stop();
}, hookTimeoutMs);

async function projectWithLines(): Promise<string> {
  const projectId = house.records.addProject();
  await sql`insert into mto.takeoff_line
      (id, created_by, updated_by, project_id, service_id, discipline, item_number, description, quantity, attributes)
    select gen_random_uuid(), 'test', 'test', ${projectId}, ${crypto.randomUUID()}, 'piping', n, md5(n::text), n,
      jsonb_build_object('lineNumber', md5((n * 7)::text)) from generate_series(1, ${lineCount}::integer) n`;
  return projectId;
}

function ask(projectId: string): Promise<Response> {
  const caller = { type: 'system', id: 'test', name: 'test', role: 'Reader' } as const;
  const headers = { [callerHeader]: sign(caller) };
  return service.fetch(new Request(`http://127.0.0.1/api/v1/mto/export?projectId=${projectId}`, { headers }));
}

/** An export of which a part was read, so that it has its turn and its snapshot. */
class BegunExport {
  readonly #reader: AsyncIterator<Uint8Array>;
  readonly #pieces: Uint8Array[] = [];

  private constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body[Symbol.asyncIterator]();
  }

  static async of(projectId: string): Promise<BegunExport> {
    const { status, body } = await ask(projectId);
    expect(status).toBe(200);
    const begun = new BegunExport(body as ReadableStream<Uint8Array>);
    for (let bytes = 0; bytes < bytesBeforeSheet; ) bytes += (await begun.#read()) ?? bytesBeforeSheet;
    return begun;
  }

  async #read(): Promise<number | undefined> {
    const { value } = await this.#reader.next();
    if (value) this.#pieces.push(value);
    return value?.length;
  }

  async rest(): Promise<ArrayBuffer> {
    while (await this.#read());
    return new Blob(this.#pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  }

  cancel = () => this.#reader.return?.();
}

const snapshots = async (): Promise<{ pid: number }[]> => sql`
  select pid from pg_stat_activity
  where datname = current_database() and query like 'fetch%' and xact_start is not null`;

const rowsIn = async (bytes: ArrayBuffer) => (await readWorkbook(bytes)).flatMap(({ rows }) => rows);

describe('GET /api/v1/mto/export as a stream', () => {
  test('200 holds the lines of one moment, whatever is deleted while it is read', async () => {
    const projectId = await projectWithLines();
    const begun = await BegunExport.of(projectId);
    await sql`delete from mto.takeoff_line where project_id = ${projectId}`;
    const rows = await rowsIn(await begun.rest());
    expect(rows.map((row) => row['Item No.'])).toEqual(Array.from({ length: lineCount }, (_, at) => at + 1));
  });

  test('200 that a client gives up ends its query and its transaction', async () => {
    const begun = await BegunExport.of(await projectWithLines());
    expect(await snapshots()).toHaveLength(1);
    await begun.cancel();
    await until(async () => (await snapshots()).length === 0);
  });

  test('200 that nobody reads asks nothing of the database', async () => {
    const projectId = await projectWithLines();
    await Promise.all(Array.from({ length: atOnceMax + waitingMax }, () => ask(projectId)));
    expect(await snapshots()).toEqual([]);
    expect(await rowsIn(await (await ask(projectId)).arrayBuffer())).toHaveLength(lineCount);
  });

  test('200 breaks off when the database does, and the next export is whole', async () => {
    const projectId = await projectWithLines();
    const begun = await BegunExport.of(projectId);
    for (const { pid } of await snapshots()) await sql`select pg_terminate_backend(${pid})`;
    await expect(begun.rest()).rejects.toThrow();
    await until(async () => (await snapshots()).length === 0);
    expect(await rowsIn(await (await ask(projectId)).arrayBuffer())).toHaveLength(lineCount);
  });

  test('429 when too many exports wait for their turn, which all of them get', async () => {
    const projectId = await projectWithLines();
    const small = house.records.addProject();
    const running = await Promise.all(Array.from({ length: atOnceMax }, () => BegunExport.of(projectId)));
    const waiting = Array.from({ length: waitingMax }, async () => (await ask(small)).arrayBuffer());
    const refused = async () => {
      const answer = await ask(small);
      if (answer.status === 429) return true;
      await answer.body?.cancel();
      return false;
    };
    await until(refused);
    const answer = await ask(small);
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(await answer.json()).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await snapshots()).toHaveLength(atOnceMax);
    for (const begun of running) expect(await rowsIn(await begun.rest())).toHaveLength(lineCount);
    for (const bytes of await Promise.all(waiting)) expect(await rowsIn(bytes)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import postgres, { type Sql } from 'postgres';
import { csvFile, endOf, importFile, upload, workbookFile } from '../../support/import-file';
import { type ImportSystem, startImportSystem } from '../../support/import-system';

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

let counter = 0;
/** A workbook that no other upload of this run has the bytes of. */
const freshFile = () =>
  workbookFile({
    Piping: [
      ['Item No.', 'Description', 'Qty', 'UOM'],
      [++counter, `Pipe ${counter}`, 12.5, 'm'],
    ],
  });

const faultsOf = (body: { errors: { field: string; code: string }[] }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`).sort();

describe('POST /api/v1/mto/import/async', () => {
  test('200 queues the task; file and task are stored before the answer', async () => {
    const target = system.newTarget();
    const { status, body } = await upload(system, target, freshFile());
    expect({ status, keys: Object.keys(body).sort(), state: body.status }).toEqual({
      status: 200,
      keys: ['status', 'taskId'],
      state: 'queued',
    });
    const rows = await sql`
      select sum(length(bytes))::int = max(file_size) as stored from mto.import_task join mto.import_file_chunk using (file_id)
      where id = ${body.taskId}`;
    expect(rows[0]?.stored).toBe(true);
    await endOf(system, body.taskId);
  });

  test('200 returns the first answer again for the same Idempotency-Key and file', async () => {
    const target = system.newTarget();
    const file = freshFile();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await upload(system, target, file, {}, headers);
    const second = await upload(system, target, file, {}, headers);
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    const third = await upload(system, target, freshFile(), {}, headers);
    expect([third.status, third.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    await endOf(system, first.body.taskId);
  });

  test('422 names all faults of the parts at once', async () => {
    const { status, body } = await upload(system, { projectId: 'x', serviceId: '' }, null, {
      discipline: 'plumbing',
      mode: 'merge',
      decimalSeparator: ';',
      dryRun: 'perhaps',
      mapping: {
        Tag: 'tag',
        Colour: 'nonsense',
        Weight: 'totalManHours',
        Size: 5,
        ' tag ': null,
        Owner: 'projectId',
      },
      defaults: { quantity: '1', nonsense: 2, totalManHours: 3, currency: 'dollars' },
      colour: 'red',
    });
    expect(status).toBe(422);
    expect(body.code).toBe('VALIDATION_ERROR');
    expect(faultsOf(body)).toEqual(
      [
        'colour UNKNOWN_FIELD',
        'decimalSeparator ENUM',
        'defaults.currency MAX_LENGTH',
        'defaults.nonsense UNKNOWN_FIELD',
        'defaults.quantity TYPE',
        'defaults.totalManHours READ_ONLY',
        'discipline ENUM',
        'dryRun TYPE',
        'file REQUIRED',
        'mapping. tag  DUPLICATE',
        'mapping.Owner READ_ONLY',
        'mapping.Size TYPE',
        'mapping.Colour UNKNOWN_FIELD',
        'mapping.Weight READ_ONLY',
        'mode ENUM',
        'projectId FORMAT',
        'serviceId REQUIRED',
      ].sort(),
    );
  });

  test('422 mapping and defaults must be JSON objects, of fields of the discipline', async () => {
    const target = system.newTarget();
    const broken = await upload(system, target, freshFile(), { mapping: '{', defaults: '[]' });
    expect([broken.status, faultsOf(broken.body)]).toEqual([422, ['defaults TYPE', 'mapping FORMAT']]);
    const foreign = await upload(system, target, freshFile(), {
      discipline: 'civil',
      mapping: { Size: 'nominalPipeSize' },
      defaults: { pipeClass: 'A1' },
    });
    expect([foreign.status, faultsOf(foreign.body)]).toEqual([
      422,
      ['defaults.pipeClass UNKNOWN_FIELD', 'mapping.Size UNKNOWN_FIELD'],
    ]);
  });

  test('422 for sheets and mapped headers with characters that cannot be stored', async () => {
    const parts = { sheet: 'a\u0000b', mapping: '{"\\u0000":"tag","\\ud800":null}' };
    const { status, body } = await upload(system, system.newTarget(), freshFile(), parts);
    expect([status, faultsOf(body)]).toEqual([
      422,
      ['mapping.\u0000 INVALID_CHARACTER', 'mapping.\ud800 INVALID_CHARACTER', 'sheet INVALID_CHARACTER'],
    ]);
  });

  test('200 for a mapped header that is a name of JavaScript', async () => {
    const file = csvFile('__proto__,Item,Description,Qty,UOM\nV-1,1,Valve,1,EA\n');
    const parts = { discipline: 'piping', mapping: '{"__proto__":"tag"}' };
    const { status, body } = await upload(system, system.newTarget(), file, parts);
    expect(status).toBe(200);
    expect(await endOf(system, body.taskId)).toMatchObject({ status: 'completed', warnings: [] });
  });

  test('415 a body of another media type', async () => {
    const { status, body } = await system.mto.request('POST', '/api/v1/mto/import/async', { json: {} });
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
  test.each<[string, string, string]>([
    ['an old workbook under its own name', 'takeoff.xls', compound],
    ['an old workbook that was renamed', 'takeoff.xlsx', `${compound}${' '.repeat(600)}`],
    [
      'an encrypted workbook',
      'takeoff.xlsx',
      `${compound}${' '.repeat(600)}E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0`,
    ],
    ['a binary workbook', 'takeoff.xlsb', 'PK\x03\x04'],
    ['a PDF under the name of a text file', 'takeoff.csv', '%PDF-1.7'],
    ['an empty workbook', 'takeoff.xlsx', ''],
    ['a picture', 'takeoff.png', '\x89PNG\r\n'],
    ['a file without an extension', 'takeoff', 'a,b'],
  ])('400 %s is no supported type, and leaves nothing behind', async (_what, name, bytes) => {
    const before = await sql`select count(*) from mto.import_file_chunk`;
    const file = new File([Buffer.from(bytes, 'latin1')], name);
    const { status, body } = await upload(system, system.newTarget(), file);
    expect([status, body.code]).toEqual([400, 'UNSUPPORTED_FILE_TYPE']);
    expect(await sql`select count(*) from mto.import_file_chunk`).toEqual(before);
  });

  test('404 an unknown service, and one of another project', async () => {
    const { projectId } = system.newTarget();
    const unknown = await upload(system, { projectId, serviceId: crypto.randomUUID() }, freshFile());
    expect([unknown.status, unknown.body.code, unknown.body.resource]).toEqual([404, 'NOT_FOUND', 'service']);
    const other = await upload(system, { projectId, serviceId: system.newTarget().serviceId }, freshFile());
    expect([other.status, other.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('409 SERVICE_APPROVED', async () => {
    const { projectId } = system.newTarget();
    const serviceId = system.records.addService(projectId, 'approved');
    const { status, body } = await upload(system, { projectId, serviceId }, freshFile());
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('409 DUPLICATE_UPLOAD names the earlier task; force imports again', async () => {
    const target = system.newTarget();
    const file = freshFile();
    const { taskId } = await importFile(system, target, file);
    const again = await upload(system, target, file);
    expect([again.status, again.body.code, again.body.taskId]).toEqual([409, 'DUPLICATE_UPLOAD', taskId]);
    expect((await importFile(system, target, file, { force: true })).status).toBe('completed');
    expect((await upload(system, system.newTarget(), file)).status).toBe(200);
  });

  test('neither a dry run nor a failed import arms DUPLICATE_UPLOAD', async () => {
    const target = system.newTarget();
    const dry = freshFile();
    await importFile(system, target, dry, { dryRun: true });
    expect((await upload(system, target, dry)).status).toBe(200);
    const wrong = csvFile(`Item No.,Qty,Tag\n1,many,${++counter}\n`, 'piping.csv');
    expect((await importFile(system, target, wrong)).status).toBe('failed');
    expect((await upload(system, target, wrong)).status).toBe(200);
  });

  test('503 while clients-projects does not answer', async () => {
    const target = system.newTarget();
    const answer = await system.without('clients-projects', () => upload(system, target, freshFile()));
    expect([answer.status, answer.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).toBe('2');
  });
});

describe('POST /api/v1/mto/import/async with a small limit', () => {
  test('413 FILE_TOO_LARGE leaves nothing behind', async () => {
    const { mto } = await import('@consulting/mto/service');
    const small = await system.start(mto, { UPLOAD_BYTES_MAX: '100000', MTO_ROLE: 'api' });
    const file = csvFile('x'.repeat(100_001));
    const { status, body } = await upload({ ...system, mto: small }, system.newTarget(), file);
    expect([status, body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(await sql`select 1 from mto.import_file_chunk where length(bytes) > 90000`).toHaveLength(0);
  });
});

describe('GET /api/v1/mto/import/status/{taskId}', () => {
  test('200 returns every key of the task', async () => {
    const target = system.newTarget();
    const file = freshFile();
    const task = await importFile(system, target, file, { discipline: 'piping' });
    expect(task).toMatchObject({
      ...target,
      type: 'mto-import',
      status: 'completed',
      progress: { current: 1, total: 1 },
      result: { imported: 1, updated: 0, skipped: 0, failed: 0, deleted: 0 },
      errors: [],
      errorCount: 0,
      warnings: [],
      error: null,
      fileName: 'takeoff.xlsx',
      fileSize: file.size,
      mode: 'append',
      dryRun: false,
      discipline: 'piping',
      createdBy: 'tester',
    });
    const times = [task.createdAt, task.startedAt, task.finishedAt].map((time) => Date.parse(String(time)));
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
  });

  test('404 an unknown task, and an identifier that is no UUID', async () => {
    for (const id of [crypto.randomUUID(), 'x']) {
      const { status, body } = await system.mto.request('GET', `/api/v1/mto/import/status/${id}`);
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'import task']);
    }
  });
});

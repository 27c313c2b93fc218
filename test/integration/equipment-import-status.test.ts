import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type EquipmentImports, startEquipmentImports } from '../support/equipment-imports';
import { csvFile } from '../support/import-file';
import { freshCode, unknownId, until } from '../support/project-system';
import { readWorkbook } from '../support/read-workbook';

let system: EquipmentImports;
beforeAll(async () => {
  system = await startEquipmentImports();
});
afterAll(() => system.stop());

/** Text that no compression takes for a bomb. */
const hexadecimal = (length: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(length)))
    .toString('hex')
    .slice(0, length);

const waitingForEquipment = () => system.sql`
  select from pg_locks where relation = 'equipment_wbs.equipment'::regclass and not granted`;
const runsUnderWay = () => system.sql`
  select from pg_stat_activity where application_name = 'equipment_wbs-import' and xact_start is not null
    and datname = current_database()`;

describe('an import of equipment that mto shows', () => {
  test('with more failed rows and longer messages than one message holds is complete in the workbook', async () => {
    const rowCount = 4000;
    const long = 'é'.repeat(450);
    const rows = Array.from({ length: rowCount }, (_, at) => `${freshCode('BIG-')},${long},no ${at} ${long}`);
    const task = await system.importFile(csvFile(`equipmentCode,name,hourlyRate\n${rows.join('\n')}\n`));
    expect(task).toMatchObject({ status: 'failed', result: { failed: rowCount }, errorCount: 2 * rowCount });
    expect(task.errors.map(({ count }) => count)).toEqual([rowCount, rowCount]);
    const { status, body } = await system.errors(task.taskId);
    expect(status).toBe(200);
    const [sheet] = await readWorkbook(body);
    expect(sheet?.rows.map(({ hourlyRate }) => hourlyRate)).toEqual(
      rows.map((row) => row.split(',')[2] ?? null),
    );
  });

  test('with rows and headers larger than a message is complete in the workbook', async () => {
    const columnCount = 60;
    const longest = 32_000;
    const row = (letter: string, width = columnCount) =>
      Array.from({ length: width }, () => letter + hexadecimal(longest - 1));
    const headers = row('h');
    const wrong = `w${hexadecimal(100)}`;
    const lines = [
      ['equipmentCode', 'name', 'hourlyRate', ...headers],
      [freshCode('WIDE-'), 'Crane', wrong, ...row('a')],
      [freshCode('WIDE-'), 'Crane', 'free', 'b'],
      [freshCode('WIDE-'), 'Crane', 'none', ...Array<string>(12).fill('\u0001'.repeat(longest))],
    ];
    const file = csvFile(lines.map((cells) => cells.join(',')).join('\n'), 'wide.csv');
    const task = await system.importFile(file);
    expect(task.errors).toMatchObject([
      { rows: [2, 3, 4], message: `hourlyRate ${wrong.slice(0, 60)}\u2026 is not a number` },
    ]);
    expect(task).toMatchObject({ status: 'failed', result: { failed: 3 }, errorCount: 3 });
    const { status, body } = await system.errors(task.taskId);
    expect(status).toBe(200);
    const [sheet] = await readWorkbook(body);
    expect(sheet?.headers.slice(0, -1)).toEqual(lines[0] as string[]);
    const cellsOf = (at: number) => sheet?.headers.map((header) => sheet.rows[at]?.[header]).slice(0, -1);
    expect(lines.slice(1).map((_, at) => cellsOf(at)?.filter((one) => one !== undefined))).toEqual(
      lines.slice(1),
    );
  });

  test('fails with FILE_TOO_LARGE for a row over 8 MiB and a cell over 1 MiB', async () => {
    const mebibyte = 'x'.repeat(1024 * 1024);
    const rowOf = (...cells: string[]) => csvFile(`equipmentCode,name\nA,${cells.join(',')}\n`, 'large.csv');
    for (const file of [rowOf(...Array<string>(8).fill(mebibyte)), rowOf(`${mebibyte}x`)])
      expect((await system.importFile(file)).error?.code).toBe('FILE_TOO_LARGE');
  });

  test('is answered without errors, warnings and columns with details=false', async () => {
    const file = csvFile(`equipmentCode,name,hourlyRate\n${freshCode('DET-')},Crane,much\n`);
    const { errors, warnings, columns, ...state } = await system.importFile(file);
    expect([errors.length, warnings.length]).toEqual([1, 0]);
    const { body } = await system.status(`${state.taskId}?details=false`);
    expect(body).toEqual(state);
  });

  test('is cancelled while it runs and leaves nothing, and is 409 when it has ended', async () => {
    const code = freshCode('CAN-');
    const cancel = (taskId: string) =>
      system.mto.request('POST', `/api/v1/mto/import/status/${taskId}/cancel`);
    const { taskId } = await system.sql.begin(async (tx) => {
      await tx`lock table equipment_wbs.equipment in share mode`;
      const { body } = await system.upload(csvFile(`equipmentCode,name\n${code},Crane\n`));
      await until(async () => (await waitingForEquipment()).length > 0);
      const { status, body: task } = await cancel(body.taskId);
      expect([status, task.status, task.type]).toEqual([200, 'cancelled', 'equipment-import']);
      return task;
    });
    await until(async () => (await runsUnderWay()).length === 0);
    expect((await system.status(taskId)).body.status).toBe('cancelled');
    expect((await system.request('GET', `/api/v1/equipment/${code}`)).status).toBe(404);
    const ended = await system.importFile(csvFile(`equipmentCode,name\n${code},Crane\n`));
    for (const id of [taskId, ended.taskId]) {
      const { status, body } = await cancel(id);
      expect([status, body.code, body.taskId]).toEqual([409, 'IMPORT_FINISHED', id]);
    }
    expect((await system.status(ended.taskId)).body).toEqual(ended);
  });

  test('is unknown as 404, and 503 while equipment-wbs does not answer', async () => {
    expect((await system.status(unknownId)).status).toBe(404);
    expect((await system.status('no-uuid')).status).toBe(404);
    expect((await system.errors(unknownId)).status).toBe(404);
    const { body } = await system.upload(csvFile(`equipmentCode,name\n${freshCode('OFF-')},Crane\n`));
    await system.endOf(body.taskId);
    await system.service.stop();
    const { status, body: problem } = await system.status(body.taskId);
    expect([status, problem.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
  });
});

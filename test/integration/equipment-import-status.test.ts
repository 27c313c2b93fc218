import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type EquipmentImports, startEquipmentImports } from '../support/equipment-imports';
import { csvFile } from '../support/import-file';
import { freshCode, unknownId } from '../support/project-house';
import { readWorkbook } from '../support/read-workbook';

let house: EquipmentImports;
beforeAll(async () => {
  house = await startEquipmentImports();
});
afterAll(() => house.stop());

describe('an import of equipment that mto shows', () => {
  test('with more failed rows and longer messages than one message holds is complete in the workbook', async () => {
    const rowCount = 4000;
    const long = 'é'.repeat(450);
    const rows = Array.from({ length: rowCount }, (_, at) => `${freshCode('BIG-')},${long},no ${at} ${long}`);
    const task = await house.importFile(csvFile(`equipmentCode,name,hourlyRate\n${rows.join('\n')}\n`));
    expect(task).toMatchObject({ status: 'failed', result: { failed: rowCount }, errorCount: 2 * rowCount });
    expect(task.errors.length).toBeGreaterThan(100);
    const { status, body } = await house.errors(task.taskId);
    expect(status).toBe(200);
    const [sheet] = await readWorkbook(body);
    expect(sheet?.rows.map(({ hourlyRate }) => hourlyRate)).toEqual(
      rows.map((row) => row.split(',')[2] ?? null),
    );
  });

  test('is unknown as 404, and 503 while equipment-wbs does not answer', async () => {
    expect((await house.status(unknownId)).status).toBe(404);
    expect((await house.status('no-uuid')).status).toBe(404);
    expect((await house.errors(unknownId)).status).toBe(404);
    const { body } = await house.upload(csvFile(`equipmentCode,name\n${freshCode('OFF-')},Crane\n`));
    await house.endOf(body.taskId);
    await house.service.stop();
    const { status, body: problem } = await house.status(body.taskId);
    expect([status, problem.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
  });
});

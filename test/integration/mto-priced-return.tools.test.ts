import { afterAll, describe, expect, test } from 'bun:test';
import { readAll } from '@consulting/spreadsheet/workbook-fixture';
import { fileInTheMannerOf, type Writer } from '../support/corpus';
import { fullWorkbook } from '../support/full-workbook';
import { importFile } from '../support/import-file';
import { resave } from '../support/office';
import { startTakeoffSystem } from '../support/takeoff-system';

const system = await startTakeoffSystem();

afterAll(() => system.stop());

async function returned(file: File): Promise<File> {
  const projectId = system.records.addProject();
  const target = { projectId, serviceId: system.records.addService(projectId) };
  const { taskId } = await importFile(system, target, file);
  const path = `/api/v1/mto/import/status/${taskId}/workbook?columns=totalCost,unitCost`;
  const { status, body } = await system.mto.request('GET', path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return new File([body], file.name);
}

const rows = [
  ['Item No.', 'Description', 'Quantity', 'UOM', 'Material Unit Price'],
  [1, 'Pipe', 12.5, 'm', 4],
];

describe('GET /api/v1/mto/import/status/{taskId}/workbook: LibreOffice opens and saves', () => {
  const writers: Writer[] = ['Excel for Windows', 'Numbers', 'LibreOffice'];

  test.each(writers)(
    'a workbook in the manner of %s',
    async (writer) => {
      const file = await returned(fileInTheMannerOf(writer, [{ name: 'Piping', rows }]));
      const [saved] = await resave([file], 'xlsx');
      const read = await readAll(new Uint8Array((await saved?.arrayBuffer()) ?? new ArrayBuffer()));
      expect(read.map(({ cells }) => cells.slice(5))).toEqual([
        ['Total Cost (CAD)', 'Unit Cost (CAD)'],
        [50, 4],
      ]);
    },
    60_000,
  );

  test('a workbook with all that Excel has', async () => {
    const [saved] = await resave([await returned(fullWorkbook())], 'xlsx');
    const read = await readAll(new Uint8Array((await saved?.arrayBuffer()) ?? new ArrayBuffer()));
    const cells = new Map(read.map((row) => [row.number, row.cells]));
    expect(cells.get(3)?.slice(5)).toEqual(['Total Cost', 'Unit Cost (CAD)']);
    expect(cells.get(4)?.slice(5)).toEqual([50, 4]);
    expect(cells.get(5)?.slice(5)).toEqual([30.75, 10.25]);
  }, 60_000);
});

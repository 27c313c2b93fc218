import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { readPart } from '@consulting/spreadsheet/fill-in/fixture';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { bytesSource } from '@consulting/spreadsheet/table/source';
import * as xlsx from '@e965/xlsx';
import { otherParts } from '../support/archive-parts';
import { delimitedWriters, fileInTheMannerOf, type Writer, workbookWriters } from '../support/corpus';
import type { CorpusSheet } from '../support/corpus/sheet';
import { fullWorkbook } from '../support/full-workbook';
import { importFile } from '../support/import-file';
import { startTakeoffSystem } from '../support/takeoff-system';

/** An export of a plant design program, where one is at hand. */
const realWorkbook = process.env.REAL_WORKBOOK ?? '';

const system = await startTakeoffSystem();

afterAll(() => system.stop());

const target = () => {
  const projectId = system.records.addProject();
  return { projectId, serviceId: system.records.addService(projectId) };
};

const sheets: CorpusSheet[] = [
  {
    name: 'Piping',
    rows: [
      ['Item No.', 'Description', 'Quantity', 'UOM', 'Material Unit Price', 'Total Cost'],
      [1, 'Pipe 90°, 8" & <new>', 12.5, 'm', 4, null],
      [null, null, null, null, null, null],
      [2, ' Flange ', 3, 'EA', 10.25, 99],
    ],
  },
  { name: 'Notes', rows: [['A'], [null], ['x']] },
];

async function returned(taskId: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = `/api/v1/mto/import/status/${taskId}/workbook?columns=totalCost,unitCost`;
  const { status, body } = await system.mto.request('GET', path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return new Uint8Array(body);
}

/** The cells of every sheet as our own reader sees them, by reference. */
async function cellsOf(bytes: Uint8Array, name: string): Promise<Map<string, unknown>> {
  const file = await openTableFile(bytesSource(bytes), name, defaultTabularLimits);
  const cells = new Map<string, unknown>();
  for (const sheet of file.sheets)
    for await (const rows of file.rows(sheet))
      for (const row of rows)
        for (const [at, value] of row.cells.entries())
          if (value !== null) cells.set(`${sheet.name}!${columnLetters(at)}${row.number}`, value);
  await file.close();
  return cells;
}

const differing = 'Total Cost (CAD), where it differs from column F';
const figures = { F2: 50, G1: 'Unit Cost (CAD)', G2: 4, G4: 10.25, H1: differing, H4: 30.75 };
/** The sheet of differing figures, and the parts that name it. */
const ofAddedSheet = /added1\.xml$|workbook\.xml(?:\.rels)?$|\[Content_Types\]\.xml$/i;

describe('GET /api/v1/mto/import/status/{taskId}/workbook', () => {
  test.each(workbookWriters)('200 of a workbook in the manner of %s', async (writer: Writer) => {
    const file = fileInTheMannerOf(writer, sheets);
    const task = await importFile(system, target(), file);
    const before = await file.bytes();
    const after = await returned(task.taskId);
    const isChanged = (name: string) => /sheet1?\.xml$/i.test(name) && /worksheets\//.test(name);
    const all = (await otherParts(after, [])).map(([name]) => name);
    expect(all.filter(isChanged)).toHaveLength(1);
    const changed = all.filter((name) => isChanged(name) || ofAddedSheet.test(name));
    expect(await otherParts(after, changed)).toEqual(await otherParts(before, changed));
    const wanted = await cellsOf(before, file.name);
    for (const [at, value] of Object.entries(figures)) wanted.set(`Piping!${at}`, value);
    const found = await cellsOf(after, file.name);
    const reported = [...found].filter(([at]) => at.startsWith('Differing figures!'));
    expect(reported.map(([, value]) => value)).toContain(
      'Those of the file stay; those of the takeoff stand in column H.',
    );
    for (const [at] of reported) found.delete(at);
    expect(found).toEqual(wanted);
    expect(valuesByOracle(after)).toMatchObject({
      Piping: figures,
      'Differing figures': { A2: 'Piping', D2: '1' },
    });
    expect(valuesByOracle(after).Piping).toMatchObject(figures);
  });

  test.each(delimitedWriters)('200 of a %s', async (writer: Writer) => {
    const file = fileInTheMannerOf(writer, sheets);
    const task = await importFile(system, target(), file, { discipline: 'piping' });
    const before = await cellsOf(await file.bytes(), file.name);
    const after = await cellsOf(await returned(task.taskId), file.name);
    const [sheet] = [...before.keys()].map((key) => key.slice(0, key.indexOf('!')));
    const isComma = String(before.get(`${sheet}!C2`)).includes(',');
    for (const [at, value] of Object.entries(figures)) {
      const text = String(value);
      before.set(`${sheet}!${at}`, isComma && !at.endsWith('1') ? text.replace('.', ',') : text);
    }
    expect(after).toEqual(before);
  });

  test('200 of a workbook with all that Excel has', async () => {
    const task = await importFile(system, target(), fullWorkbook());
    const before = await fullWorkbook().bytes();
    const after = await returned(task.taskId);
    const changed = ['xl/worksheets/sheet1.xml'];
    expect(await otherParts(after, changed)).toEqual(await otherParts(before, changed));
    const xml = (await readPart(after, 'xl/worksheets/sheet1.xml')).toString();
    const original = (await readPart(before, 'xl/worksheets/sheet1.xml')).toString();
    for (const element of [
      'sheetProtection',
      'autoFilter',
      'mergeCells',
      'conditionalFormatting',
      'tableParts',
      'drawing',
      'pane',
    ])
      expect([element, elementIn(xml, element)]).toEqual([element, elementIn(original, element)]);
    expect(elementIn(xml, 'pane')).not.toBe('');
    expect(valuesByOracle(after).Piping).toMatchObject({ G3: 'Unit Cost (CAD)', F4: 50, G4: 4 });
  });

  test.skipIf(!existsSync(realWorkbook))('200 of an export of a plant design program', async () => {
    const file = new File([await Bun.file(realWorkbook).bytes()], 'export.xlsx');
    const { taskId } = await importFile(system, target(), file, { survey: true });
    const path = `/api/v1/mto/import/status/${taskId}/survey`;
    const { suggested } = (await system.mto.request('GET', path)).body;
    const task = await importFile(system, target(), file, {
      discipline: 'piping',
      defaults: { quantity: 1, unitOfMeasure: 'EA', materialUnitPrice: 12.5 },
      ...(suggested?.mapping && { mapping: suggested.mapping, sheet: suggested.sheet }),
    });
    const stored = task.result?.imported ?? 0;
    expect(stored).toBeGreaterThan(0);
    const before = await file.bytes();
    const after = await returned(task.taskId);
    const wanted = await cellsOf(before, file.name);
    const found = await cellsOf(after, file.name);
    expect(new Map([...wanted.keys()].map((at) => [at, found.get(at)]))).toEqual(wanted);
    expect(found.size).toBeGreaterThanOrEqual(wanted.size + stored);
    const same = new Map(await otherParts(after, []));
    const changed = (await otherParts(before, [])).filter(([name, bytes]) => same.get(name) !== bytes);
    expect(changed.map(([name]) => name).filter((name) => !name.startsWith('xl/worksheets/'))).toEqual([]);
  });
});

const elementIn = (xml: string, name: string): string => {
  const start = xml.indexOf(`<${name}`);
  return start < 0 ? '' : xml.slice(start, xml.indexOf('>', start) + 1);
};

/** Values by reference as another reader sees them. */
function valuesByOracle(bytes: Uint8Array): Record<string, Record<string, unknown>> {
  const book = xlsx.read(bytes);
  return Object.fromEntries(
    book.SheetNames.map((name) => [
      name,
      Object.fromEntries(Object.entries(book.Sheets[name] ?? {}).map(([at, cell]) => [at, cell?.v])),
    ]),
  );
}

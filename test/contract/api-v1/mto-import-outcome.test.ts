import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deflateRawSync } from 'node:zlib';
import * as xlsx from '@e965/xlsx';
import {
  csvFile,
  type EndedTask,
  endOf,
  type ImportTarget,
  importFile,
  linesOf,
  type SheetCells,
  upload,
  workbookFile,
} from '../../support/import-file';
import { commonImportSystem, type ImportSystem } from '../../support/import-system';

let system: ImportSystem;

beforeAll(async () => {
  system = await commonImportSystem();
});

afterAll(async () => {
  await system.stop();
});

const header = ['Item No.', 'Description', 'Qty', 'UOM'];
const pipe = (item: number, quantity: unknown = 12.5) => [item, `Pipe ${item}`, quantity, 'm'];
const errorsOf = (taskId: string) => system.mto.request('GET', `/api/v1/mto/import/status/${taskId}/errors`);

const sheetsOf = (body: ArrayBuffer): Record<string, unknown[][]> => {
  const book = xlsx.read(body);
  return Object.fromEntries(
    book.SheetNames.map((name) => [
      name,
      xlsx.utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1, defval: null }),
    ]),
  );
};

describe('GET /mto/import/status/{taskId}/errors', () => {
  test('200 returns the rows that failed, as they were, with the reasons; corrected they can be imported again', async () => {
    const target = system.newTarget();
    const file = workbookFile({
      Piping: [
        ['Unit 100'],
        [...header, 'NPS (in)'],
        [...pipe(1, 'x'), 'large'],
        [...pipe(2), 6],
        [...pipe(3, -1), 6],
      ],
      Civil: [header, pipe(4), pipe(5, null)],
    });
    const task = await importFile(system, target, file);
    const { status, headers, body } = await errorsOf(task.taskId);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      `attachment; filename="takeoff errors.xlsx"; filename*=UTF-8''takeoff%20errors.xlsx`,
    ]);
    const sheets = sheetsOf(body);
    expect(sheets).toEqual({
      Piping: [
        [...header, 'NPS (in)', 'Import Errors'],
        [1, 'Pipe 1', 'x', 'm', 'large', 'C: Quantity "x" is not a number; E: NPS "large" is not a number'],
        [3, 'Pipe 3', -1, 'm', 6, 'C: Quantity -1 must be at least 0'],
      ],
      Civil: [
        [...header, 'Import Errors'],
        [5, 'Pipe 5', null, 'm', 'C: Quantity is required'],
      ],
    });
    for (const rows of Object.values(sheets)) for (const row of rows.slice(1)) row[2] = 7;
    const [first] = sheets.Piping?.slice(1) ?? [];
    if (first) first[4] = '4"';
    const again = await importFile(system, target, workbookFile(sheets as Record<string, SheetCells>));
    expect(again).toMatchObject({ status: 'completed', result: { imported: 3, failed: 0 } });
  });

  test('200 also for a task of which every row failed, and for a dry run', async () => {
    const { task } = await system.importRows([header, pipe(1, 'x')]);
    expect([task.status, (await errorsOf(task.taskId)).status]).toEqual(['failed', 200]);
    const dry = await system.importRows([header, pipe(1, 'x'), pipe(2)], { dryRun: true });
    expect([dry.task.status, (await errorsOf(dry.task.taskId)).status]).toEqual([
      'completed-with-errors',
      200,
    ]);
  });

  test('200 keeps the cells of ragged rows before the reasons', async () => {
    const file = csvFile('Item No.,Description,Qty\n1,Pipe,5,extra\n', 'piping.csv');
    const { taskId } = await importFile(system, system.newTarget(), file);
    expect(sheetsOf((await errorsOf(taskId)).body).piping).toEqual([
      ['Item No.', 'Description', 'Qty', '', 'Import Errors'],
      ['1', 'Pipe', '5', 'extra', 'D: "extra" the row has more cells than the header row has headers'],
    ]);
  });

  test('404 when no row failed, and for an unknown task', async () => {
    const { task } = await system.importRows([header, pipe(1)]);
    for (const id of [task.taskId, crypto.randomUUID()]) {
      const { status, body } = await errorsOf(id);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('409 IMPORT_RUNNING before the end', async () => {
    const target = system.newTarget();
    const file = workbookFile({ Piping: [header, pipe(1)] });
    const answers = await system.without('crews-rates', async () => {
      const rows = [
        [...header, 'Crew Code'],
        [...pipe(1), 'PF-01'],
      ];
      const { body } = await upload(system, target, workbookFile({ Piping: rows }));
      return { taskId: body.taskId, early: await errorsOf(body.taskId) };
    });
    expect([answers.early.status, answers.early.body.code]).toEqual([409, 'IMPORT_RUNNING']);
    expect((await endOf(system, answers.taskId)).status).toBe('completed');
    expect((await importFile(system, target, file)).status).toBe('completed');
  });
});

describe('modes', () => {
  const inService = async (target: ImportTarget) =>
    (await linesOf(system, target)).map(({ discipline, itemNumber, quantity }) => [
      discipline,
      itemNumber,
      quantity,
    ]);

  test('append adds to the lines that are there', async () => {
    const target = system.newTarget();
    await importFile(system, target, workbookFile({ Piping: [header, pipe(1)] }));
    await importFile(system, target, workbookFile({ Piping: [header, pipe(1), pipe(2)] }));
    expect(await inService(target)).toEqual([
      ['piping', 1, 12.5],
      ['piping', 1, 12.5],
      ['piping', 2, 12.5],
    ]);
  });

  test('replace removes the lines of the service in the disciplines that have a valid row', async () => {
    const target = system.newTarget();
    const other = { ...target, serviceId: system.records.addService(target.projectId) };
    const first = workbookFile({
      Piping: [header, pipe(1), pipe(2)],
      Civil: [header, pipe(3)],
      Concrete: [header, pipe(4)],
    });
    await importFile(system, target, first);
    await importFile(system, other, first);
    const second = workbookFile({ Piping: [header, pipe(9, 1)], Civil: [header, pipe(8, 'x')] });
    const dry = await importFile(system, target, second, { mode: 'replace', dryRun: true });
    const task = await importFile(system, target, second, { mode: 'replace' });
    expect(task.result).toEqual({ imported: 1, updated: 0, skipped: 0, failed: 1, deleted: 2 });
    expect(dry.result).toEqual(task.result);
    expect(await inService(target)).toEqual([
      ['civil', 3, 12.5],
      ['concrete', 4, 12.5],
      ['piping', 9, 1],
    ]);
    expect(await inService(other)).toHaveLength(4);
  });

  test('replace of which every row is invalid removes nothing', async () => {
    const target = system.newTarget();
    await importFile(system, target, workbookFile({ Piping: [header, pipe(1)] }));
    const task = await importFile(system, target, workbookFile({ Piping: [header, pipe(1, 'x')] }), {
      mode: 'replace',
    });
    expect(task).toMatchObject({ status: 'failed', result: { deleted: 0 } });
    expect(await inService(target)).toHaveLength(1);
  });
});

describe('dryRun', () => {
  test('gives the counts and messages of the real run and stores nothing', async () => {
    const target = system.newTarget();
    const file = workbookFile({
      Piping: [
        [...header, 'Colour of it'],
        [...pipe(1), 'red'],
        pipe(2, 'x'),
        [3, null, 1, null],
        ['Total', null, 9, null],
      ],
    });
    const dry = await importFile(system, target, file, { dryRun: true });
    expect(await linesOf(system, target)).toEqual([]);
    const real = await importFile(system, target, file);
    const compared = ({ status, result, errors, errorCount, warnings, progress }: EndedTask) => ({
      status,
      result,
      errors,
      errorCount,
      warnings,
      progress,
    });
    expect(compared(dry)).toEqual(compared(real));
    expect(dry.result).toMatchObject({ imported: 2, failed: 1 });
    expect(await linesOf(system, target)).toHaveLength(2);
  });
});

describe('files of every kind', () => {
  const rows = [header, pipe(1), [2, 'Réducteur 6"', 3, 'EA']];
  const text = (delimiter: string) =>
    rows
      .map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(delimiter))
      .join('\r\n');
  const latin1 = Buffer.from(text(';'), 'latin1');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text('\t'), 'utf16le')]);

  test.each<[string, File]>([
    ['.xlsx', workbookFile({ Piping: rows })],
    ['.xlsm', workbookFile({ Piping: rows }, 'takeoff.xlsm')],
    ['.csv with commas', csvFile(text(','), 'piping.csv')],
    ['.csv in UTF-8 with a mark', csvFile(`\ufeff${text(';')}`, 'piping.csv')],
    ['.csv in Windows-1252', new File([latin1], 'piping.csv')],
    ['.tsv in UTF-16', new File([utf16], 'piping.tsv')],
  ])('%s', async (_kind, file) => {
    const target = system.newTarget();
    const task = await importFile(system, target, file);
    expect(task).toMatchObject({ status: 'completed', errors: [] });
    expect(await linesOf(system, target)).toMatchObject([
      { itemNumber: 1, quantity: 12.5, discipline: 'piping' },
      { itemNumber: 2, description: 'Réducteur 6"' },
    ]);
  });
});

describe('files that are broken or hostile end in a clear failed task', () => {
  const good = workbookFile({ Piping: [header, pipe(1)] });
  const truncated = async () => new File([(await good.bytes()).subarray(0, -40)], 'takeoff.xlsx');
  const damaged = async () => {
    const bytes = await good.bytes();
    bytes.fill(0x5a, 200, 400);
    return new File([bytes], 'takeoff.xlsx');
  };
  const notWorkbook = async () => new File([archive({ 'readme.txt': 'no workbook' })], 'takeoff.xlsx');
  const sheetXml = (content: string) => `<?xml version="1.0"?>${content}`;
  const entityBomb = async () =>
    new File(
      [
        workbookArchive(
          sheetXml(
            '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>',
          ),
        ),
      ],
      'takeoff.xlsx',
    );
  const zipBomb = async () =>
    new File(
      [
        workbookArchive(
          sheetXml(`<worksheet><sheetData>${' '.repeat(64 * 1024 * 1024)}</sheetData></worksheet>`),
        ),
      ],
      'takeoff.xlsx',
    );

  test.each<[string, () => Promise<File>, string]>([
    ['a truncated workbook', truncated, 'FILE_UNREADABLE'],
    ['a damaged workbook', damaged, 'FILE_UNREADABLE'],
    ['an archive without a workbook', notWorkbook, 'FILE_UNREADABLE'],
    ['an entity bomb', entityBomb, 'FILE_UNREADABLE'],
    ['a zip bomb', zipBomb, 'FILE_TOO_LARGE'],
  ])('%s', async (_what, make, code) => {
    const target = system.newTarget();
    const task = await importFile(system, target, await make());
    expect(task).toMatchObject({ status: 'failed', result: null, error: { code } });
    expect(task.error?.message.length).toBeGreaterThan(10);
    expect(await linesOf(system, target)).toEqual([]);
  });
});

/** A ZIP archive of parts, made by hand. */
function archive(parts: Record<string, string>): Buffer<ArrayBuffer> {
  const records: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(Bun.hash.crc32(plain), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(plain.length, 8);
    const local = Buffer.concat([
      Buffer.from('504b03041400000008000000000', 'hex'),
      Buffer.alloc(1),
      sizes,
      u16(name.length),
      u16(0),
      Buffer.from(name),
    ]);
    records.push(local, packed);
    const central = Buffer.concat([
      Buffer.from('504b0102140014000000080000000000', 'hex'),
      sizes,
      u16(name.length),
      Buffer.alloc(12),
      u32(offset),
      Buffer.from(name),
    ]);
    directory.push(central);
    offset += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const count = u16(directory.length);
  const end = Buffer.concat([
    Buffer.from('504b050600000000', 'hex'),
    count,
    count,
    u32(central.length),
    u32(offset),
    u16(0),
  ]);
  return Buffer.concat([...records, central, end]) as Buffer<ArrayBuffer>;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const relationships = (target: string, type: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

const workbookArchive = (sheet: string) =>
  archive({
    '_rels/.rels': relationships('xl/workbook.xml', 'officeDocument'),
    'xl/workbook.xml':
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Piping" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships('worksheets/sheet1.xml', 'worksheet'),
    'xl/worksheets/sheet1.xml': sheet,
  });

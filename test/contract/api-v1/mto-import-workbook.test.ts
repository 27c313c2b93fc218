import { afterAll, describe, expect, test } from 'bun:test';
import type { CellValue } from '@consulting/spreadsheet/table/cell';
import { readAll } from '@consulting/spreadsheet/workbook-fixture';
import * as xlsx from '@e965/xlsx';
import postgres from 'postgres';
import { otherParts } from '../../support/archive-parts';
import { csvFile, endOf, importFile, type SheetCells, upload, workbookFile } from '../../support/import-file';
import { commonTakeoffImports } from '../../support/takeoff-import';
import { until } from '../../support/until';

const imports = await commonTakeoffImports();
const { system, file, sheet } = imports;
const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });

afterAll(async () => {
  await sql.end();
  await imports.stop();
});

const pathOf = (taskId: string, query = '') => `/api/v1/mto/import/status/${taskId}/workbook${query}`;

const returned = (taskId: string, query = '') => system.mto.request('GET', pathOf(taskId, query));

async function bytesOf(taskId: string, query = ''): Promise<Uint8Array<ArrayBuffer>> {
  const { status, body } = await returned(taskId, query);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return new Uint8Array(body);
}

async function cellsOf(taskId: string, query = '', name = 'book.xlsx'): Promise<Map<number, CellValue[]>> {
  const rows = await readAll(await bytesOf(taskId, query), { name });
  return new Map(rows.map(({ number, cells }) => [number, cells]));
}

const codeOf = async (taskId: string, query = '') => {
  const { status, body } = await returned(taskId, query);
  return [status, body.code];
};

const text = (bytes: Uint8Array, encoding: Bun.Encoding) =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

const header = ['Description', 'Quantity', 'UOM', 'Material Unit Price'];
const pipes: SheetCells = [header, ['Pipe', 5, 'm', 2.5], ['Elbow', 2, 'EA', 10], ['Total', 7]];

function merged(range: xlsx.Range): File {
  const content = xlsx.utils.aoa_to_sheet(pipes);
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, { ...content, '!merges': [range] }, 'Piping');
  return new File([xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })], 'merged.xlsx');
}

describe('GET /api/v1/mto/import/status/{taskId}/workbook', () => {
  test('200 the file as it was, its figures behind the table in the row of each line', async () => {
    const sent = workbookFile({ Piping: pipes, Notes: [['Nothing to see']] });
    const { task } = await file(sent);
    const { status, headers, body } = await returned(task.taskId);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain('takeoff.xlsx');
    const cells = new Map((await readAll(new Uint8Array(body))).map((row) => [row.number, row.cells]));
    expect(cells.get(1)).toEqual([
      ...header,
      'Labour Cost (CAD)',
      'Material Cost (CAD)',
      'Equipment Cost (CAD)',
      'Unit Cost (CAD)',
      'Total Cost (CAD)',
    ]);
    expect(cells.get(2)).toEqual(['Pipe', 5, 'm', 2.5, 0, 12.5, 0, 2.5, 12.5]);
    expect(cells.get(3)).toEqual(['Elbow', 2, 'EA', 10, 0, 20, 0, 10, 20]);
    expect(cells.get(4)).toEqual(['Total', 7]);
    const changed = ['xl/worksheets/sheet1.xml'];
    expect(await otherParts(new Uint8Array(body), changed)).toEqual(
      await otherParts(await sent.bytes(), changed),
    );
  });

  test('200 the chosen columns, texts among them, as they are now', async () => {
    const { task, lines } = await sheet(pipes);
    const [pipe] = lines;
    const changed = await system.mto.request(
      'PUT',
      `/api/v1/mto/${pipe?.mtoId}?projectId=${imports.projectId}`,
      {
        json: { quantity: 8, area: 'up & <down>' },
      },
    );
    expect(changed.status).toBe(200);
    const cells = await cellsOf(task.taskId, '?columns=totalCost,discipline,area');
    expect(cells.get(1)?.slice(4)).toEqual(['Total Cost (CAD)', 'Discipline', 'Area']);
    expect(cells.get(2)).toEqual([...(pipes[1] ?? []), 20, 'piping', 'up & <down>'] as CellValue[]);
  });

  test('200 into the column that the file has for a field, where its cell is empty', async () => {
    const { task } = await sheet([
      ['Description', 'Quantity', 'UOM', 'Material Unit Price', 'Total Cost', 'Remark'],
      ['Pipe', 5, 'm', 2.5, null, 'see A'],
      ['Elbow', 2, 'EA', 10, 21, null],
    ]);
    const cells = await cellsOf(task.taskId, '?columns=totalCost,unitCost');
    const differing = 'Total Cost (CAD), where it differs from column E';
    expect(cells.get(1)?.slice(4)).toEqual(['Total Cost', 'Remark', 'Unit Cost (CAD)', differing]);
    expect(cells.get(2)?.slice(4)).toEqual([12.5, 'see A', 2.5]);
    expect(cells.get(3)?.slice(4)).toEqual([21, null, 10, 20]);
  });

  const priced = ['Description', 'Quantity', 'UOM', 'Material Unit Price', 'Material Cost', 'Total Cost'];
  const differing = (formula?: string) => {
    const content = xlsx.utils.aoa_to_sheet([
      priced,
      ['Pipe', 5, 'm', 4, 20, 999],
      ['Elbow', 2, 'EA', 10, 20, 20],
      ['Tee', 2, 'EA', 10, 'by others', 21],
      ['Total', null, null, null, null, 1040],
    ]);
    if (formula) content.F4 = { t: 'n', v: 21, f: formula };
    const book = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(book, content, 'Piping');
    return new File([xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })], 'takeoff.xlsx');
  };

  test('200 figures of the file that differ stay, ours stand behind, a header and a sheet count them', async () => {
    const { task } = await file(differing());
    const { headers, body } = await returned(task.taskId, '?columns=materialCost,totalCost');
    expect(headers.get('x-differing')).toBe('3');
    const bytes = new Uint8Array(body);
    expect((await readAll(bytes)).map(({ cells }) => cells.slice(4))).toEqual([
      [
        ...priced.slice(4),
        'Material Cost (CAD), where it differs from column E',
        'Total Cost (CAD), where it differs from column F',
      ],
      [20, 999, null, 20],
      [20, 20],
      ['by others', 21, 20, 20],
      [null, 1040],
    ]);
    expect((await readAll(bytes, { sheet: 1 })).map(({ cells }) => cells)).toEqual([
      ['Sheet', 'Column', 'Figures', 'Rows that differ', 'What stands where'],
      [
        ...['Piping', 'E', 'Material Cost (CAD)', '1'],
        'Those of the file stay; those of the takeoff stand in column G.',
      ],
      [
        ...['Piping', 'F', 'Total Cost (CAD)', '2'],
        'Those of the file stay; those of the takeoff stand in column H.',
      ],
    ]);
    const read = xlsx.read(bytes, { type: 'array' });
    expect(read.SheetNames).toEqual(['Piping', 'Differing figures']);
    const again = await file(new File([bytes], 'takeoff.xlsx'));
    expect(
      await bytesOf(again.task.taskId, '?columns=totalCost').then((found) => readAll(found, { sheet: 2 })),
    ).toHaveLength(2);
  });

  test('200 with own=replace ours stand in their place, but for formulas, and a sheet says so', async () => {
    const { task } = await file(differing('E4+1'));
    const { headers, body } = await returned(task.taskId, '?columns=materialCost,totalCost&own=replace');
    expect(headers.get('x-differing')).toBe('3');
    const bytes = new Uint8Array(body);
    expect((await readAll(bytes)).map(({ cells }) => cells.slice(4))).toEqual([
      [...priced.slice(4), 'Total Cost (CAD), where it differs from column F'],
      [20, 20],
      [20, 20],
      [20, 21, 20],
      [null, 1040],
    ]);
    expect(xlsx.read(bytes, { type: 'array' }).Sheets.Piping?.F4?.f).toBe('E4+1');
    expect((await readAll(bytes, { sheet: 1 })).slice(1).map(({ cells }) => cells.at(-1))).toEqual([
      'Those of the takeoff replace those of the file.',
      "1 replaced; formulas stay, and the takeoff's figures are next to them in column G.",
    ]);
  });

  test('200 of a CSV in both ways, with the header alone; 0 where nothing differs', async () => {
    const rows = [
      'Bezeichnung;Menge;Einheit;Material Unit Price;Total Cost',
      'Rohr;5;m;2,5;99,5',
      'Bogen;2;EA;10;20,00',
    ];
    const sent = new File([`${rows.join('\n')}\n`], 'lv.csv');
    const { task } = await file(sent, { discipline: 'piping' });
    const keep = await returned(task.taskId, '?columns=totalCost');
    const replace = await returned(task.taskId, '?columns=totalCost&own=replace');
    expect([keep, replace].map(({ headers }) => headers.get('x-differing'))).toEqual(['1', '1']);
    expect(text(new Uint8Array(keep.body), 'utf-8').split('\n')).toEqual([
      `${rows[0]};"Total Cost (CAD), where it differs from column E"`,
      `${rows[1]};12,5`,
      rows[2] ?? '',
      '',
    ]);
    expect(text(new Uint8Array(replace.body), 'utf-8').split('\n').slice(1, 3)).toEqual([
      'Rohr;5;m;2,5;12,5',
      rows[2] ?? '',
    ]);
    const none = await returned(task.taskId, '?columns=materialCost');
    expect(none.headers.get('x-differing')).toBe('0');
    expect(await codeOf(task.taskId, '?own=theirs')).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('200 behind cells of the table that are merged with those beside', async () => {
    const { task } = await file(merged({ s: { r: 0, c: 3 }, e: { r: 0, c: 5 } }));
    const cells = await cellsOf(task.taskId, '?columns=totalCost');
    expect(cells.get(1)).toEqual([...header, null, null, 'Total Cost (CAD)']);
    expect(cells.get(2)?.slice(4)).toEqual([null, null, 12.5]);
  });

  test('200 a column in another currency is not taken for that of the project', async () => {
    const projectId = system.records.addProject();
    system.records.exchangeRates.set(projectId, [{ currency: 'EUR', rate: 1.5 }]);
    const rows = [
      ['Description', 'Quantity', 'UOM', 'Material Unit Price (EUR)', 'Material Cost (EUR)'],
      ['Pipe', 5, 'm', 2, null],
    ];
    const { task } = await sheet(rows, { convertCurrency: true }, imports.target(projectId));
    const cells = await cellsOf(task.taskId, '?columns=materialCost');
    expect(cells.get(1)?.slice(4)).toEqual(['Material Cost (EUR)', 'Material Cost (CAD)']);
    expect(cells.get(2)?.slice(4)).toEqual([null, 15]);
  });

  test('200 beside figures per unit stands the unit, where lines have another than the file', async () => {
    const { task } = await sheet([header, ['Pipe', 5000, 'mm', 0.002]], { normaliseUnits: true });
    const cells = await cellsOf(task.taskId, '?columns=unitCost');
    expect(cells.get(1)?.slice(4)).toEqual(['Unit Cost (CAD)', 'UOM of these figures']);
    expect(cells.get(2)?.slice(4)).toEqual([2, 'm']);
  });

  test('200 a row whose line was deleted stays as it was, and the header row tells of it', async () => {
    const { task, lines } = await sheet(pipes);
    await system.mto.request('DELETE', `/api/v1/mto/${lines[0]?.mtoId}?projectId=${imports.projectId}`);
    const cells = await cellsOf(task.taskId, '?columns=totalCost');
    expect(cells.get(1)?.slice(4)).toEqual([
      'Total Cost (CAD)',
      '1 row has no figures: its line is not in the takeoff any more.',
    ]);
    expect(cells.get(2)).toEqual(pipes[1] as CellValue[]);
    expect(cells.get(3)?.slice(4)).toEqual([20]);
  });

  test('200 rows that failed stay as they were', async () => {
    const { task } = await sheet([header, ['Pipe', 'many', 'm', 2.5], ['Elbow', 2, 'EA', 10]]);
    const cells = await cellsOf(task.taskId, '?columns=totalCost');
    expect([cells.get(2), cells.get(3)?.slice(4)]).toEqual([['Pipe', 'many', 'm', 2.5], [20]]);
  });

  test('200 of mode upsert: lines that were changed, left as they are and made', async () => {
    const numbered = (...rows: SheetCells): SheetCells => [['Item No.', ...header], ...rows];
    const first = await sheet(numbered([1, 'Pipe', 5, 'm', 2.5], [2, 'Elbow', 2, 'EA', 10]));
    const again = numbered([3, 'Tee', 1, 'EA', 7], [2, 'Elbow', 2, 'EA', 10], [1, 'Pipe', 6, 'm', 2.5]);
    const { task } = await sheet(again, { mode: 'upsert' }, first.target);
    const cells = await cellsOf(task.taskId, '?columns=totalCost');
    expect([2, 3, 4].map((row) => cells.get(row)?.at(-1))).toEqual([7, 20, 15]);
  });

  test('200 of several imports of one file into a service: the rows of all in one file, whichever is asked for', async () => {
    const book = workbookFile({ Piping: pipes, Civil: [header, ['Concrete', 3, 'm3', 100]] });
    const sent = () => new File([book], 'takeoff.xlsx');
    const first = await file(sent(), { sheet: 'Piping' });
    const second = await file(sent(), { sheet: 'Civil', force: true }, first.target);
    const elsewhere = await file(sent(), { sheet: 'Civil' });
    const totalsOf = async (taskId: string) => {
      const bytes = await bytesOf(taskId, '?columns=totalCost');
      const sheets = [await readAll(bytes), await readAll(bytes, { sheet: 1 })];
      return sheets.map((rows) => rows.map(({ cells }) => cells[4] ?? null));
    };
    const [piping, civil] = [
      ['Total Cost (CAD)', 12.5, 20, null],
      ['Total Cost (CAD)', 300],
    ];
    expect(await totalsOf(first.task.taskId)).toEqual([piping, civil]);
    expect(await totalsOf(second.task.taskId)).toEqual([piping, civil]);
    expect(await totalsOf(elsewhere.task.taskId)).toEqual([[null, null, null, null], civil]);
  });

  test('200 of several imports that stored a row: the newest line of it that still exists', async () => {
    const first = await sheet(pipes);
    const again = await sheet(pipes, { force: true }, first.target);
    const firstIds = new Set(first.lines.map(({ mtoId }) => mtoId));
    const newLines = again.lines.filter(({ mtoId }) => !firstIds.has(mtoId));
    expect(newLines).toHaveLength(2);
    const path = (mtoId: unknown) => `/api/v1/mto/${mtoId}?projectId=${imports.projectId}`;
    const pipe = newLines.find(({ description }) => description === 'Pipe');
    const elbow = newLines.find(({ description }) => description === 'Elbow');
    await system.mto.request('PUT', path(pipe?.mtoId), { json: { quantity: 8 } });
    await system.mto.request('DELETE', path(elbow?.mtoId));
    const cells = await cellsOf(first.task.taskId, '?columns=totalCost');
    expect([1, 2, 3].map((row) => cells.get(row)?.slice(4))).toEqual([['Total Cost (CAD)'], [20], [20]]);
  });

  test('200 every sheet with lines, and the others not', async () => {
    const sent = workbookFile({ Piping: pipes, Notes: [['x']], Civil: [header, ['Concrete', 3, 'm3', 100]] });
    const { task } = await file(sent);
    const bytes = await bytesOf(task.taskId, '?columns=totalCost');
    const civil = await readAll(bytes, { sheet: 2 });
    expect(civil.map(({ cells }) => cells.at(-1))).toEqual(['Total Cost (CAD)', 300]);
    const changed = ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet3.xml'];
    expect(await otherParts(bytes, changed)).toEqual(await otherParts(await sent.bytes(), changed));
  });

  test('200 a macro workbook keeps its name and its media type', async () => {
    const sent = new File([workbookFile({ Piping: pipes })], 'Offer.xlsm');
    const { task } = await file(sent);
    const { headers } = await returned(task.taskId);
    expect(headers.get('content-type')).toBe('application/vnd.ms-excel.sheet.macroEnabled.12');
    expect(headers.get('content-disposition')).toContain('Offer.xlsm');
  });

  test('200 a CSV in its own form: delimiter, decimal comma, quotes, line ends and encoding', async () => {
    const rows = [
      'Bezeichnung;Menge;Einheit;Material Unit Price',
      'Rohr;5;m;2,5',
      '',
      '"Bogen; 90°";2;EA;10,25',
    ];
    const german = Buffer.from(rows.join('\r\n'), 'latin1');
    const { task } = await file(new File([german], 'lv.csv'), { discipline: 'piping' });
    const { headers, body } = await returned(task.taskId, '?columns=totalCost');
    expect(headers.get('content-type')).toBe('text/csv');
    expect(text(new Uint8Array(body), 'windows-1252')).toBe(
      [`${rows[0]};Total Cost (CAD)`, `${rows[1]};12,5`, '', `${rows[3]};20,5`].join('\r\n'),
    );
  });

  test('200 a CSV in UTF-16 with a byte order mark and quotes around every cell', async () => {
    const rows = ['"Description"\t"Quantity"\t"UOM"\t"Material Unit Price"', '"Ⅷ pipe"\t"5"\t"m"\t"2.5"'];
    const bytes = Buffer.from(`\ufeff${rows.join('\n')}\n`, 'utf16le');
    const { task } = await file(new File([bytes], 'lv.tsv'), { discipline: 'piping' });
    const { headers, body } = await returned(task.taskId, '?columns=totalCost');
    expect(headers.get('content-type')).toBe('text/tab-separated-values');
    expect(text(new Uint8Array(body), 'utf-16le')).toBe(
      `\ufeff${rows[0]}\t"Total Cost (CAD)"\n${rows[1]}\t"12.5"\n`,
    );
  });

  test('200 of a CSV with empty cells behind its header fills those', async () => {
    const rows = ['sep=,', 'Description,Quantity,UOM,Total Cost,,', 'Pipe,5,m,,,', 'Tee,1,EA,3,,'];
    const { task } = await file(csvFile(`${rows.join('\n')}\n`), { discipline: 'piping' });
    const bytes = await bytesOf(task.taskId, '?columns=totalCost,unitCost');
    expect(text(bytes, 'utf-8').split('\n')).toEqual([
      'sep=,',
      'Description,Quantity,UOM,Total Cost,Unit Cost (CAD),',
      'Pipe,5,m,0,0,',
      'Tee,1,EA,3,3,',
      '',
    ]);
  });

  test('200 of thousands of rows, each with the figures of its own line', async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => `Pipe ${at},${at + 1},m,2`);
    const sent = csvFile([header.join(), ...rows].join('\n'));
    const { taskId } = await importFile(system, imports.target(), sent, { discipline: 'piping' });
    const bytes = await bytesOf(taskId, '?columns=totalCost,description');
    expect(text(bytes, 'utf-8').split('\n').slice(1)).toEqual(
      rows.map((row, at) => `${row},${(at + 1) * 2}`),
    );
  });

  test('200 without a turn of searches: those of the caller answer while returns wait to be made', async () => {
    const { task } = await sheet(pipes);
    const separate = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
    const locked = await separate.reserve();
    await locked`begin`;
    await locked`lock table mto.import_stored_rows in access exclusive mode`;
    const returns = [1, 2, 3].map(() => returned(task.taskId));
    await until(async () => {
      const [{ count } = { count: 0 }] = await sql<
        { count: number }[]
      >`select count(*)::int as count from pg_locks
        where relation = 'mto.import_stored_rows'::regclass and not granted`;
      return count > 0;
    });
    const json = { projectId: imports.projectId };
    const search = await system.mto.request('POST', '/api/v1/mto/search', { json });
    await locked`rollback`;
    locked.release();
    await separate.end();
    expect(search.status).toBe(200);
    expect((await Promise.all(returns)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('404 NOT_FOUND for a task that is not there', async () => {
    expect(await codeOf(crypto.randomUUID())).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf('none')).toEqual([404, 'NOT_FOUND']);
  });

  test('422 names every column that is not a field, and unknown parameters', async () => {
    const { task } = await sheet(pipes);
    const unknown = await returned(task.taskId, '?columns=totalCost,price,cost');
    expect([unknown.status, unknown.body.errors.length]).toEqual([422, 2]);
    expect(await codeOf(task.taskId, '?column=totalCost')).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('409 NOTHING_STORED after a dry run, a survey, a failure, and when all lines are gone', async () => {
    const dry = await sheet(pipes, { dryRun: true });
    const survey = await sheet(pipes, { survey: true });
    const failed = await sheet([header, ['Pipe', 'many', 'm', 2]]);
    const gone = await sheet(pipes);
    for (const { mtoId } of gone.lines)
      await system.mto.request('DELETE', `/api/v1/mto/${mtoId}?projectId=${imports.projectId}`);
    for (const { task } of [dry, survey, failed, gone])
      expect(await codeOf(task.taskId)).toEqual([409, 'NOTHING_STORED']);
  });

  test('409 UPLOAD_EXPIRED when the file is no longer kept', async () => {
    const { task } = await sheet(pipes);
    await sql`delete from mto.import_file_chunk
      where file_id = (select file_id from mto.import_task where id = ${task.taskId})`;
    expect(await codeOf(task.taskId)).toEqual([409, 'UPLOAD_EXPIRED']);
  });

  test('409 ROWS_UNKNOWN of an import by a former version', async () => {
    const { task } = await sheet(pipes);
    await sql`delete from mto.import_stored_rows where task_id = ${task.taskId}`;
    expect(await codeOf(task.taskId)).toEqual([409, 'ROWS_UNKNOWN']);
  });

  test('409 NO_ROOM_FOR_COLUMNS when a line reaches to the last column of a sheet', async () => {
    const { task } = await file(merged({ s: { r: 1, c: 4 }, e: { r: 1, c: 16_383 } }));
    expect(await codeOf(task.taskId)).toEqual([409, 'NO_ROOM_FOR_COLUMNS']);
  });

  test('409 IMPORT_RUNNING for an import that has not ended', async () => {
    const into = imports.target();
    const separate = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
    await separate`select pg_advisory_lock(hashtextextended(${`mto.import.${into.serviceId}`}, 0))`;
    const sent = csvFile('Item No.,Quantity,UOM\n1,2,m');
    const { body: task } = await upload(system, into, sent, { discipline: 'piping', mode: 'upsert' });
    expect(await codeOf(task.taskId)).toEqual([409, 'IMPORT_RUNNING']);
    await separate.end();
    expect((await endOf(system, task.taskId)).status).toBe('completed');
  });
});

import { afterAll, describe, expect, test } from 'bun:test';
import * as xlsx from '@e965/xlsx';
import postgres from 'postgres';
import { byKey, readsExports, readWorkbook } from '../../support/read-workbook';
import { commonTakeoffLines } from '../../support/takeoff-lines';

const lines = await commonTakeoffLines();
const { system, projectWith } = lines;
const { workbookOf, sheetOf } = readsExports(lines);
const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });

afterAll(async () => {
  await sql.end();
  await system.stop();
});

describe('GET /api/v1/mto/export values', () => {
  test('200 orders lines by itemNumber, then creation, those without a number last', async () => {
    const numbers = [undefined, 2, 1, 2, undefined];
    const { own } = await projectWith(
      ...numbers.map((itemNumber, at) => ({ itemNumber, description: `line ${at}` })),
    );
    const { rows } = await sheetOf(`projectId=${own}`);
    expect(rows.map(({ Description }) => Description)).toEqual([
      'line 2',
      'line 1',
      'line 3',
      'line 0',
      'line 4',
    ]);
  });

  const texts = [
    '=1+1',
    '+',
    '-5',
    '@SUM(A1)',
    '007',
    '1e5',
    '2025-01-01',
    'TRUE',
    '_x0041_',
    'a <b> & "c"',
    'two\nlines\tand a tab',
    'Grösse ≥ 200 — 管 👷',
    'unit\u001fseparator\u001f',
    'x'.repeat(1000),
  ];

  test('200 keeps text as it is, for our reader and for SheetJS', async () => {
    const { own } = await projectWith(...texts.map((description) => ({ description, sourService: false })));
    const { body } = await workbookOf(`projectId=${own}`);
    const [sheet] = await readWorkbook(body);
    expect(sheet?.rows.map(({ Description }) => Description)).toEqual(texts);
    expect(sheet?.rows.every((row) => row['Sour Service'] === false)).toBe(true);
    const book = xlsx.read(body, { type: 'array' });
    const rows = xlsx.utils.sheet_to_json<Record<string, unknown>>(book.Sheets.Takeoff as xlsx.WorkSheet);
    expect(rows.map(({ Description }) => Description)).toEqual(texts);
    expect(rows.every((row) => row['Sour Service'] === false)).toBe(true);
  });

  test('200 writes dates as dates and booleans as booleans', async () => {
    const line = {
      workElevation: -3.000001,
      takeoffDate: '2025-02-28',
      quoteDate: '1900-01-31',
      sourService: true,
    };
    const { own } = await projectWith(line);
    const { rows } = await sheetOf(`projectId=${own}`);
    expect(byKey('piping', rows[0])).toMatchObject(line);
  });

  test('200 writes every digit of a number, also more than a double holds', async () => {
    const { own } = await projectWith({ itemNumber: 1 });
    await sql`update mto.takeoff_line
      set quantity = 123456789012.123456, attributes = '{"valveWeight": 987654321098.765432}' where project_id = ${own}`;
    const { body } = await workbookOf(`projectId=${own}`);
    const { files } = xlsx.read(body, { type: 'array', bookFiles: true }) as unknown as {
      files: Record<string, { content: Uint8Array }>;
    };
    const xml = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']?.content);
    expect(xml).toContain('<v>123456789012.123456</v>');
    expect(xml).toContain('<v>987654321098.765432</v>');
  });
});

import { expect, test } from 'bun:test';
import { read } from '@e965/xlsx';
import type { ColumnOutput, SheetOutput } from '../output/write-output';
import { Archive } from '../read-xlsx/zip';
import { defaultTabularLimits } from '../table/limits';
import { bytesSource } from '../table/source';
import { writeWorkbook } from '../write-workbook';

async function* noRows(): AsyncGenerator<never> {}

function sheetOf(name: string, ...columns: (readonly string[] | undefined)[]): SheetOutput {
  const outputs = columns.map(
    (choices, index): ColumnOutput => ({ header: `${index}`, format: 'text', choices }),
  );
  return { name, columns: outputs, rows: noRows() };
}

async function written(...sheets: SheetOutput[]): Promise<Uint8Array> {
  return await new Response(writeWorkbook(sheets)).bytes();
}

async function validations(bytes: Uint8Array): Promise<[range: string, source: string][]> {
  const archive = await Archive.open(bytesSource(bytes), defaultTabularLimits);
  const decoder = new TextDecoder();
  let xml = '';
  for await (const chunk of archive.read('xl/worksheets/sheet1.xml'))
    xml += decoder.decode(chunk, { stream: true });
  const pattern = /<dataValidation type="list"[^>]* sqref="([^"]*)"><formula1>([^<]*)<\/formula1>/g;
  return [...xml.matchAll(pattern)].map(([, range = '', source = '']) => [range, source]);
}

test('choices: a drop-down below the header whose list stands on a hidden last sheet', async () => {
  const units = ['m', 'each, or so', '"quoted"', '<=>', '=1'];
  const bytes = await written(sheetOf('Template', undefined, units, ['a', 'b']), sheetOf('Lists'));
  expect(await validations(bytes)).toEqual([
    ['B2:B1048576', 'choices_1'],
    ['C2:C1048576', 'choices_2'],
  ]);
  const book = read(bytes);
  expect(book.Workbook?.Sheets?.map(({ name, Hidden }) => [name, Hidden])).toEqual([
    ['Template', 0],
    ['Lists', 0],
    ['Lists (2)', 1],
  ]);
  expect(
    book.Workbook?.Names?.filter(({ Name }) => Name.startsWith('choices')).map(({ Ref }) => Ref),
  ).toEqual(["'Lists (2)'!$A$2:$A$6", "'Lists (2)'!$B$2:$B$3"]);
  const lists = book.Sheets['Lists (2)'];
  expect(units.map((_, index) => lists?.[`A${index + 2}`].v)).toEqual(units);
  expect([lists?.B2.v, lists?.B3.v, lists?.B4]).toEqual(['a', 'b', undefined]);
});

test('choices, equal lists: written once', async () => {
  const bytes = await written(sheetOf('Template', ['a', 'b'], ['a', 'b'], ['b', 'a']));
  expect((await validations(bytes)).map(([, source]) => source)).toEqual([
    'choices_1',
    'choices_1',
    'choices_2',
  ]);
  expect(read(bytes).Sheets.Lists?.['!ref']).toBe('A1:B3');
});

test('choices, none or an empty list: neither drop-down nor sheet', async () => {
  const bytes = await written(sheetOf('Template', undefined, []));
  expect(await validations(bytes)).toEqual([]);
  expect(read(bytes).SheetNames).toEqual(['Template']);
});

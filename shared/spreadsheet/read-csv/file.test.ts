import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { unparse } from 'papaparse';
import { openTableFile } from '../open-table-file';
import { ErrorCell } from '../table/cell';
import { defaultTabularLimits, type TabularLimits } from '../table/limits';
import { bytesSource } from '../table/source';
import { readAll } from '../workbook-fixture';

async function cellsOf(content: string | Uint8Array, name = 'list.csv', limits: Partial<TabularLimits> = {}) {
  return (await readAll(Buffer.from(content), { name, limits })).map(({ cells }) => cells);
}

describe('records', () => {
  test('one sheet named after the file', async () => {
    for (const [name, sheet] of [
      ['Piping.v2.csv', 'Piping.v2'],
      ['LIST.TSV', 'LIST'],
    ] as const) {
      const file = await openTableFile(bytesSource(Buffer.from('a')), name, defaultTabularLimits);
      expect(file.sheets).toEqual([{ name: sheet, hidden: false, index: 0 }]);
    }
  });

  test('quoted cells: delimiters, line ends, doubled quotes; text behind the closing quote', async () => {
    const text =
      'Tag,Text\r\n1,"a, b"\r\n2,"line 1\r\nline 2"\r\n3,"6"" pipe"\r\n4,"ab"cd"e"\r\n5,""\r\n6,""""\r\n';
    expect(await cellsOf(text)).toEqual([
      ['Tag', 'Text'],
      ['1', 'a, b'],
      ['2', 'line 1\r\nline 2'],
      ['3', '6" pipe'],
      ['4', 'abcd"e"'],
      ['5'],
      ['6', '"'],
    ]);
  });

  test('inch marks in cells without quotes are characters', async () => {
    expect(await cellsOf('Size,Text\n4"x1/2",6"\n1 1/2",a "b" c\n')).toEqual([
      ['Size', 'Text'],
      ['4"x1/2"', '6"'],
      ['1 1/2"', 'a "b" c'],
    ]);
  });

  test('rows have the numbers that a spreadsheet shows', async () => {
    const rows = await readAll(Buffer.from('a,b\n\n"x\ny",1\r\n,,\r\rlast,2'), { name: 'x.csv' });
    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 3, cells: ['x\ny', '1'] },
      { number: 6, cells: ['last', '2'] },
    ]);
  });

  test('what Excel shows for an error is one, text around it is not', async () => {
    expect(await cellsOf('#N/A,"#REF!",# 4,#N/A b\n')).toEqual([
      [new ErrorCell('#N/A'), new ErrorCell('#REF!'), '# 4', '#N/A b'],
    ]);
  });

  test('text is not trimmed, empty cells are null, blanks at the end are cut', async () => {
    expect(await cellsOf(' a ,,\t,\n007,,c,,\n')).toEqual([
      [' a ', null, '\t'],
      ['007', null, 'c'],
    ]);
  });

  test('no rows in an empty file, a mark alone, or line ends alone', async () => {
    for (const content of ['', '\ufeff', '\r\n\r\n', ',,,\n']) expect(await cellsOf(content)).toEqual([]);
  });

  test('a quote that is never closed is unreadable', async () => {
    for (const text of ['a,b\n1,"x', 'a,b\n1,"x\n2,y\n', '"']) {
      await expect(cellsOf(text)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    }
  });

  test('rows that another writer wrote read back', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '1', ',', ';', '"', '\n', '\r', ' ', 'é', '日', '😀', '\t'),
    });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('\n', '\r\n', '\r'), async (rows, newline) => {
        const text = `sep=,${newline}${unparse(rows, { newline, quotes: true })}`;
        const found = await readAll(Buffer.from(text), { name: 'x.csv' });
        const wanted = rows.flatMap((cells, index) => {
          const width = cells.findLastIndex((value) => value !== '') + 1;
          return width
            ? [{ number: index + 1, cells: cells.slice(0, width).map((value) => value || null) }]
            : [];
        });
        expect(found).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });
});

describe('encodings', () => {
  const text = 'Größe,Text\r\n½,日本 😀\r\n';
  const wanted = [
    ['Größe', 'Text'],
    ['½', '日本 😀'],
  ];

  test('UTF-8 and UTF-16, with and without byte order mark', async () => {
    for (const mark of ['', '\ufeff']) {
      const little = Buffer.from(mark + text, 'utf16le');
      expect(await cellsOf(mark + text)).toEqual(wanted);
      expect(await cellsOf(little)).toEqual(wanted);
      expect(await cellsOf(Buffer.from(little).swap16())).toEqual(wanted);
    }
  });

  test('Windows-1252 when the file is no UTF-8, however late that shows', async () => {
    const latin = Buffer.from('Gr\xf6\xdfe,\x80 5\n', 'latin1');
    expect(await cellsOf(latin)).toEqual([['Größe', '€ 5']]);
    const late = Buffer.concat([Buffer.from('a,b\n'.repeat(100_000)), latin]);
    expect((await cellsOf(late)).at(-1)).toEqual(['Größe', '€ 5']);
  });

  test('UTF-8 characters on every border of the pieces that are read', async () => {
    for (const shift of ['', 'x', 'xx', 'xxx']) {
      const line = `${'日😀é'.repeat(20)},b\n`;
      const found = await cellsOf(`${shift},b\n${line.repeat(3000)}`);
      expect(found).toHaveLength(3001);
      expect(found.at(-1)).toEqual(['日😀é'.repeat(20), 'b']);
    }
  });

  test('broken UTF-8 behind its mark and broken UTF-16 are unreadable', async () => {
    const broken = [Buffer.from('\xef\xbb\xbfa,\xff\n', 'latin1'), Buffer.from('\xff\xfea\0,', 'latin1')];
    for (const bytes of broken)
      await expect(cellsOf(bytes)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  test('a binary file is unreadable, a zero byte in a data row stays in its cell', async () => {
    for (const bytes of [[0], [1, 2, 0, 3, 10], [97, 44, 98, 10, 0, 0, 0, 0]]) {
      await expect(cellsOf(Uint8Array.from(bytes))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    }
    const found = await cellsOf(`Tag,Text\n${'1,x\n'.repeat(100)}2,a\0b\n`);
    expect(found.at(-1)).toEqual(['2', 'a\0b']);
  });
});

describe('delimiters', () => {
  test.each([
    ['comma', 'a,b,c\n1,2;3,x|y\n'],
    [
      'semicolon with decimal commas',
      'Item;Qty;Price;Total\n1;1,5;2,5;3,75\n2;2,5;3,5;8,75\n3;1,5;2,5;3,75\n',
    ],
    ['tab with commas in texts', 'Item\tText\tQty\n1\tPipe, seamless\t5\n2\tTee, equal\t6\n'],
    ['bar', 'a|b|c\n1|2,5|3\n'],
    [
      'semicolon below title lines',
      'Project A, Unit 3\n\nTakeoff, piping\n\nItem;Text;Qty\n1;Pipe, A106;5\n2;Tee;6\n3;Cap, B16.9;6\n',
    ],
    ['tab with rows that are shorter', 'a\tb\tc\td\n1\t2\n1\n1\t2\t3\n1,5\t2,5\t3\t4\n'],
    ['comma with quoted semicolons', 'a,b\n"x;y;z;w",1\n"x;y;z;w",2\n'],
  ])('%s', async (name, text) => {
    const widths = (await cellsOf(text)).map((cells) => cells.length);
    expect(Math.max(...widths)).toBe(
      name.startsWith('comma with')
        ? 2
        : name.startsWith('tab with rows') || name.includes('decimal')
          ? 4
          : 3,
    );
  });

  test('one column needs none', async () => {
    expect(await cellsOf('Tag\nP-1\nP-2\n')).toEqual([['Tag'], ['P-1'], ['P-2']]);
  });

  test('the name .tsv counts where the content leaves it open', async () => {
    expect(await cellsOf('a, x\tb\n1, y\t2\n', 'list.tsv')).toEqual([
      ['a, x', 'b'],
      ['1, y', '2'],
    ]);
  });

  test('a sep= line states the delimiter and is no row', async () => {
    for (const line of ['sep=|', 'SEP=|', '"sep=|"']) {
      for (const mark of ['', '\ufeff']) {
        const text = `${mark}${line}\r\na,b|c\r\n`;
        for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le')])
          expect(await readAll(bytes, { name: 'x.csv' })).toEqual([{ number: 1, cells: ['a,b', 'c'] }]);
      }
    }
    expect(await cellsOf('sep=;\nGröße;b,c\n')).toEqual([['Größe', 'b,c']]);
    expect(await cellsOf('sep=\t\ra;b\tc')).toEqual([['a;b', 'c']]);
  });

  test('delimiters at the ends of lines, and a last line without an end', async () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      for (const end of ['\n', '\r\n', '\r']) {
        const lines = ['a,b,c,,', '1,"x""y",,,', ',,,,', '2,,"z"'];
        const text = lines.join(end).replaceAll(',', delimiter);
        expect(await cellsOf(text)).toEqual([
          ['a', 'b', 'c'],
          ['1', 'x"y'],
          ['2', null, 'z'],
        ]);
      }
    }
  });
});

test('limits', async () => {
  const tooLarge = { code: 'FILE_TOO_LARGE' };
  await expect(cellsOf('a\nb\nc', 'x.csv', { rowsMax: 2 })).rejects.toMatchObject(tooLarge);
  await expect(cellsOf('a,bbbb', 'x.csv', { cellBytesMax: 3 })).rejects.toMatchObject(tooLarge);
  await expect(cellsOf('aaa,bbb', 'x.csv', { rowBytesMax: 5 })).rejects.toMatchObject(tooLarge);
  await expect(cellsOf(`a,"${'b'.repeat(5_000_000)}`)).rejects.toMatchObject(tooLarge);
  const [wide] = await readAll(Buffer.from(`b${','.repeat(16_384)}a`), { name: 'x.csv' });
  expect(wide).toEqual({ number: 1, cells: ['b'], beyond: { column: 16_384, value: 'a' } });
});

test('a file can be read again, and its reader can stop early', async () => {
  const file = await openTableFile(
    bytesSource(Buffer.from('a,b\n'.repeat(100_000))),
    'x.csv',
    defaultTabularLimits,
  );
  const [sheet] = file.sheets;
  if (!sheet) throw new Error('no sheet');
  for await (const batch of file.rows(sheet)) {
    expect(batch.length).toBeGreaterThan(0);
    break;
  }
  let rows = 0;
  for await (const batch of file.rows(sheet)) rows += batch.length;
  expect(rows).toBe(100_000);
  await file.close();
});

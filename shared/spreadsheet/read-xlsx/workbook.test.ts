import { describe, expect, test } from 'bun:test';
import { openTableFile } from '../open-table-file';
import { defaultTabularLimits } from '../table/limits';
import { bytesSource } from '../table/source';
import { archiveFixture, readAll, workbookEntries, workbookFixture } from '../workbook-fixture';

const row = (cells: string) => `<row r="1">${cells}</row>`;

describe('workbooks', () => {
  test('sheets in their order, hidden ones marked, chart sheets left out', async () => {
    const file = await openTableFile(
      bytesSource(
        workbookFixture({
          sheets: [
            { name: 'A &amp; B' },
            { name: 'Chart', type: 'chartsheet' },
            { name: 'H', state: 'hidden' },
            { name: 'V_x0041_', state: 'veryHidden' },
          ],
        }),
      ),
      'book.xlsm',
      defaultTabularLimits,
    );
    expect(file.sheets).toEqual([
      { name: 'A & B', hidden: false, index: 0 },
      { name: 'H', hidden: true, index: 1 },
      { name: 'VA', hidden: true, index: 2 },
    ]);
    await file.close();
    await file.close();
  });

  test('relationship targets: absolute, relative, upward, escaped, in other case, with backslashes', async () => {
    const targets = [
      '/xl/worksheets/one.xml',
      'WORKSHEETS/One.xml',
      '../xl/./worksheets/one.xml',
      'worksheets\\one.xml',
      'worksheets/%6Fne.xml',
    ];
    for (const target of targets) {
      const sheet = { target, part: 'xl/worksheets/one.xml', rows: row('<c><v>1</v></c>') };
      expect(await readAll(workbookFixture({ sheets: [sheet] }))).toHaveLength(1);
    }
  });

  test('strict namespaces', async () => {
    const strict = workbookEntries({
      sheets: [{ rows: row('<c t="s"><v>0</v></c>') }],
      texts: '<si><t>strict</t></si>',
    }).map(({ name, content }) => ({
      name,
      content: String(content)
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006',
          'http://purl.oclc.org/ooxml/officeDocument',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        ),
    }));
    expect((await readAll(archiveFixture(strict)))[0]?.cells).toEqual(['strict']);
  });

  test('ZIP64 and stored entries', async () => {
    const entries = workbookEntries({ sheets: [{ rows: row('<c><v>1</v></c>') }] });
    expect(await readAll(archiveFixture(entries, { zip64: true }))).toHaveLength(1);
    expect(await readAll(archiveFixture(entries.map((entry) => ({ ...entry, stored: true }))))).toHaveLength(
      1,
    );
  });

  test('a sheet can be read again, and its reader can stop early', async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, index) => `<row><c><v>${index}</v></c><c t="s"><v>0</v></c></row>`,
    ).join('');
    const bytes = workbookFixture({ sheets: [{ rows }], texts: '<si><t>t</t></si>' });
    const file = await openTableFile(bytesSource(bytes), 'book.xlsx', {
      ...defaultTabularLimits,
      rowsMax: 5000,
    });
    const [sheet] = file.sheets;
    if (!sheet) throw new Error('no sheet');
    for await (const batch of file.rows(sheet)) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    for (let pass = 0; pass < 2; pass++) {
      let next = 0;
      for await (const batch of file.rows(sheet))
        for (const { cells } of batch) expect(cells[0]).toBe(next++);
      expect(next).toBe(5000);
    }
    await file.close();
  });
});

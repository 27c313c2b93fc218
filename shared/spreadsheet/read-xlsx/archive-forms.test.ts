import { describe, expect, test } from 'bun:test';
import { type ArchiveEntry, archiveFixture, readAll, workbookEntries } from '../workbook-fixture';

const rows = '<row><c t="s"><v>0</v></c><c><v>1.5</v></c></row>';
const entries = workbookEntries({ sheets: [{ rows }], texts: '<si><t>text</t></si>' });
const wanted = [{ number: 1, cells: ['text', 1.5] }];
const renamed = (change: (name: string) => string): ArchiveEntry[] =>
  entries.map((entry) => ({ ...entry, name: change(entry.name) }));
const withText = (part: string, from: string, to: string): ArchiveEntry[] =>
  entries.map((entry) =>
    entry.name === part ? { ...entry, content: String(entry.content).replaceAll(from, to) } : entry,
  );

describe('archives', () => {
  test.each<[string, ArchiveEntry[]]>([
    ['stored entries', entries.map((entry) => ({ ...entry, stored: true }))],
    ['entries of both kinds', entries.map((entry, at) => ({ ...entry, stored: at % 2 === 0 }))],
    [
      'entries for folders',
      [
        ...['_rels/', 'xl/', 'xl/worksheets/'].map((name) => ({ name, content: '', stored: true })),
        ...entries,
      ],
    ],
    [
      'a mimetype first',
      [
        {
          name: 'mimetype',
          content: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          stored: true,
        },
        ...entries,
      ],
    ],
    ['names with backslashes', renamed((name) => name.replaceAll('/', '\\'))],
    ['names in capitals', renamed((name) => name.toUpperCase())],
    ['escapes in the name of a part', renamed((name) => name.replace('sheet1', 'sheet%31'))],
    [
      'an escaped blank in name and target',
      withText('xl/_rels/workbook.xml.rels', 'sheet1', 'my%20sheet').map((entry) => ({
        ...entry,
        name: entry.name.replace('sheet1', 'my%20sheet'),
      })),
    ],
    [
      'an escaped target of a name with a blank',
      withText('xl/_rels/workbook.xml.rels', 'sheet1', 'my%20sheet').map((entry) => ({
        ...entry,
        name: entry.name.replace('sheet1', 'my sheet'),
      })),
    ],
    [
      'no folder xl',
      withText('_rels/.rels', 'xl/workbook.xml', 'workbook.xml').map((entry) => ({
        ...entry,
        name: entry.name.replace('xl/', ''),
      })),
    ],
    ['no relationships of the package', entries.filter(({ name }) => name !== '_rels/.rels')],
  ])('with %s are read', async (_, parts) => {
    expect(await readAll(archiveFixture(parts))).toEqual(wanted);
  });

  test('with a comment at the end, also one that looks like an end, are read', async () => {
    for (const comment of ['from the office', 'PK\x05\x06 is in it']) {
      const bytes = Buffer.concat([archiveFixture(entries), Buffer.from(comment, 'latin1')]);
      bytes.writeUInt16LE(comment.length, bytes.length - comment.length - 2);
      expect(await readAll(bytes)).toEqual(wanted);
    }
  });
});

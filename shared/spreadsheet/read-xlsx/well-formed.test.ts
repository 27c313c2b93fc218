import { describe, expect, test } from 'bun:test';
import { openTableFile } from '../open-table-file';
import { DateCell } from '../table/cell';
import { defaultTabularLimits } from '../table/limits';
import { bytesSource } from '../table/source';
import { type ArchiveEntry, archiveFixture, workbookEntries } from '../workbook-fixture';

const entries: ArchiveEntry[] = [
  {
    name: '[Content_Types].xml',
    content:
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  },
  ...workbookEntries({
    sheets: [
      {
        name: 'Rohr &amp; Größe',
        rows: [
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>46037</v></c><c r="C1"><v>12.5</v></c></row>',
          '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" t="s"><v>2</v></c></row>',
          '<row r="4"><c r="A4" t="inlineStr"><is><t>Maß</t></is></c><c r="B4" t="str"><f>A4</f><v>Maß</v></c></row>',
        ].join(''),
      },
    ],
    texts: '<si><t>Bögen 90°</t></si><si><t xml:space="preserve"> innen </t></si><si><t>a &lt; b</t></si>',
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
  }),
];
const parts = entries.map(({ name }) => name);
const wanted = {
  names: ['Rohr & Größe'],
  rows: [
    { number: 1, cells: ['Bögen 90°', new DateCell(46_037), 12.5] },
    { number: 3, cells: [' innen ', true, 'a < b'] },
    { number: 4, cells: ['Maß', 'Maß'] },
  ],
};

async function readWith(part: string, change: (xml: string) => string | Uint8Array) {
  const changed = entries.map((entry) =>
    entry.name === part ? { ...entry, content: change(String(entry.content)) } : entry,
  );
  return readArchive(archiveFixture(changed));
}

async function readArchive(bytes: Uint8Array) {
  const table = await openTableFile(bytesSource(bytes), 'book.xlsx', defaultTabularLimits);
  const rows = await Promise.all(table.sheets.map((sheet) => Array.fromAsync(table.rows(sheet))));
  return { names: table.sheets.map(({ name }) => name), rows: rows.flat(2) };
}

const noise = '\r\n\t<!-- <c r="Z9"> & - -> --><?writer version="2"?>\n ';
const declared = (xml: string, declaration: string) => xml.replace(/^<\?xml[^>]*\?>\n?/, declaration);
const elementsOnly = /<(\/?)([a-zA-Z]+)(?=[\s/>])/g;
const inLatin = (xml: string, encoding: string) =>
  Buffer.from(declared(xml, `<?xml version="1.0" encoding="${encoding}"?>`), 'latin1');
const inUtf16 = (xml: string, mark: string) =>
  Buffer.from(mark + declared(xml, '<?xml version="1.0" encoding="UTF-16"?>'), 'utf16le');
const inAscii = (xml: string) =>
  declared(xml, "<?xml version='1.0' encoding='us-ascii'?>").replace(
    /[^\n -~]/gu,
    (character) => `&#x${character.codePointAt(0)?.toString(16)};`,
  );

describe.each(parts)('%s', (part) => {
  test.each<[string, (xml: string) => string | Uint8Array]>([
    [
      'white space, comments and instructions between its elements',
      (xml) => xml.replaceAll('><', `>${noise}<`),
    ],
    ['a prefix before its elements', (xml) => prefixed(xml, 'ns0')],
    ['a long prefix with other letters', (xml) => prefixed(xml, 'größe_1.a-b')],
    ['single quotes', (xml) => xml.replaceAll('"', "'")],
    ['blanks in its tags', (xml) => xml.replaceAll('="', ' \n= \t"').replaceAll('/>', ' />')],
    ['no declaration', (xml) => declared(xml, '')],
    ['a byte order mark', (xml) => `\ufeff${xml}`],
    ['UTF-16 with its mark', (xml) => inUtf16(xml, '\ufeff')],
    ['UTF-16 without a mark', (xml) => inUtf16(xml, '')],
    ['UTF-16, big end first', (xml) => inUtf16(xml, '\ufeff').swap16()],
    ['UTF-16, big end first, without a mark', (xml) => inUtf16(xml, '').swap16()],
    ['ISO-8859-1', (xml) => inLatin(xml, 'ISO-8859-1')],
    ['Windows-1252', (xml) => inLatin(xml, 'windows-1252')],
    ['US-ASCII with references', inAscii],
    ['UTF-8 that calls itself UTF-16', (xml) => declared(xml, '<?xml version="1.0" encoding="utf-16"?>')],
  ])('with %s is read', async (_, change) => {
    expect(await readWith(part, change)).toEqual(wanted);
  });

  test('in an encoding that nobody knows: unreadable if it holds anything that is needed', async () => {
    const reading = readWith(part, (xml) => declared(xml, '<?xml version="1.0" encoding="x-none"?>'));
    if (part === '[Content_Types].xml') expect(await reading).toEqual(wanted);
    else
      await expect(reading).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        message: expect.stringContaining('"x-none"'),
      });
  });
});

const prefixed = (xml: string, prefix: string): string =>
  xml.replace(elementsOnly, `<$1${prefix}:$2`).replace('xmlns=', `xmlns:${prefix}=`);

test('every part in another encoding and under another prefix', async () => {
  const forms = [
    (xml: string) => prefixed(inAscii(xml), 'a'),
    (xml: string) => inLatin(prefixed(xml, 'b'), 'iso-8859-1'),
    (xml: string) => inUtf16(prefixed(xml, 'c'), '\ufeff'),
    (xml: string) => `\ufeff${prefixed(xml, 'd')}`,
  ];
  const changed = entries.map((entry, at) => ({
    ...entry,
    content: forms[at % forms.length]?.(String(entry.content)) ?? '',
  }));
  expect(await readArchive(archiveFixture(changed))).toEqual(wanted);
});

test('characters of Windows-1252 and of other encodings that XML names', async () => {
  const named: [string, number[], string][] = [
    ['windows-1252', [0x80, 0x96], '€–'],
    ['ISO-8859-15', [0xa4], '€'],
    ['windows-1251', [0xd2, 0xf0], 'Тр'],
    ['Shift_JIS', [0x93, 0xfa, 0x96, 0x7b], '日本'],
  ];
  for (const [encoding, bytes, text] of named) {
    const read = await readWith('xl/sharedStrings.xml', (xml) =>
      Buffer.from(
        inLatin(xml, encoding)
          .toString('latin1')
          .replace(/B\S+ 90\S/, Buffer.from(bytes).toString('latin1')),
        'latin1',
      ),
    );
    expect(read.rows[0]?.cells[0]).toBe(text);
  }
});

test('references in the attributes of cells, CDATA in texts', async () => {
  const read = await readWith('xl/worksheets/sheet1.xml', (xml) =>
    xml
      .replace('r="A1" t="s"', 'r="&#65;1" t="&#x73;"')
      .replace('s="1"', 's="&#49;"')
      .replace('<t>Maß</t>', '<t><![CDATA[Ma]]>&#223;</t>'),
  );
  expect(read).toEqual(wanted);
});

test('xml:space counts for all texts within the element that has it', async () => {
  const read = await readWith('xl/sharedStrings.xml', (xml) =>
    xml.replace(
      /<si>.*<\/si>/,
      '<si xml:space="preserve"><t> a </t></si><si xml:space="preserve"><r><t> b</t></r><r xml:space="default"><t> c </t></r><r><t> d </t></r></si><si><r xml:space="preserve"><t> e </t></r><r><t> f</t></r></si>',
    ),
  );
  expect(read.rows.map(({ cells }) => cells)).toEqual([
    [' a ', new DateCell(46_037), 12.5],
    [' bc d ', true, ' e f'],
    ['Maß', 'Maß'],
  ]);
});

test('dates from 1904 in a workbook whose extensions have a workbookPr of their own', async () => {
  const read = await readWith('xl/workbook.xml', (xml) =>
    xml
      .replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
      .replace(
        '</sheets>',
        '</sheets><extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>',
      ),
  );
  expect(read.rows[0]?.cells[1]).toEqual(new DateCell(46_037, true));
});

test('a relationship to texts that are nowhere, where no cell needs them', async () => {
  const without = workbookEntries({ sheets: [{ rows: '<row><c><v>1</v></c></row>' }], texts: '' });
  const found = await readArchive(
    archiveFixture(without.filter(({ name }) => !name.endsWith('Strings.xml'))),
  );
  expect(found.rows).toEqual([{ number: 1, cells: [1] }]);
});

test('chart, dialog and macro sheets among the sheets are left out, hidden ones said', async () => {
  const types = ['chartsheet', 'worksheet', 'dialogsheet', 'xlMacrosheet', 'worksheet'];
  const rows = '<row><c><v>1</v></c></row>';
  const sheets = types.map((type, at) => ({ type, rows, state: at === 4 ? 'veryHidden' : 'visible' }));
  const bytes = archiveFixture(workbookEntries({ sheets }));
  const table = await openTableFile(bytesSource(bytes), 'book.xlsx', defaultTabularLimits);
  expect(table.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['Sheet2', false],
    ['Sheet5', true],
  ]);
});

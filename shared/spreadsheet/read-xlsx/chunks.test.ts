import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { CsvRecords } from '../read-csv/records';
import { ErrorCell, type Row } from '../table/cell';
import { defaultTabularLimits as limits } from '../table/limits';
import { RowCollector } from '../table/row-collector';
import { readAll, sheetXml, workbookFixture } from '../workbook-fixture';
import { readSharedTexts } from './shared-texts';
import { sheetRows } from './sheet';
import { asUtf8 } from './xml-encoding';

const texts = [
  '<si><t>plain</t></si>',
  '<si><t xml:space="preserve"> Elbow 90° – 日本 😀 </t></si>',
  '<si><r><t>a&amp;</t></r><!-- x --><r><t><![CDATA[]]]]><![CDATA[>]]></t></r></si>',
].join('');
const rows = [
  '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>12.25</v></c><c r="C1" t="s"><v>1</v></c></row>',
  '<row r="2"><c r="A2" t="str"><f>"é"&amp;A1</f><v>é 😀 &lt;b&gt;</v></c><c r="B2" t="b"><v>1</v></c><c r="C2"/></row>',
  '<!-- <row> --><row r="3" x="a>b"><c r="B3"><f>A1</f><v>1.2345678901234566E-7</v></c><c t="s"><v>2</v></c></row>',
  '<row r="4"><c r="A4" t="inlineStr"><is><t>ü_x000D_</t></is></c><c r="B4" t="e"><v>#N/A</v></c><c r="C4" t="n"><v>-0.5</v></c></row>',
  '<row r="5"><c r="A5" t="inlineStr"><is><t>in line</t></is></c><c r="B5" t="inlineStr"><is><t xml:space="preserve"> ü </t></is></c>',
  '<c r="C5" t="inlineStr"><is><t> ü </t></is></c></row>',
].join('');

async function* chunks(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

describe('bytes that arrive in pieces', () => {
  const sheet = Buffer.from(sheetXml(rows));
  const sharedTexts = Buffer.from(`<?xml version="1.0"?><sst xmlns="urn:x" count="9">${texts}</sst>`);

  async function readInChunks(length: number): Promise<Row[]> {
    const context = {
      texts: await readSharedTexts(chunks(sharedTexts, length), limits),
      dateStyles: [],
      date1904: false,
    };
    const found: Row[] = [];
    const collector = new RowCollector(limits, limits.rowsMax);
    for await (const batch of sheetRows(asUtf8(chunks(sheet, length)), context, limits, collector))
      found.push(...batch);
    return found;
  }

  test('a sheet reads the same in pieces of every length', async () => {
    const whole = await readInChunks(sheet.length);
    expect(whole).toEqual([
      { number: 1, cells: ['plain', 12.25, ' Elbow 90° – 日本 😀 '] },
      { number: 2, cells: ['é 😀 <b>', true] },
      { number: 3, cells: [null, 1.2345678901234566e-7, 'a&]]>'] },
      { number: 4, cells: ['ü\r', new ErrorCell('#N/A'), -0.5] },
      { number: 5, cells: ['in line', ' ü ', 'ü'] },
    ]);
    for (let length = 1; length <= 97; length++) expect(await readInChunks(length)).toEqual(whole);
  });

  test('cells in their plain form read as they do in every other form', async () => {
    const content = fc.string({
      unit: fc.constantFrom(
        '1',
        '9',
        '.',
        '-',
        'e',
        ' ',
        'a',
        'é',
        '_x0041_',
        '_',
        'x0042',
        '&#95;',
        '&#x20;',
        '&amp;',
        '\n',
      ),
    });
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
    const value = fc.oneof(content, number, fc.nat(3).map(String));
    const type = fc.constantFrom('', ' t="n"', ' t="s"', ' t="str"', ' t="b"', ' t="e"');
    const formula = fc.constantFrom('', '<f>A1</f>', '<f t="shared" si="0"/>', '<f ca="1">"a"&amp;B1</f>');
    const stored = fc.tuple(type, formula, value).map(([t, f, v]) => `${t}>${f}<v>${v}</v></c>`);
    const inline = content.map((text) => ` t="inlineStr"><is><t>${text}</t></is></c>`);
    const preserved = content.map(
      (text) => ` t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
    );
    const cells = fc.array(fc.oneof(stored, inline, preserved, fc.constant('/>')), { maxLength: 20 });
    const read = async (rest: string[], tag: string) => {
      const rows = rest
        .map((one, index) => `<row r="${index + 1}"><${tag} r="B${index + 1}" s="1"${one}</row>`)
        .join('');
      const workbook = { sheets: [{ rows }], texts, styles: '<cellXfs><xf/><xf numFmtId="14"/></cellXfs>' };
      return readAll(workbookFixture(workbook)).catch((error: unknown) => String(error));
    };
    await fc.assert(
      fc.asyncProperty(cells, async (rest) => expect(await read(rest, 'c')).toEqual(await read(rest, 'c '))),
      { numRuns: 300 },
    );
  });

  test('delimited text reads the same in pieces of every length', () => {
    const bytes = Buffer.from('a;"b ""q"";\r\n 日本";c😀\r\n\r\n;;\r"x"y;z\n"";last');
    const readInChunks = (length: number): Row[] => {
      const collector = new RowCollector(limits, limits.rowsMax);
      const records = new CsvRecords(';'.charCodeAt(0), collector, limits);
      for (let start = 0; start < bytes.length; start += length) {
        records.feed(bytes.subarray(start, start + length));
        records.readUntilFull();
      }
      records.end();
      records.readUntilFull();
      return collector.take();
    };
    const whole = readInChunks(bytes.length);
    expect(whole).toEqual([
      { number: 1, cells: ['a', 'b "q";\r\n 日本', 'c😀'] },
      { number: 4, cells: ['xy', 'z'] },
      { number: 5, cells: [null, 'last'] },
    ]);
    for (let length = 1; length < bytes.length; length++) expect(readInChunks(length)).toEqual(whole);
  });

  test('texts of many bytes per character survive every chunk of a large sheet', async () => {
    const text = (index: number) => `${index} ${'日本°é😀'.repeat(1 + (index % 7))}`;
    const count = 20_000;
    const inline = Array.from(
      { length: count },
      (_, i) => `<row><c t="inlineStr"><is><t>${text(i)}</t></is></c><c t="s"><v>${i}</v></c></row>`,
    );
    const shared = Array.from({ length: count }, (_, i) => `<si><t>${text(i)}</t></si>`);
    const found = await readAll(
      workbookFixture({ sheets: [{ rows: inline.join('') }], texts: shared.join('') }),
    );
    expect(found).toHaveLength(count);
    for (const [index, { cells }] of found.entries()) {
      if (cells[0] !== text(index) || cells[1] !== text(index)) throw new Error(`row ${index} is ${cells}`);
    }
  });
});

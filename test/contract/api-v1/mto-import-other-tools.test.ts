import { afterAll, describe, expect, test } from 'bun:test';
import { workbookFixture } from '@consulting/spreadsheet/workbook-fixture';
import { importFile, linesOf } from '../../support/import-file';
import { commonImportSystem } from '../../support/import-system';

const system = await commonImportSystem();

afterAll(() => system.stop());

const texts = [
  'Item No.',
  'Description',
  'Qty',
  'UOM',
  'Takeoff Date',
  'Sour Service',
  'Unit MH',
  'OD (in)',
  'Pipe',
  'ft',
  'Bend',
  'EA',
];

/** A workbook in the manner of Google Sheets: shared texts, floats, formulas, check boxes, and styled rows without values. */
function sheetsFile(): File {
  const text = (cell: string, value: string) =>
    `<c r="${cell}" s="1" t="s"><v>${texts.indexOf(value)}</v></c>`;
  const number = (cell: string, value: string, style = 1) =>
    `<c r="${cell}" s="${style}"><v>${value}</v></c>`;
  const letters = 'ABCDEFGH';
  const headers = texts
    .slice(0, 8)
    .map((value, at) => text(`${letters[at]}1`, value))
    .join('');
  const line = (row: number, name: string, unit: string, quantity: string) =>
    [
      number(`A${row}`, `${row - 1}.0`),
      text(`B${row}`, name),
      `<c r="C${row}" s="1"><f>5*2.5</f><v>${quantity}</v></c>`,
      text(`D${row}`, unit),
      number(`E${row}`, '46037.0', 2),
      `<c r="F${row}" s="1" t="b"><v>1</v></c>`,
      number(`G${row}`, '0.30000000000000004'),
      number(`H${row}`, '4.5'),
    ].join('');
  const blank = Array.from(
    { length: 990 },
    (_, at) => `<row r="${at + 4}"><c r="A${at + 4}" s="1"/><c r="B${at + 4}" s="1"/></row>`,
  );
  const rows = [
    `<row r="1">${headers}</row>`,
    `<row r="2">${line(2, 'Pipe', 'ft', '12.5')}</row>`,
    `<row r="3">${line(3, 'Bend', 'EA', '12.5')}</row>`,
    ...blank,
  ].join('');
  const formats =
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="d&quot;-&quot;mmm&quot;-&quot;yyyy"/></numFmts>';
  const styles = `${formats}<cellXfs count="3"><xf/><xf applyAlignment="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>`;
  const items = texts.map((value) => `<si><t>${value}</t></si>`).join('');
  const bytes = workbookFixture({ sheets: [{ name: 'Piping', rows }], texts: items, styles });
  return new File([new Uint8Array(bytes)], 'From Sheets.xlsx');
}

describe('POST /api/v1/mto/import/async: files of other tools', () => {
  test.each(['metric', 'us'] as const)(
    '200 a workbook in the manner of Google Sheets, %s project',
    async (unitSystem) => {
      const target = system.newTarget({ unitSystem });
      const { result, errors, warnings } = await importFile(system, target, sheetsFile());
      expect({ result, errors, warnings }).toEqual({
        result: { imported: 2, updated: 0, skipped: 0, failed: 0, deleted: 0 },
        errors: [],
        warnings: [],
      });
      const common = {
        quantity: 12.5,
        takeoffDate: '2026-01-15',
        sourService: true,
        unitManHours: 0.3,
        outsideDiameter: 114.3,
      };
      expect(await linesOf(system, target)).toMatchObject([
        { itemNumber: 1, description: 'Pipe', unitOfMeasure: 'ft', ...common },
        { itemNumber: 2, description: 'Bend', unitOfMeasure: 'EA', ...common },
      ]);
    },
  );
});

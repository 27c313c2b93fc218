import { describe, expect, test } from 'bun:test';
import { languages, titles } from '@consulting/mto-documents/domain/report/language/language';
import type { Report } from '@consulting/mto-documents/domain/report/model/report';
import { reportWorkbook } from '@consulting/mto-documents/domain/report/workbook/report-workbook';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { bytesSource } from '@consulting/spreadsheet/table/source';
import * as xlsx from '@e965/xlsx';
import { sampleReport } from '../support/sample-report';

const createdAt = new Date('2026-11-22T12:00:00Z');
const lineCount = 120;

type Language = (typeof languages)[number];

const bytesOf = (report: Report, language: Language = 'en') =>
  new Response(reportWorkbook(report, language, createdAt)).bytes();

const read = async (report: Report, language: Language = 'en') =>
  xlsx.read(await bytesOf(report, language), { cellFormula: true, cellNF: true });

const cellsOf = (sheet: xlsx.WorkSheet | undefined): xlsx.CellObject[] =>
  Object.entries(sheet ?? {}).flatMap(([address, cell]) => (address.startsWith('!') ? [] : [cell]));

const valueOfFormula = (sheet: xlsx.WorkSheet | undefined, formula: RegExp) =>
  cellsOf(sheet).flatMap(({ f, v }) => (f !== undefined && formula.test(f) ? [v] : []));

describe('the workbook of a report', () => {
  test.each(languages)(
    'has its sheets in %s, under names of their own that Excel allows',
    async (language) => {
      const { SheetNames } = await read(sampleReport(lineCount, language), language);
      expect(SheetNames).toHaveLength(12);
      expect(new Set(SheetNames.map((name) => name.toLowerCase())).size).toBe(12);
      for (const name of SheetNames) {
        expect(name.length).toBeLessThanOrEqual(31);
        expect(name).not.toMatch(/[:\\/?*[\]]/);
      }
      const { sections } = titles[language];
      expect(SheetNames).toContain(sections.summary);
      expect(SheetNames.at(-1)).toBe(sections.lines);
    },
  );

  test('has the stored figures as the values of its sums', async () => {
    const report = sampleReport(lineCount);
    const { Sheets } = await read(report);
    const { totals, grandTotal, matrix } = report;
    const [grand] = valueOfFormula(Sheets.Cover, /^'Summary'!\$C\$\d+$/);
    expect(grand).toBe(Number(grandTotal));
    const sums = valueOfFormula(Sheets.Summary, /^SUM\(/);
    expect(sums).toContain(Number(totals.totalCost));
    expect(sums).toContain(Number(totals.totalManHours));
    expect(sums).toContain(Number(grandTotal));
    expect(valueOfFormula(Sheets.WBS, /^SUM\(C5,C/)).toEqual([totals.lines]);
    const edges = valueOfFormula(Sheets['Discipline × WBS'], /^SUM\(/);
    const expected = [...matrix.rows.map(({ total }) => total), ...matrix.totals, matrix.total];
    expect(edges.toSorted()).toEqual(expected.map(Number).toSorted());
    expect(valueOfFormula(Sheets['Estimate lines'], /^SUBTOTAL\(109,/)).toContain(Number(totals.totalCost));
  });

  test('has the estimate sheet down to the grand total, ratios next to their percentiles and the basis', async () => {
    const report = sampleReport(lineCount);
    const { Sheets } = await read(report);
    const sums = valueOfFormula(Sheets['Estimate sheet'], /^SUM\(/);
    expect(sums).toEqual([Number(report.totals.totalCost), Number(report.grandTotal)]);
    const rowsOf = (name: string): unknown[][] => xlsx.utils.sheet_to_json(Sheets[name] ?? {}, { header: 1 });
    expect(rowsOf('Ratios')).toContainEqual([
      'Hours per tonne of steel',
      21.5,
      'h/t',
      14.2,
      16.75,
      19.0833,
      7,
      'Yes',
    ]);
    expect(rowsOf('Ratios')).toContainEqual(['Material to labour', 1.8]);
    const basis = rowsOf('Basis of estimate').map((row) => row.filter((cell) => cell !== undefined));
    for (const row of [['Purpose'], ['=1+1'], ['Quantities by source', '3D: 81.20 %'], ['<b>: 18.80 %']])
      expect(basis).toContainEqual(row);
  });

  test('calculates nothing that was entered: texts that look like formulas are texts', async () => {
    const { Sheets } = await read(sampleReport(lineCount));
    const entered = Object.values(Sheets).flatMap((sheet) =>
      cellsOf(sheet).filter(({ v }) => typeof v === 'string' && v.startsWith('=')),
    );
    expect(entered.length).toBeGreaterThan(lineCount / 2);
    expect(entered.filter(({ t, f }) => t !== 's' || f !== undefined)).toEqual([]);
  });

  test('has every line with its values, as our own reader reads them', async () => {
    const report = sampleReport(lineCount);
    const file = await openTableFile(bytesSource(await bytesOf(report)), 'report.xlsx', defaultTabularLimits);
    const info = file.sheets.find(({ name }) => name === 'Estimate lines');
    if (!info) throw new Error('no sheet of lines');
    const [header, ...rows] = (await Array.fromAsync(file.rows(info))).flat().map(({ cells }) => cells);
    expect(header).toEqual(report.lines.columns.map((column) => column.header));
    expect(rows).toHaveLength(lineCount + 1);
    const given = (await Array.fromAsync(sampleReport(lineCount).lines.rows)).flat();
    const costAt = report.lines.columns.findIndex(({ key }) => key === 'totalCost');
    expect(rows.slice(0, -1).map((cells) => [cells[1], cells[costAt]])).toEqual(
      given.map((row) => [row[1] ?? null, Number(row[costAt])]),
    );
    expect(rows[0]?.at(-1)).toBe('Yes');
  });

  test('of a report without lines, crews, versions and figures: opens, with sums that are no formulas of nothing', async () => {
    const full = sampleReport(5);
    const zeros = {
      ...full.totals,
      lines: 0,
      totalManHours: '0',
      labourCost: '0',
      materialCost: '0',
      equipmentCost: '0',
      directCost: '0',
      totalCost: '0',
    };
    const empty: Report = {
      ...full,
      totals: zeros,
      byDiscipline: [],
      byWbs: [],
      matrix: { disciplines: [], rows: [], totals: [], total: '0' },
      areas: [],
      tiles: [],
      buildUp: [{ key: 'grandTotal', amount: '0', percent: null, isTotal: true }],
      grandTotal: '0',
      crews: [],
      pricesByBook: [],
      costliest: [],
      changes: null,
      ratios: [],
      basis: [],
      sheet: [],
      lines: { count: 0, countOfAll: 0, columns: [], rows: sampleReport(0).lines.rows },
    };
    const { SheetNames, Sheets } = await read(empty);
    expect(SheetNames).toHaveLength(7);
    const formulas = Object.values(Sheets).flatMap((sheet) => cellsOf(sheet).flatMap(({ f }) => f ?? []));
    expect(formulas).toEqual([expect.stringMatching(/^'Summary'!\$C\$\d+$/)]);
  });
});

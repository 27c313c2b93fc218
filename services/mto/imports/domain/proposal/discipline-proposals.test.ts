import { describe, expect, test } from 'bun:test';
import type { CellValue } from '@consulting/spreadsheet/table/cell';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import { proposeDisciplines } from './discipline-proposals';

const sheet = (
  name: string,
  headers: readonly string[] = [],
  rows: readonly (readonly CellValue[])[] = [],
) => ({
  name,
  columns: headers.map((header, index) => ({
    index,
    letters: columnLetters(index),
    header,
    filled: rows.length,
    numbers: 0,
  })),
  rows,
  recognised: new Map<number, string>(),
});

describe('proposeDisciplines', () => {
  test.each([
    ['pipes', 'piping'],
    ['pipeComponents', 'piping'],
    ['Tuberías', 'piping'],
    ['Rohrleitungen LAB', 'piping'],
    ['structureMembers', 'structural'],
    ['Stahlbau', 'structural'],
    ['Cimentación', 'concrete'],
    ['Terraplenagem', 'civil'],
    ['Kabelliste', 'bulk_electrical'],
    ['Instrument Index', 'instrumentation'],
    ['Electrical Equipment', 'electrical_equipment'],
    ['Trockenbau', 'architectural'],
  ] as const)('the sheet %s is of %s', (name, discipline) => {
    const [best] = proposeDisciplines(sheet(name));
    expect([best?.discipline, best?.why]).toEqual([discipline, `the sheet is called ${name}`]);
    expect(best?.confidence).toBeGreaterThanOrEqual(0.8);
  });

  test('headers of its lines say it where the name says nothing', () => {
    const [best] = proposeDisciplines(sheet('Sheet1', ['Line No.', 'Pipe Class', 'NPS', 'Schedule', 'Qty']));
    expect(best?.discipline).toBe('piping');
    expect(best?.why).toBe('4 headers are of its lines, as Line No., Pipe Class, NPS');
  });

  test('texts say it where headers do not', () => {
    const rows = [
      ['Strip topsoil', 120],
      ['Bulk excavation', 800],
      ['Trench excavation', 90],
      ['Backfill', 300],
    ];
    const [best] = proposeDisciplines(sheet('Sheet1', ['Description', 'Qty'], rows));
    expect(best?.discipline).toBe('civil');
    expect(best?.why).toContain('its texts speak of');
    expect(best?.confidence).toBeGreaterThan(0.5);
  });

  test('a name against everything else is not certain', () => {
    const rows = Array.from({ length: 8 }, () => ['Gate valve flange gasket pipe elbow']);
    const [best] = proposeDisciplines(sheet('Concrete', ['Line No.', 'Pipe Class', 'NPS', 'Schedule'], rows));
    expect(best?.confidence).toBeLessThan(0.8);
  });

  test('a sheet that says nothing gets none', () => {
    expect(proposeDisciplines(sheet('Sheet1', ['Qty', 'Unit'], [[1, 'EA']]))).toEqual([]);
  });
});

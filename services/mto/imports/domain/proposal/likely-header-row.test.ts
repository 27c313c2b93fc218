import { describe, expect, test } from 'bun:test';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { findLikelyHeaderRow } from './likely-header-row';

const rows = (table: readonly (readonly CellValue[])[]): Row[] =>
  table.flatMap((cells, at) => (cells.length === 0 ? [] : [{ number: at + 1, cells: [...cells] }]));

describe('findLikelyHeaderRow', () => {
  test('under a title, above the data, whatever the words are', () => {
    const found = findLikelyHeaderRow(
      rows([
        ['Material takeoff of the tank farm, issued for bid'],
        ['Client', 'Northern Fuels', null, 'Rev', 'B'],
        [],
        ['Znak', 'Popis', 'Kusov', 'Hmotnost'],
        ['A-1', 'Potrubie', 12, 5.5],
        ['A-2', 'Koleno', 4, 1.25],
        ['A-3', 'Priruba', 6, 2],
      ]),
    );
    expect(found?.number).toBe(4);
  });

  test('of two rows of texts the one that names columns', () => {
    const found = findLikelyHeaderRow(
      rows([
        ['Bezeichnung der Leistung', 'Menge', 'Einheit', 'Preis'],
        ['Graben ausheben', 'nach Aufmaß', 'm3', 'offen'],
        ['Graben verfüllen', 'nach Aufmaß', 'm3', 'offen'],
        ['Boden abfahren', 'nach Aufmaß', 'm3', 'offen'],
      ]),
    );
    expect(found?.number).toBe(1);
  });

  test('not below row 30, not over nothing, not of figures', () => {
    const header = ['Code', 'Text', 'Amount'];
    const data = ['A-1', 'Pipe', 12];
    const deep = [...Array.from({ length: 30 }, () => []), header, data, data];
    expect(findLikelyHeaderRow(rows(deep))).toBeUndefined();
    expect(findLikelyHeaderRow(rows([header]))).toBeUndefined();
    expect(
      findLikelyHeaderRow(
        rows([
          [1, 2, 3],
          [4, 5, 6],
          [7, 8, 9],
        ]),
      ),
    ).toBeUndefined();
    expect(findLikelyHeaderRow([])).toBeUndefined();
  });
});

import { useMessages } from '@consulting/design/language';
import { readTabSeparated, rowsMax, writeTabSeparated } from '@consulting/foundation/components';
import { isCalculation } from '../calculation/calculation';
import type { CellText } from '../lines/cell-text';
import type { CellChange, Value } from '../lines/changes';
import type { Line } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import type { Layout, PlacedColumn } from './layout';
import type { Range } from './range';
import { seriesOf } from './series';

interface Context {
  lines: Lines;
  layout: Layout;
  cellText: CellText;
  store: ((changes: readonly CellChange[]) => void) | null;
  // Lines below the last one get their owner from the view, or else from the last line.
  addBelow: ((last: Line | undefined, items: readonly Record<string, Value>[]) => boolean) | null;
  say: (text: string) => void;
  failed: (error: unknown) => void;
}

const valueOf = (line: Line, key: string): Value => {
  const value = line.values[key];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

const columnsIn = ({ columns }: Layout, { firstColumn, lastColumn }: Range) =>
  columns.slice(firstColumn, lastColumn + 1);

export function useRangeEdits({ lines, layout, cellText, store, addBelow, say, failed }: Context) {
  const { takeoff } = useMessages();

  const changed = (line: Line, column: PlacedColumn, value: Value, text: string): CellChange[] =>
    column.isEditable && valueOf(line, column.key) !== value ? [{ line, key: column.key, value, text }] : [];

  function typed(line: Line, column: PlacedColumn, text: string): CellChange[] {
    const value = cellText.read(text, column);
    const isResult = typeof value === 'number' && isCalculation(text);
    return changed(line, column, value, isResult ? cellText.plain(value, column) : text);
  }

  function isTooLarge(rows: number): boolean {
    if (rows > rowsMax) say(takeoff.grid.tooManyRows({ max: rowsMax }));
    return rows > rowsMax;
  }

  async function edit(first: number, last: number, of: (lines: Line[]) => CellChange[]): Promise<void> {
    if (!store || last < first || isTooLarge(last - first + 1)) return;
    try {
      store(of(await lines.read({ first, last })));
    } catch (error) {
      failed(error);
    }
  }

  async function pasteBelow(rows: readonly string[][], columns: readonly PlacedColumn[]): Promise<void> {
    if (isTooLarge(rows.length)) return;
    const items = rows.map((cells) => newValues(cells, columns));
    try {
      const last = lines.total - 1;
      const [line] = last < 0 ? [] : await lines.read({ first: last, last });
      if (!addBelow?.(line, items)) say(takeoff.grid.rowsLeftOut({ count: rows.length }));
    } catch (error) {
      failed(error);
    }
  }

  const newValues = (cells: readonly string[], columns: readonly PlacedColumn[]) => {
    const values = cells.map((cell, at) => {
      const column = columns[at];
      return column?.isEditable ? [[column.key, cellText.read(cell, column)] as const] : [];
    });
    return Object.fromEntries(values.flat());
  };

  const textOf = (found: readonly Line[], columns: readonly PlacedColumn[]) =>
    writeTabSeparated(
      found.map(({ values }) => columns.map((column) => cellText.plain(values[column.key], column))),
    );

  return {
    /** The text is returned at once where all lines have been read, because only then can the clipboard event take it. */
    copied(range: Range): string | Promise<string> | null {
      const { firstRow, lastRow } = range;
      if (isTooLarge(lastRow - firstRow + 1)) return null;
      const columns = columnsIn(layout, range);
      const found = Array.from({ length: lastRow - firstRow + 1 }, (_, at) => lines.at(firstRow + at));
      const known = found.filter((line) => line !== undefined);
      if (known.length === found.length) return textOf(known, columns);
      return lines.read({ first: firstRow, last: lastRow }).then((read) => textOf(read, columns));
    },

    paste(range: Range, text: string): Promise<void> {
      const table = readTabSeparated(text);
      const [[single = ''] = []] = table;
      const { firstRow, firstColumn } = range;
      const isSingle = table.length === 1 && table[0]?.length === 1 && firstRow < lines.total;
      const wanted = isSingle ? range.lastRow : firstRow + table.length - 1;
      const lastRow = Math.min(wanted, lines.total - 1);
      const columns = isSingle ? columnsIn(layout, range) : layout.columns.slice(firstColumn);
      if (wanted > lastRow) pasteBelow(isSingle ? [] : table.slice(lastRow + 1 - firstRow), columns);
      return edit(firstRow, lastRow, (found) =>
        found.flatMap((line, row) => {
          const cells = isSingle ? columns.map(() => single) : (table[row] ?? []);
          return cells.flatMap((cell, at) => {
            const column = columns[at];
            return column ? typed(line, column, cell) : [];
          });
        }),
      );
    },

    // The first rows of the range are the sources of the others.
    fill(range: Range, sources: number, isSeries = false): Promise<void> {
      const columns = columnsIn(layout, range);
      return edit(range.firstRow, range.lastRow, (found) =>
        columns.flatMap((column) => {
          const values = found.slice(0, sources).map((line) => valueOf(line, column.key));
          const valueAt = isSeries ? seriesOf(values) : (at: number) => values[at % sources] ?? null;
          return found.slice(sources).flatMap((line, at) => {
            const value = valueAt(sources + at);
            return changed(line, column, value, cellText.plain(value, column));
          });
        }),
      );
    },

    fillRight(range: Range): Promise<void> {
      const [source, ...columns] = columnsIn(layout, range);
      return edit(range.firstRow, range.lastRow, (found) =>
        found.flatMap((line) => {
          const text = source ? cellText.plain(valueOf(line, source.key), source) : '';
          return columns.flatMap((column) => typed(line, column, text));
        }),
      );
    },

    clear(range: Range): Promise<void> {
      const columns = columnsIn(layout, range);
      return edit(range.firstRow, range.lastRow, (found) =>
        found.flatMap((line) => columns.flatMap((column) => changed(line, column, null, ''))),
      );
    },

    write(line: Line, column: PlacedColumn, text: string): void {
      store?.(typed(line, column, text));
    },
  };
}

export type RangeEdits = ReturnType<typeof useRangeEdits>;

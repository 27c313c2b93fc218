import { useMessages } from '@consulting/design/language';
import { readTabSeparated, rowsMax, writeTabSeparated } from '@consulting/foundation/components';
import { isCalculation } from '../calculation/calculation';
import type { CellText } from '../lines/cell-text';
import type { CellChange, Value } from '../lines/changes';
import type { Line } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import type { Layout, PlacedColumn } from './layout';
import { arranged, type Range, rowCount, runsOf } from './range';
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

export const valueOf = (line: Line, key: string): Value => {
  const value = line.values[key];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

export const changed = (line: Line, column: PlacedColumn, value: Value, text: string): CellChange[] =>
  column.isEditable && valueOf(line, column.key) !== value ? [{ line, key: column.key, value, text }] : [];

const columnsIn = ({ columns }: Layout, { firstColumn, lastColumn }: Range) =>
  columns.slice(firstColumn, lastColumn + 1);

export function useRangeEdits({ lines, layout, cellText, store, addBelow, say, failed }: Context) {
  const { takeoff } = useMessages();

  function typed(line: Line, column: PlacedColumn, text: string): CellChange[] {
    const value = cellText.read(text, column);
    const isResult = typeof value === 'number' && isCalculation(text);
    return changed(line, column, value, isResult ? cellText.plain(value, column) : text);
  }

  function isTooLarge(rows: number): boolean {
    if (rows > rowsMax) say(takeoff.grid.tooManyRows({ max: rowsMax }));
    return rows > rowsMax;
  }

  const rowsOf = ({ firstRow, lastRow }: Range) =>
    lines.read({ first: firstRow, last: Math.min(lastRow, lines.total - 1) });

  // What is changed in several ranges is stored at once.
  async function edit(
    ranges: readonly Range[],
    of: (lines: Line[], range: Range) => CellChange[],
  ): Promise<void> {
    if (!store || isTooLarge(rowCount(runsOf(ranges)))) return;
    try {
      const changes: CellChange[] = [];
      for (const range of ranges)
        if (range.lastRow >= range.firstRow) changes.push(...of(await rowsOf(range), range));
      store(changes);
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

  const writeAll = (ranges: readonly Range[], text: string) =>
    edit(ranges, (found, range) => {
      const columns = columnsIn(layout, range);
      return found.flatMap((line) => columns.flatMap((column) => typed(line, column, text)));
    });

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
    copied(ranges: readonly Range[]): string | Promise<string> | null {
      const blocks = arranged(ranges);
      if (blocks === null) say(takeoff.grid.notCopied);
      if (blocks === null || isTooLarge(rowCount(runsOf(ranges)))) return null;
      const texts = blocks.map(([range, ...beside]) => {
        if (!range) return '';
        const columns = [range, ...beside].flatMap((one) => columnsIn(layout, one));
        const { firstRow, lastRow } = range;
        const found = Array.from({ length: lastRow - firstRow + 1 }, (_, at) => lines.at(firstRow + at));
        const known = found.filter((line) => line !== undefined);
        return known.length === found.length
          ? textOf(known, columns)
          : rowsOf(range).then((read) => textOf(read, columns));
      });
      const known = texts.filter((text) => typeof text === 'string');
      return known.length === texts.length
        ? known.join('\r\n')
        : Promise.all(texts).then((all) => all.join('\r\n'));
    },

    // Several ranges take one value alone, since it is not clear where a table would go.
    paste(ranges: readonly Range[], text: string): Promise<void> {
      const table = readTabSeparated(text);
      const [[single = ''] = []] = table;
      const [range] = ranges;
      if (!range) return Promise.resolve();
      const { firstRow, firstColumn } = range;
      const isSingle = table.length === 1 && table[0]?.length === 1 && firstRow < lines.total;
      if (isSingle) return writeAll(ranges, single);
      if (ranges.length > 1) {
        say(takeoff.grid.notPasted);
        return Promise.resolve();
      }
      const wanted = firstRow + table.length - 1;
      const lastRow = Math.min(wanted, lines.total - 1);
      const columns = layout.columns.slice(firstColumn);
      if (wanted > lastRow) pasteBelow(table.slice(lastRow + 1 - firstRow), columns);
      return edit([{ ...range, lastRow }], (found) =>
        found.flatMap((line, row) =>
          (table[row] ?? []).flatMap((cell, at) => {
            const column = columns[at];
            return column ? typed(line, column, cell) : [];
          }),
        ),
      );
    },

    // The first rows of the range are the sources of the others.
    fill(ranges: readonly Range[], sources: number, isSeries = false): Promise<void> {
      return edit(ranges, (found, range) =>
        columnsIn(layout, range).flatMap((column) => {
          const values = found.slice(0, sources).map((line) => valueOf(line, column.key));
          const valueAt = isSeries ? seriesOf(values) : (at: number) => values[at % sources] ?? null;
          return found.slice(sources).flatMap((line, at) => {
            const value = valueAt(sources + at);
            return changed(line, column, value, cellText.plain(value, column));
          });
        }),
      );
    },

    fillRight(ranges: readonly Range[]): Promise<void> {
      return edit(ranges, (found, range) => {
        const [source, ...columns] = columnsIn(layout, range);
        return found.flatMap((line) => {
          const text = source ? cellText.plain(valueOf(line, source.key), source) : '';
          return columns.flatMap((column) => typed(line, column, text));
        });
      });
    },

    clear(ranges: readonly Range[]): Promise<void> {
      return edit(ranges, (found, range) => {
        const columns = columnsIn(layout, range);
        return found.flatMap((line) => columns.flatMap((column) => changed(line, column, null, '')));
      });
    },

    writeAll,

    write(line: Line, column: PlacedColumn, text: string): void {
      store?.(typed(line, column, text));
    },
  };
}

export type RangeEdits = ReturnType<typeof useRangeEdits>;

import { useMessages } from '@consulting/design/language';
import { useState } from 'react';
import type { CellText } from '../lines/cell-text';
import type { CellChange } from '../lines/changes';
import type { Line } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import type { Layout, PlacedColumn } from './layout';
import type { Range } from './range';
import { changed, valueOf } from './use-range-edits';

// Lines as they were when they were cut, so that what others change since is not overwritten.
export interface Cut {
  text: string;
  lines: readonly Line[];
  columns: readonly PlacedColumn[];
}

interface Context {
  lines: Lines;
  layout: Layout;
  cellText: CellText;
  store: ((changes: readonly CellChange[]) => void) | null;
  say: (text: string) => void;
}

const cellKey = ({ id }: Line, { key }: PlacedColumn) => `${id} ${key}`;

// Cells are emptied by the paste alone, in one operation with it.
export function useCut({ lines, layout, cellText, store, say }: Context) {
  const words = useMessages().takeoff.grid;
  const [cut, setCut] = useState<Cut | null>(null);

  function moved(line: Line, from: PlacedColumn, target: Line, to: PlacedColumn): CellChange[] {
    const value = valueOf(line, from.key);
    const text = cellText.plain(value, from);
    return changed(target, to, from.key === to.key ? value : cellText.read(text, to), text);
  }

  async function move({ lines: sources, columns: from }: Cut, range: Range): Promise<void> {
    const { firstRow, firstColumn } = range;
    const lastRow = firstRow + sources.length - 1;
    const to = layout.columns.slice(firstColumn, firstColumn + from.length);
    if (lastRow >= lines.total || to.length < from.length) return say(words.cutBeyond);
    if (to.some(({ isEditable }) => !isEditable)) return say(words.cutIntoReadOnly);
    const targets = await lines.read({ first: firstRow, last: lastRow });
    const filled = new Set(targets.flatMap((line) => to.map((column) => cellKey(line, column))));
    const emptied = sources.flatMap((line) =>
      from.flatMap((column) => (filled.has(cellKey(line, column)) ? [] : changed(line, column, null, ''))),
    );
    const set = targets.flatMap((target, row) =>
      to.flatMap((column, at) => {
        const [line, source] = [sources[row], from[at]];
        return line && source ? moved(line, source, target, column) : [];
      }),
    );
    store?.([...emptied, ...set]);
    setCut(null);
  }

  return {
    cut,
    async take({ firstRow, lastRow, firstColumn, lastColumn }: Range, text: string | Promise<string>) {
      const columns = layout.columns.slice(firstColumn, lastColumn + 1);
      const known = await lines.read({ first: firstRow, last: Math.min(lastRow, lines.total - 1) });
      setCut({ text: await text, lines: known, columns });
      say(words.cut({ count: known.length }));
    },
    giveUp(): boolean {
      if (cut !== null) setCut(null);
      return cut !== null;
    },
    move,
  };
}

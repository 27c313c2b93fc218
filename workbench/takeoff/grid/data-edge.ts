import { type Line, pageSize } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import type { Layout } from './layout';
import type { Cell, Direction } from './range';

// A longer block is left by going to the first or last line.
const linesRead = 5 * pageSize;

const isFilled = (line: Line | undefined, key: string | undefined): boolean => {
  const value = key === undefined ? null : line?.values[key];
  return value !== null && value !== undefined && value !== '';
};

interface Walk {
  from: number;
  step: 1 | -1;
  count: number;
  isFilledAt: (at: number) => boolean | Promise<boolean>;
}

// As in spreadsheets: the last filled cell of a block, or else the first one of the next block.
async function edgeOf({ from, step, count, isFilledAt }: Walk): Promise<number> {
  const end = step > 0 ? count - 1 : 0;
  if (from === end) return end;
  const isInBlock = (await isFilledAt(from)) && (await isFilledAt(from + step));
  for (let at = from + step; at !== end; at += step) {
    if (Math.abs(at - from) > linesRead) return end;
    if (isInBlock ? !(await isFilledAt(at + step)) : await isFilledAt(at)) return at;
  }
  return end;
}

export async function dataEdge(key: Direction, cell: Cell, lines: Lines, layout: Layout): Promise<Cell> {
  const { row, column } = cell;
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  const lineAt = async (at: number) => lines.at(at) ?? (await lines.read({ first: at, last: at }))[0];
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const field = layout.columns[column]?.key;
    const isFilledAt = async (at: number) => isFilled(await lineAt(at), field);
    return { row: await edgeOf({ from: row, step, count: lines.total, isFilledAt }), column };
  }
  const line = await lineAt(row);
  const isFilledAt = (at: number) => isFilled(line, layout.columns[at]?.key);
  return { row, column: await edgeOf({ from: column, step, count: layout.columns.length, isFilledAt }) };
}

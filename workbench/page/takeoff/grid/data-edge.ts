import { type Line, pageSize } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import type { Layout } from './layout';
import type { Cell, Direction } from './range';

const linesRead = 5 * pageSize;

const isFilled = (line: Line | undefined, key: string | undefined): boolean => {
  const value = key === undefined ? null : line?.values[key];
  return value !== null && value !== undefined && value !== '';
};

/** As in spreadsheets: the last filled cell of a block, or else the first one of the next block. */
function* edgeOf(filled: Iterable<boolean>): Generator<number, number> {
  let at = 0;
  let isBlock: boolean | undefined;
  for (const isNext of filled) {
    isBlock ??= isNext;
    if (isBlock && !isNext) return at;
    at += 1;
    if (!isBlock && isNext) return at;
  }
  return at;
}

import type { Group } from '../groups/read-groups';
import type { Grouping } from '../groups/use-groups';
import type { LineQuery } from '../lines/line-queries';
import { type Lines, type Rows, type useFirstPage, useLines } from '../lines/use-lines';
import type { Outline } from './outline';

// Lines by their rows, so that what is done to ranges of rows skips groups and folded lines.
export function useGroupedLines(
  query: LineQuery,
  first: ReturnType<typeof useFirstPage>,
  { groups, ...grouping }: Grouping,
  outline: Outline<Group>,
  displayed: { firstRow: number; lastRow: number },
): Lines {
  const lines = useLines(query, first, outline.partsBetween(displayed.firstRow, displayed.lastRow));
  if (groups === null) return lines;
  return {
    ...lines,
    total: outline.lines,
    isReading: lines.isReading || grouping.isReading,
    error: lines.error ?? grouping.error,
    at: (row) => {
      const offset = outline.offsetOf(row);
      return offset === undefined ? undefined : lines.at(offset);
    },
    read: async (rows: Rows) => {
      const parts = await Promise.all(outline.partsOf(rows).map(lines.read));
      return parts.flat();
    },
    rowOf: (id) => {
      const offset = lines.rowOf(id);
      return offset === undefined ? undefined : outline.rowOfOffset(offset);
    },
    readAgain: () => {
      lines.readAgain();
      grouping.readAgain();
    },
  };
}

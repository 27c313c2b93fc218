import { type Api, useApi } from '@consulting/foundation/api';
import { useMutation } from '@tanstack/react-query';
import type { CellText } from '../lines/cell-text';
import type { Column } from '../lines/columns';
import { type Line, type LineQuery, pageSize, readMatch } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import { anyOf, conditionsFor, meets, within } from './sought';

const pagesMax = 100;
export const linesWalkedMax = pagesMax * pageSize;

export interface Match {
  at: number;
  total: number;
  // Null where the line is too far away.
  row: number | null;
  key: string | undefined;
  line: Line | null;
}

// The pages from that of a row on, around the end to where they began.
function* pagesFrom(row: number, step: 1 | -1, total: number): Generator<number> {
  const count = Math.ceil(total / pageSize);
  const first = Math.floor(Math.max(0, row) / pageSize);
  for (let walked = 0; walked < Math.min(count, pagesMax); walked += 1)
    yield (((first + walked * step) % count) + count) % count;
}

async function rowOf(lines: Lines, id: string, from: number, step: 1 | -1): Promise<number | null> {
  for (const page of pagesFrom(from, step, lines.total)) {
    const known = lines.rowOf(id);
    if (known !== undefined) return known;
    const first = page * pageSize;
    const read = await lines.read({ first, last: Math.min(lines.total, first + pageSize) - 1 });
    const at = read.findIndex((line) => line.id === id);
    if (at >= 0) return first + at;
  }
  return lines.rowOf(id) ?? null;
}

interface Wanted {
  text: string;
  at: number;
  from: number;
  step: 1 | -1;
}

async function find(
  api: Api,
  query: LineQuery,
  columns: readonly Column[],
  lines: Lines,
  cellText: CellText,
  wanted: Wanted,
): Promise<Match | 'tooDeep'> {
  const { text, at, from, step } = wanted;
  const conditions = conditionsFor(columns, text, cellText);
  const sought = anyOf(conditions);
  const filters = within(query.filters, sought);
  if (filters === null) return 'tooDeep';
  if (conditions.length === 0) return { at: 0, total: 0, row: null, key: undefined, line: null };
  const { lines: found, total } = await readMatch(api, { ...query, filters }, at);
  const [line] = found;
  if (!line) return { at, total, row: null, key: undefined, line: null };
  const { field: key } = conditions.find((one) => meets(line.values[one.field], one)) ?? {};
  return { at, total, row: await rowOf(lines, line.id, from, step), key, line };
}

export function useFind(query: LineQuery, columns: readonly Column[], lines: Lines, cellText: CellText) {
  const api = useApi();
  return useMutation({ mutationFn: (wanted: Wanted) => find(api, query, columns, lines, cellText, wanted) });
}

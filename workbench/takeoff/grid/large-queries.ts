import { type Api, answered } from '@consulting/foundation/api';
import type { Column } from '../lines/columns';
import { type LineQuery, type Sums, searchedBy } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import { type Range, type Run, runsOf } from './range';

const columnsMax = 20;

interface Part {
  runs: readonly Run[];
  columns: readonly Column[];
}

// Columns of which the same rows are selected are summed up together.
export function partsOf(ranges: readonly Range[], columns: readonly Column[]): Part[] {
  const parts = new Map<string, { runs: readonly Run[]; columns: Column[] }>();
  for (const [index, column] of columns.entries()) {
    const own = ranges.filter(({ firstColumn, lastColumn }) => index >= firstColumn && index <= lastColumn);
    if (own.length === 0 || !column.isNumber) continue;
    const runs = runsOf(own);
    const name = JSON.stringify(runs);
    const part = parts.get(name) ?? { runs, columns: [] };
    part.columns.push(column);
    parts.set(name, part);
  }
  return [...parts.values()];
}

type Figure = Sums[string];

interface ColumnFigures {
  column: Column;
  sum: Figure;
  mean: Figure;
  count: number;
}

async function readPart(
  api: Api,
  query: LineQuery,
  { runs, columns }: Part,
  lines: Lines,
  signal: AbortSignal,
): Promise<ColumnFigures[]> {
  const { sort, groupBy, fields: _, ...criteria } = searchedBy(query);
  const summed = columns.slice(0, columnsMax);
  const isAlone = summed.length === 1;
  const functions = isAlone ? (['sum', 'avg', 'count'] as const) : (['sum'] as const);
  const measures = summed.flatMap(({ key }) => functions.map((one) => ({ field: key, function: one })));
  const positions = runs
    .flatMap(lines.offsetsOf)
    .map(({ first, last }) => ({ skip: first, limit: last - first + 1 }));
  const isAll = positions[0]?.limit === lines.all;
  const at = isAll ? {} : { positions, lineSort: sort, lineGroupBy: groupBy };
  const body = { ...criteria, ...at, measures, includeExcluded: true };
  const { totals } = await answered(api.POST('/api/v1/mto/aggregate', { body, signal }));
  return summed.map((column) => ({
    column,
    sum: totals[column.key] as Figure,
    mean: totals[`${column.key}.avg`] as Figure,
    count: Number(totals[`${column.key}.count`] ?? 0),
  }));
}

export async function readFigures(
  api: Api,
  query: LineQuery,
  parts: readonly Part[],
  lines: Lines,
  signal: AbortSignal,
): Promise<ColumnFigures[]> {
  const found = await Promise.all(parts.map((part) => readPart(api, query, part, lines, signal)));
  return found.flat();
}

import type { components } from '@consulting/client/api';
import { type Api, answered } from '@consulting/foundation/api';
import { groupKeys, wbsLevelOf } from '@consulting/takeoff-lines';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type LineQuery, measuresOf, type Sums, selectionOf } from '../lines/line-queries';

type Schemas = components['schemas'];

export interface Group {
  // 1 is the outermost.
  level: number;
  name: string;
  value: unknown;
  label: string | null;
  // Of its first line among all lines in their order.
  first: number;
  count: number;
  sums: Sums;
  path: string;
}

// What the row of a group says.
export type GroupText = (group: Group) => { name: string; count: string };

export interface Groups {
  rows: readonly Group[];
  depth: number;
  leftOut: string | null;
}

export const groupsOfLevelMax = 5000;
const pageMax = 1000;
const attemptsMax = 3;

type Row = Schemas['AggregatePage']['data'][number];

// The API orders groups as it orders their lines.
const sortOf = ({ sort, groupBy }: LineQuery) =>
  groupBy.flatMap((name) => {
    const field = wbsLevelOf(name) === null ? name : 'wbsCode';
    const direction = sort.find((key) => key.field === field)?.direction;
    return [{ field: name, direction: direction ?? ('asc' as const) }];
  });

type Page = Schemas['AggregatePage'];

// Null where there are too many.
async function readPages(page: (skip: number) => Promise<Page>): Promise<Row[] | null> {
  const { data, total } = await page(0);
  if (total > groupsOfLevelMax) return null;
  const skips = Array.from({ length: Math.ceil(total / pageMax) - 1 }, (_, at) => (at + 1) * pageMax);
  const others = await Promise.all(skips.map(page));
  return [data, ...others.map((other) => other.data)].flat();
}

// Void and excluded lines have a place among the others, but are in no subtotal, unless there are no others.
async function readLevel(api: Api, query: LineQuery, sums: readonly string[], signal: AbortSignal) {
  const groupBy = groupKeys(query.groupBy);
  const asked = { ...selectionOf(query), groupBy, sort: sortOf(query), limit: pageMax };
  const read = (columns: readonly string[], includeExcluded: boolean) =>
    readPages((skip) => {
      const body = { ...asked, measures: measuresOf(columns), includeExcluded, skip };
      return answered(api.POST('/api/v1/mto/aggregate', { body, signal }));
    });
  const [groups, counted] = await Promise.all([read([], true), read(sums, false)]);
  if (groups === null) return null;
  const summed = counted?.length === 0 && groups.length > 0 ? await read(sums, true) : counted;
  const subtotals = new Map((summed ?? []).map(({ group, values }) => [pathOf(group), values]));
  return groups.map((one) => ({ ...one, sums: subtotals.get(pathOf(one.group)) ?? {} }));
}

const pathOf = (group: Row['group']): string => JSON.stringify(Object.values(group));

function placed(level: number, name: string, rows: readonly (Row & Pick<Group, 'sums'>)[]): Group[] {
  let first = 0;
  return rows.map(({ group, label, values, sums }) => {
    const count = Number(values.lines);
    const own = { level, name, value: group[name] ?? null, label: textOf(label[name]), first, count };
    first += count;
    return { ...own, sums, path: pathOf(group) };
  });
}

const textOf = (label: unknown): string | null => (typeof label === 'string' ? label : null);

// Levels that were read while others changed lines may not fit each other.
function areNested(levels: readonly Group[][]): boolean {
  const ends = levels.map((groups) => new Set(groups.map(({ first, count }) => first + count)));
  return ends.every((inner, at) => at === 0 || [...(ends[at - 1] ?? [])].every((end) => inner.has(end)));
}

async function readGroups(
  api: Api,
  query: LineQuery,
  sums: readonly string[],
  signal: AbortSignal,
): Promise<Groups> {
  const { groupBy } = query;
  for (let attempt = 1; ; attempt += 1) {
    const read = await Promise.all(
      groupBy.map((_, at) => readLevel(api, { ...query, groupBy: groupBy.slice(0, at + 1) }, sums, signal)),
    );
    const tooMany = read.indexOf(null);
    const known = read.slice(0, tooMany < 0 ? groupBy.length : tooMany);
    const levels = known.map((rows, at) => placed(at + 1, groupBy[at] ?? '', rows ?? []));
    const isNested = areNested(levels);
    if (!isNested && attempt < attemptsMax) continue;
    const fitting = isNested ? levels : levels.slice(0, 1);
    const rows = fitting.flat().sort((one, other) => one.first - other.first || one.level - other.level);
    return { rows, depth: fitting.length, leftOut: groupBy[tooMany] ?? null };
  }
}

// They are read again whenever the totals are.
export function groupsOptions(api: Api, query: LineQuery, columns: readonly string[]) {
  const { fields: _, colourRules: __, ...selection } = query;
  return queryOptions({
    queryKey: ['takeoff-totals', 'groups', selection, columns] as const,
    queryFn: ({ signal }) => readGroups(api, query, columns, signal),
    enabled: query.groupBy.length > 0,
    placeholderData: keepPreviousData,
  });
}

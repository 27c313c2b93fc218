import type { Reading } from '@consulting/kernel/schema';
import { type Discipline, findSearchField, type SearchField } from '@consulting/mto-engine';
import type { SortKey } from '../../store/search/order';
import type { Ctx } from '../context';
import { isLevel, keysMax, type NamedKey, readGroupKey } from '../groups/group-keys';
import { readList, reportRepeats } from '../groups/read-list';
import { readWbsTree } from '../groups/wbs-tree';
import { readField } from './condition';
import { readSortKeys } from './sort-keys';

interface GivenOrder {
  sort: unknown;
  groupBy: unknown;
}

export function readOrder(
  { sort, groupBy }: GivenOrder,
  discipline: Discipline | null,
  reading: Reading,
): SortKey[] {
  const own = readSortKeys(sort, reading).flatMap(({ key, direction, at }) => {
    const field = readField(key, at, discipline, reading);
    return field ? [{ field, direction }] : [];
  });
  return readGroupSort(groupBy, own, discipline, reading);
}

// Lines of a group follow one another, and groups are in the order in which lines are summed up by the same keys.
export function readGroupSort(
  groupBy: unknown,
  sort: readonly SortKey[],
  discipline: Discipline | null,
  reading: Reading,
): SortKey[] {
  const given = readList(groupBy, 'groupBy', keysMax, reading, (entry, at) =>
    readGroupKey(entry, at, reading, discipline),
  );
  reportRepeats(given, 'groupBy', reading);
  const groups = given.map(({ item }) => item);
  const isGroup = ({ key }: SearchField) =>
    groups.some((group) => !isLevel(group) && group.field.key === key);
  return [...groups.flatMap((group) => sortOf(group, sort)), ...sort.filter(({ field }) => !isGroup(field))];
}

const exactTypes: readonly SearchField['type'][] = ['text', 'enum'];

function sortOf(group: NamedKey, sort: readonly SortKey[]): SortKey[] {
  const field = isLevel(group) ? findSearchField('wbsCode', null) : group.field;
  if (!field) return [];
  const direction = sort.find((key) => key.field.key === field.key)?.direction ?? 'asc';
  const key: SortKey = { field, direction, ...(isLevel(group) && { level: group.level }) };
  return exactTypes.includes(field.type) ? [key, { ...key, isExact: true }] : [key];
}

// @throws DEPENDENCY_UNAVAILABLE, VALIDATION_ERROR where the WBS is too large
export async function withLevels(
  ctx: Ctx,
  projectId: string,
  sort: readonly SortKey[],
): Promise<readonly SortKey[]> {
  if (sort.every(({ level }) => level === undefined)) return sort;
  const tree = await readWbsTree(ctx, projectId);
  return Promise.all(
    sort.map(async (key) =>
      key.level === undefined ? key : { ...key, codes: await tree.codesAtLevel(key.level) },
    ),
  );
}

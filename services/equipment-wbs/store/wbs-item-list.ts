import type { Database } from '@consulting/shared/store/connect';
import { lowered, matchesText, whenGiven } from '@consulting/shared/store/query';
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { wbsItem } from './schema';
import { inTrees, type WbsItemRow, wbsItemColumns } from './wbs-item';

export interface WbsItemFilter {
  scope: 'universal' | 'project' | null;
  projectId: string | null;
  /** `root` for items without a parent. */
  parentId: string | null;
  level: number | null;
  search: string | null;
  discipline: string | null;
  isActive: boolean | null;
}

const searched = [wbsItem.code, wbsItem.name, wbsItem.description];

/** Trees that are looked at; all of them when it says nothing. */
function inSight({ scope, projectId }: WbsItemFilter): SQL | undefined {
  if (scope === 'universal') return inTrees([null]);
  if (projectId !== null) return inTrees(scope === 'project' ? [projectId] : [projectId, null]);
  return whenGiven(scope, (one) => eq(wbsItem.scope, one));
}

const isChildOf = (parentId: string | null) =>
  parentId === null || parentId === 'root' ? isNull(wbsItem.parentId) : eq(wbsItem.parentId, parentId);

const isMatch = ({ level, search, discipline, isActive }: WbsItemFilter) =>
  and(
    whenGiven(level, (one) => eq(wbsItem.level, one)),
    whenGiven(search, (text) => matchesText(searched, text)),
    whenGiven(discipline, (one) => eq(wbsItem.discipline, one)),
    whenGiven(isActive, (one) => eq(wbsItem.isActive, one)),
  );

const matching = (filter: WbsItemFilter) =>
  and(inSight(filter), isMatch(filter), whenGiven(filter.parentId, isChildOf));

/** Items by their sort order, those without one after them and newest first. */
export const listItems = (
  db: Database,
  filter: WbsItemFilter,
  skip: number,
  limit: number,
): Promise<WbsItemRow[]> =>
  db
    .select(wbsItemColumns)
    .from(wbsItem)
    .where(matching(filter))
    .orderBy(sql`${wbsItem.sortOrder} nulls last`, desc(wbsItem.createdAt), asc(wbsItem.id))
    .offset(skip)
    .limit(limit);

export const countItems = (db: Database, filter: WbsItemFilter) => db.$count(wbsItem, matching(filter));

/** As people read a tree: by sort order, then by code. */
const treeOrder = [
  sql`${wbsItem.sortOrder} nulls last`,
  sql`${lowered(wbsItem.code)} collate "C"`,
  asc(wbsItem.id),
];

const isFiltered = ({ level, search, discipline, isActive }: WbsItemFilter) =>
  [level, search, discipline, isActive].some((value) => value !== null);

/** Items that match, and what is above them, so that they keep their place in the tree. */
const kept = (filter: WbsItemFilter) => sql`
  kept as (
    select id, parent_id from ${wbsItem} where ${and(inSight(filter), isMatch(filter))}
    union
    select parent.id, parent.parent_id from ${wbsItem} as parent join kept on kept.parent_id = parent.id)`;

const isRoot = (filter: WbsItemFilter) =>
  and(
    isFiltered(filter) ? sql`${wbsItem.id} in (select id from kept)` : inSight(filter),
    isChildOf(filter.parentId),
  );

const withKept = (filter: WbsItemFilter) =>
  isFiltered(filter) ? sql`with recursive ${kept(filter)},` : sql`with recursive`;

/** A page of the items without a parent, or directly below one, with all that the filter keeps below them. */
export function listBranches(
  db: Database,
  filter: WbsItemFilter,
  skip: number,
  limit: number,
): Promise<WbsItemRow[]> {
  const order = sql.join(treeOrder, sql`, `);
  const child = isFiltered(filter)
    ? sql`select child.id from kept as child`
    : sql`select child.id from ${wbsItem} as child`;
  const shown = sql`(
    ${withKept(filter)} root as (
      select id from ${wbsItem} where ${isRoot(filter)} order by ${order} offset ${skip} limit ${limit}
    ), shown as (
      select id from root union all ${child} join shown on shown.id = child.parent_id
    ) select id from shown) as shown`;
  return db
    .select(wbsItemColumns)
    .from(wbsItem)
    .innerJoin(shown, eq(wbsItem.id, sql`shown.id`))
    .orderBy(...treeOrder);
}

export async function countBranches(db: Database, filter: WbsItemFilter): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    ${withKept(filter)} root as (select id from ${wbsItem} where ${isRoot(filter)})
    select count(*)::int as count from root`);
  return row?.count ?? 0;
}

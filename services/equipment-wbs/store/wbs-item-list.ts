import {
  type Database,
  inOrder,
  type ListPage,
  lowered,
  matchesText,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import { and, asc, desc, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { wbsItem } from './schema';
import { inSightOf, inTree, type Tree, type WbsItemRow, wbsItemColumns } from './wbs-item';

export interface WbsItemFilter {
  scope: 'universal' | 'project' | null;
  projectId: string | null;
  parentId: string | null;
  level: number | null;
  search: string | null;
  discipline: string | null;
  isActive: boolean | null;
}

const searched = [wbsItem.code, wbsItem.name, wbsItem.description];

function inSight({ scope, projectId }: WbsItemFilter): SQL | undefined {
  if (scope === 'universal') return inTree(null);
  if (projectId !== null) return scope === 'project' ? inTree(projectId) : inSightOf(projectId);
  return whenGiven(scope, (one) => eq(wbsItem.scope, one));
}

const isRootOf = (parentId: string | null) =>
  parentId === null || parentId === 'root' ? isNull(wbsItem.parentId) : eq(wbsItem.parentId, parentId);

const isMatch = ({ level, search, discipline, isActive }: WbsItemFilter) =>
  and(
    whenGiven(level, (one) => eq(wbsItem.level, one)),
    whenGiven(search, (text) => matchesText(searched, text)),
    whenGiven(discipline, (one) => eq(wbsItem.discipline, one)),
    whenGiven(isActive, (one) => eq(wbsItem.isActive, one)),
  );

export const matchingItems = (filter: WbsItemFilter) =>
  and(inSight(filter), isMatch(filter), whenGiven(filter.parentId, isRootOf));

export const itemSorting = { ...sortable(getTableColumns(wbsItem)), wbsCode: wbsItem.code };

const listOrder = {
  id: wbsItem.id,
  usual: [sql`${wbsItem.sortOrder} nulls last`, desc(wbsItem.createdAt), asc(wbsItem.id)],
};

export const listItems = (
  db: Database,
  filter: WbsItemFilter,
  { sort, skip, limit }: ListPage,
): Promise<WbsItemRow[]> =>
  db
    .select(wbsItemColumns)
    .from(wbsItem)
    .where(matchingItems(filter))
    .orderBy(...inOrder(sort, itemSorting, listOrder))
    .offset(skip)
    .limit(limit);

export const countItems = (db: Database, filter: WbsItemFilter) => db.$count(wbsItem, matchingItems(filter));

const parent = alias(wbsItem, 'parent');

export const listTreeItems = (db: Database, of: Tree, after: string | null, limit: number) =>
  db
    .select({
      wbsCode: wbsItem.code,
      name: wbsItem.name,
      parentCode: parent.code,
      sortOrder: wbsItem.sortOrder,
    })
    .from(wbsItem)
    .leftJoin(parent, eq(parent.id, wbsItem.parentId))
    .where(
      and(
        inTree(of),
        whenGiven(after, (code) => gt(lowered(wbsItem.code), lowered(code))),
      ),
    )
    .orderBy(lowered(wbsItem.code))
    .limit(limit);

export type TreeRow = Omit<WbsItemRow, 'childCount'> & { childCount: number | null };

const treeOrder = {
  id: wbsItem.id,
  usual: [sql`${wbsItem.sortOrder} nulls last`, sql`${lowered(wbsItem.code)} collate "C"`, asc(wbsItem.id)],
};

const isFiltered = ({ level, search, discipline, isActive }: WbsItemFilter) =>
  [level, search, discipline, isActive].some((value) => value !== null);

const stored = (filter: WbsItemFilter) => sql`
  kept as (
    select id, parent_id from ${wbsItem} where ${and(inSight(filter), isMatch(filter))}
    union
    select parent.id, parent.parent_id from ${wbsItem} as parent join kept on kept.parent_id = parent.id)`;

const isRoot = (filter: WbsItemFilter) =>
  and(
    isFiltered(filter) ? sql`${wbsItem.id} in (select id from kept)` : inSight(filter),
    isRootOf(filter.parentId),
  );

const withStored = (filter: WbsItemFilter) =>
  isFiltered(filter) ? sql`with recursive ${stored(filter)},` : sql`with recursive`;

export async function listTree(db: Database, filter: WbsItemFilter, page: ListPage) {
  const { sort, skip, limit } = page;
  const order = inOrder(sort, itemSorting, treeOrder);
  const total = await countRoots(db, filter);
  const isWhole =
    !isFiltered(filter) && (filter.parentId ?? 'root') === 'root' && skip === 0 && total <= limit;
  const rows = await (isWhole ? listWhole(db, filter, order) : listPage(db, filter, order, page));
  return { rows, total };
}

async function countRoots(db: Database, filter: WbsItemFilter): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    ${withStored(filter)} root as (select id from ${wbsItem} where ${isRoot(filter)})
    select count(*)::int as count from root`);
  return row?.count ?? 0;
}

const uncounted = { ...wbsItemColumns, childCount: sql<null>`null` };

const listWhole = (db: Database, filter: WbsItemFilter, order: SQL[]): Promise<TreeRow[]> =>
  db
    .select(uncounted)
    .from(wbsItem)
    .where(inSight(filter))
    .orderBy(...order);

function listPage(
  db: Database,
  filter: WbsItemFilter,
  order: SQL[],
  { skip, limit }: ListPage,
): Promise<TreeRow[]> {
  const child: SQL = isFiltered(filter) ? sql`kept` : sql`${wbsItem}`;
  const displayed = sql`(
    ${withStored(filter)} root as (
      select id from ${wbsItem} where ${isRoot(filter)} order by ${sql.join(order, sql`, `)} offset ${skip} limit ${limit}
    ), shown as (
      select id from root
      union all
      select child.id from ${child} as child join shown on shown.id = child.parent_id
    ) select id from shown) as shown`;
  return db
    .select(isFiltered(filter) ? wbsItemColumns : uncounted)
    .from(wbsItem)
    .innerJoin(displayed, eq(wbsItem.id, sql`shown.id`))
    .orderBy(...order);
}

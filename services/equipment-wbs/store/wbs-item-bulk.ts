import { exported, insertRecords, updateRecords } from '@consulting/imports/store/bulk-records';
import { type Database, lowered, type Snapshot } from '@consulting/kernel/postgres';
import { and, asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { wbsItem } from './schema';
import { inTree, type Tree } from './wbs-item';
import { matchingItems, type WbsItemFilter } from './wbs-item-list';

const { version, createdAt, updatedAt, ...columns } = getTableColumns(wbsItem);

export type WrittenItem = Omit<typeof wbsItem.$inferSelect, 'version' | 'createdAt' | 'updatedAt'>;

const itemsPerQuery = 2000;

const idsOf = (ids: readonly string[]) => sql`${`{${ids.join()}}`}::uuid[]`;

export async function listItemsWithCodes(
  tx: Database,
  tree: Tree,
  codes: readonly string[],
): Promise<WrittenItem[]> {
  const found = await tx.execute<{ id: string }>(sql`
    select found.id from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as wanted
    cross join lateral (
      select id from ${wbsItem} where ${inTree(tree)} and ${lowered(wbsItem.code)} = wanted offset 0) as found`);
  const items: WrittenItem[] = [];
  for (let start = 0; start < found.length; start += itemsPerQuery) {
    const ids = found.slice(start, start + itemsPerQuery).map(({ id }) => id);
    items.push(
      ...(await tx
        .select(columns)
        .from(wbsItem)
        .where(sql`${wbsItem.id} = any(${idsOf(ids)})`)),
    );
  }
  return items;
}

export const listItemsBelow = (tx: Database, ids: readonly string[]): Promise<WrittenItem[]> =>
  tx
    .select(columns)
    .from(wbsItem)
    .where(
      sql`${wbsItem.id} in (
        with recursive below as (
          select id from wbs_item where parent_id = any(${idsOf(ids)})
          union
          select child.id from wbs_item as child join below on child.parent_id = below.id)
        select id from below)`,
    );

export async function keepUniversalItems(tx: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: wbsItem.id })
    .from(wbsItem)
    .where(and(inTree(null), sql`${wbsItem.id} = any(${idsOf(ids)})`))
    .orderBy(asc(wbsItem.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

export const insertItems = (tx: Database, items: readonly WrittenItem[]) => insertRecords(tx, wbsItem, items);

export const updateItems = (tx: Database, items: readonly WrittenItem[]) => updateRecords(tx, wbsItem, items);

export async function shiftItems(
  tx: Database,
  items: readonly { id: string; level: number; path: string }[],
): Promise<void> {
  if (items.length === 0) return;
  await tx.execute(sql`
    update wbs_item set level = shifted.level, path = shifted.path
    from jsonb_to_recordset(${JSON.stringify(items)}::text::jsonb) as shifted(id uuid, level smallint, path text)
    where wbs_item.id = shifted.id`);
}

const parent = alias(wbsItem, 'parent');

export const readItems =
  (filter: WbsItemFilter, rootMark: string) =>
  (snapshot: Snapshot): AsyncGenerator<Record<string, unknown>[]> => {
    const { code: wbsCode, parentId: _, ...others } = columns;
    return snapshot.read(sql`
      select ${exported({ wbsCode, ...others })}, case
        when ${parent.id} is not null then ${parent.code}
        when ${isPrefixed} then ${rootMark} end as "parentCode"
      from ${wbsItem} left join ${wbsItem} as parent on ${parent.id} = ${wbsItem.parentId}
      where ${matchingItems(filter) ?? sql`true`}
      order by ${wbsItem.projectId}, ${lowered(wbsItem.path)} collate "C", ${asc(wbsItem.id)}`);
  };

const isPrefixed: SQL = sql`exists (
  select from generate_series(1, length(${wbsItem.code}) - 1) as place
  cross join lateral (
    select from wbs_item as other
    where coalesce(other.project_id, '00000000-0000-0000-0000-000000000000')
        = coalesce(${wbsItem.projectId}, '00000000-0000-0000-0000-000000000000')
      and lower(other.code collate pg_c_utf8) = lower(left(${wbsItem.code}, place) collate pg_c_utf8)
    offset 0) as above
  where substr(${wbsItem.code}, place + 1, 1) in ('.', '-', '_', '/', ':'))`;

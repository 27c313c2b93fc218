import type { Database } from '@consulting/kernel/store/connect';
import { whenGiven } from '@consulting/kernel/store/query';
import { and, asc, desc, sql } from 'drizzle-orm';
import { wbsItem } from './schema';
import { type WbsItemRow, wbsItemColumns } from './wbs-item';
import { inSight, isMatch, isRootOf, type WbsItemFilter } from './wbs-item-filter';

const matching = (filter: WbsItemFilter) =>
  and(inSight(filter), isMatch(filter), whenGiven(filter.parentId, isRootOf));

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

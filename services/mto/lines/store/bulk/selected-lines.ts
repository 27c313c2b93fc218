import type { Database } from '@consulting/kernel/postgres';
import type { Discipline, StoredLine } from '@consulting/mto-engine';
import { and, type SQL, sql } from 'drizzle-orm';
import { matching } from '../search/line-filter';
import { type Criteria, meets } from '../search/matching';
import { lockInOrder } from '../tables/line-locks';
import { takeoffLine } from '../tables/schema';
import { listLinesById } from '../writes/takeoff-line';

export interface Scope {
  projectId: string;
  serviceId: string | null;
}

export type Selection = Scope & ({ ids: readonly string[] } | { criteria: Criteria });

export const idsListed = 1000;

export interface LineGroup {
  serviceId: string;
  discipline: Discipline;
}

export interface SelectedGroup extends LineGroup {
  count: number;
}

const isInScope = ({ projectId, serviceId }: Scope) => matching({ projectId, serviceId, discipline: null });

export function selected(selection: Selection, groups?: readonly LineGroup[]): SQL | undefined {
  const own = and(isInScope(selection), groups && isOfOne(groups));
  return 'ids' in selection
    ? and(own, sql`takeoff_line.id = any(${sql.param(selection.ids)}::uuid[])`)
    : and(own, meets(selection.criteria, selection));
}

/** The comparison is of text, which has no index, because the planner would expect few lines of a group and look for them one by one. */
function isOfOne(groups: readonly LineGroup[]): SQL {
  const names = groups.map(({ serviceId, discipline }) => serviceId + discipline);
  return sql`takeoff_line.service_id::text || takeoff_line.discipline = any(${sql.param(names)}::text[])`;
}

export async function countSelected(tx: Database, selection: Selection): Promise<SelectedGroup[]> {
  return tx.execute<SelectedGroup & Record<string, unknown>>(sql`
    select service_id as "serviceId", discipline, count(*)::int as count
    from ${takeoffLine} where ${selected(selection)} group by service_id, discipline`);
}

export async function listGroups(tx: Database, { projectId, serviceId }: Scope): Promise<LineGroup[]> {
  const isOfService = serviceId === null ? sql`` : sql`and service_id = ${serviceId}`;
  const next = (after: SQL) => sql`(
    select service_id, discipline from ${takeoffLine} where project_id = ${projectId} ${isOfService} ${after}
    order by service_id, discipline limit 1)`;
  return tx.execute<LineGroup & Record<string, unknown>>(sql`
    with recursive own as (
      ${next(sql``)} union all
      select following.* from own,
        lateral ${next(sql`and (service_id, discipline) > (own.service_id, own.discipline)`)} as following
    ) select service_id as "serviceId", discipline from own`);
}

export async function listUnknown(tx: Database, selection: Selection): Promise<string[]> {
  if (!('ids' in selection)) return [];
  const rows = await tx.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(selection.ids)}::uuid[]) as given (id)
    where not exists (select from ${takeoffLine}
      where takeoff_line.id = given.id and ${isInScope(selection)})`);
  return rows.map(({ id }) => id);
}

export async function listFirst(
  tx: Database,
  selection: Selection,
  groups: readonly LineGroup[],
  count: number,
): Promise<StoredLine[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from ${takeoffLine} where ${selected(selection, groups)} order by id limit ${count}`);
  return listLinesById(
    tx,
    selection.projectId,
    rows.map(({ id }) => id),
  );
}

interface RemovedLines extends Record<string, unknown> {
  deleted: number;
  serviceIds: string[];
  ids: string[];
}

export async function removeSelected(
  tx: Database,
  selection: Selection,
  groups: readonly LineGroup[],
): Promise<RemovedLines> {
  const isSelected = selected(selection, groups);
  await lockInOrder(tx, isSelected);
  return countRemoved(tx, sql`delete from ${takeoffLine} where ${isSelected} returning id, service_id`);
}

export const findSelected = (
  tx: Database,
  selection: Selection,
  groups: readonly LineGroup[],
): Promise<RemovedLines> =>
  countRemoved(tx, sql`select id, service_id from ${takeoffLine} where ${selected(selection, groups)}`);

async function countRemoved(tx: Database, lines: SQL): Promise<RemovedLines> {
  const [removed] = await tx.execute<RemovedLines>(sql`
    with removed as (${lines})
    select (select count(*)::int from removed) as deleted,
      array(select service_id::text from removed group by service_id) as "serviceIds",
      array(select id::text from removed order by removed.id limit ${idsListed}) as ids`);
  return removed ?? { deleted: 0, serviceIds: [], ids: [] };
}

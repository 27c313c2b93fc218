import type { Database } from '@consulting/kernel/postgres';
import { disciplines, fieldsOf, isColumn, type StoredLine } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { sameProject } from '../rows/directory';
import { lineColumns, storedLine } from '../rows/takeoff-line-row';
import { takeoffLine } from '../tables/schema';
import { columnName } from '../tables/takeoff-line-columns';
import { changeOf, type LineOperation, linesTouchedSince } from './operation-lines';

export interface SkippedLine extends Record<string, unknown> {
  recordId: string;
  code: string | null;
  label: string | null;
}

const listedMax = 1000;

const computed = JSON.stringify(
  Object.fromEntries(
    disciplines.map((discipline) => [
      discipline,
      fieldsOf(discipline)
        .filter((field) => field.computed !== undefined)
        .map((field) => (isColumn(field) ? columnName(field.key) : field.key)),
    ]),
  ),
);

const matches = sql`'{wbs_matched,crew_rate_matched}'::text[]`;
const ratesOfCrew = sql`'{labour_rate,equipment_rate,crew_size,labour_rate_basis}'::text[]`;

const followed = ({ projectId, position }: LineOperation): SQL => sql`
  select array_agg(key) as keys from (
    select key from history_change change join history_operation operation on operation.position = change.operation,
      lateral jsonb_object_keys(history_named(change.fields, operation.layouts -> change.layout)) as key
    where change.project_id = ${projectId} and change.record_id = before.line_id and change.operation > ${position}::bigint and change.action = 'u'
      and exists (select from history_operation where position > ${position}::bigint and kind = 'cascade')
    group by key having bool_and(operation.kind = 'cascade')) as each`;

const changedKeys = sql`
  select coalesce(array_agg(key), '{}') as keys from (
    select key from jsonb_each(before.fields)
    where before.deletion is null
      and nullif(value, 'null') is distinct from nullif(coalesce(line.attributes -> key, present.fields -> key), 'null')
    union all
    select key from (select history_flat(present.fields, history_line_hidden(), 'attributes') as fields offset 0) as whole,
      jsonb_object_keys(state.fields || whole.fields) as key
    where before.deletion is not null
      and nullif(state.fields -> key, 'null') is distinct from nullif(whole.fields -> key, 'null')) as each`;

/**
 * The lines go into a table of the transaction. Content decides about conflicts: a change that was undone is none, nor is one that followed
 * from rates and codes that changed elsewhere.
 */
export async function findConflicts(tx: Database, operation: LineOperation): Promise<number> {
  const { projectId, position } = operation;
  await tx.execute(sql`
    create temporary table undo_touched on commit drop as
    with before as materialized (
      select * from history_line_before(${projectId}::uuid, array(${linesTouchedSince(operation)}), ${position}::bigint)),
    computed as materialized (
      select key as discipline, array(select jsonb_array_elements_text(value)) as keys from jsonb_each(${computed}::text::jsonb))
    select before.line_id as id, line.version, coalesce(change.action::text, 'c') as action,
      line.id is null or not changed.keys <@ open.keys as is_conflict,
      line.id is null or changed.keys <> '{}' as is_moved
    from before
      left join history_line_states(${projectId}::uuid, array(
        select line_id from before join takeoff_line line on line.project_id = ${sameProject(projectId)} and line.id = line_id
        where deletion is not null), ${position}::bigint) as state
        on state.line_id = before.line_id
      left join takeoff_line line on line.project_id = ${sameProject(projectId)} and line.id = before.line_id
      left join lateral (${changeOf(operation, sql`before.line_id`)}) as change on true
      left join computed on computed.discipline = line.discipline
      left join lateral (${followed(operation)}) as followed on true,
      lateral (select to_jsonb(line) as fields offset 0) as present,
      lateral (${changedKeys}) as changed,
      lateral (select computed.keys || ${matches} || coalesce(followed.keys, '{}')
        || case when line.labour_rate_source = 'crew' then ${ratesOfCrew} else '{}' end as keys) as open
    union all
    select change.record_id, line.version, 'd', true, true
    from history_change change join takeoff_line line on line.project_id = ${sameProject(projectId)} and line.id = change.record_id
    where change.project_id = ${projectId} and change.operation = ${position}::bigint and change.action = 'd'`);
  await tx.execute(sql`create index on undo_touched (id)`);
  await tx.execute(sql`analyze undo_touched`);
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from undo_touched where is_conflict`);
  return row?.count ?? 0;
}

export const listConflicts = (tx: Database, { projectId }: LineOperation): Promise<SkippedLine[]> =>
  tx.execute<SkippedLine>(sql`
    select touched.id as "recordId", coalesce(line.tag, line.item_code, line.item_number::text) as code, line.description as label
    from undo_touched touched left join lateral (
      select tag, item_code, item_number, description from takeoff_line
      where project_id = ${sameProject(projectId)} and id = touched.id
      union all (select tag, item_code, item_number, description from history_deleted_line
        where project_id = ${projectId} and id = touched.id
        order by operation desc limit 1) limit 1) as line on true
    where touched.is_conflict order by touched.id limit ${listedMax}`);

export const isUntouched = (left: SQL): SQL => sql`(line.version = ${left}
  or exists (select from undo_touched touched
    where touched.id = line.id and not touched.is_conflict and touched.version = line.version))`;

export const isMoved: SQL = sql`
  exists (select from undo_touched touched where touched.id = line.id and touched.is_moved)`;

export async function lockMoved(
  tx: Database,
  projectId: string,
  afterId: string | null,
  limit: number,
): Promise<StoredLine[]> {
  const rows = await tx
    .select(lineColumns)
    .from(takeoffLine)
    .where(
      sql`${takeoffLine.projectId} = ${sameProject(projectId)} and ${takeoffLine.id} in (
        select id from undo_touched where action = 'u' and is_moved and not is_conflict
          and (${afterId}::uuid is null or id > ${afterId}::uuid)
        order by id limit ${limit})`,
    )
    .orderBy(takeoffLine.id)
    .for('update');
  return rows.map(storedLine);
}

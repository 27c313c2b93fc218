import type { Database } from '@consulting/kernel/store/connect';
import { nameChangedColumns } from '@consulting/kernel/store/history/operation';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { takeoffLine } from '../schema';
import { columnName } from '../takeoff-line-columns';
import { writtenColumns } from '../takeoff-line-row';
import { type LineOperation, linesTouchedSince } from './operation-lines';

export interface UndoneOperation extends LineOperation {
  operationId: string;
}

export interface SkippedLine extends Record<string, unknown> {
  recordId: string;
  code: string | null;
  label: string | null;
}

const listedMax = 1000;

const types = new Map(
  Object.entries(getTableColumns(takeoffLine)).map(([key, column]) => [columnName(key), column.getSQLType()]),
);

/** Locks the operation, so that it is undone once. */
export async function lockOperation(tx: Database, operationId: string): Promise<void> {
  await tx.execute(sql`select from history_operation where id = ${operationId} for update`);
}

export async function listServices(tx: Database, operation: LineOperation): Promise<string[]> {
  const { position, createdFirst, createdLast } = operation;
  const rows = await tx.execute<{ serviceId: string }>(sql`
    select distinct service_id as "serviceId" from (
      select service_id from takeoff_line line join history_change change on change.record_id = line.id
      where change.operation = ${position}::bigint
      union all select service_id from takeoff_line where id between ${createdFirst}::uuid and ${createdLast}::uuid
      union all select service_id from history_deleted_line where operation = ${position}::bigint) as line`);
  return rows.map(({ serviceId }) => serviceId);
}

/** Whether what the operation changed is still kept. */
export async function hasChanges(tx: Database, { position, createdFirst }: LineOperation): Promise<boolean> {
  if (createdFirst !== null) return true;
  const rows = await tx.execute(sql`
    select from history_change where operation = ${position}::bigint limit 1`);
  return rows.length > 0;
}

/**
 * Finds the lines that were written since the operation, into a table of the transaction: content decides which of them are
 * conflicts, so that a change that was undone is none.
 */
export async function findConflicts(tx: Database, operation: LineOperation): Promise<number> {
  const { position } = operation;
  const flat = sql`history_flat(to_jsonb(line), history_line_hidden(), 'attributes')`;
  await tx.execute(sql`
    create temporary table undo_touched on commit drop as
    with touched as materialized (${linesTouchedSince(operation)}),
    state as materialized (select * from history_line_states(array(select id from touched), ${position}::bigint))
    select touched.id, line.version, coalesce(change.action::text, 'c') as action,
      case when line.id is null then true
        when change.action = 'u' then exists (
          select from jsonb_each(history_named(change.fields, operation.layouts -> change.layout)) as field
          where coalesce(${flat} -> field.key, 'null') <> field.value -> 1)
        else jsonb_strip_nulls(${flat}) is distinct from state.fields end as is_conflict
    from touched left join takeoff_line line on line.id = touched.id
      left join history_change change on change.operation = ${position}::bigint and change.record_id = touched.id
      left join history_operation operation on operation.position = change.operation
      left join state on state.line_id = touched.id
    union all
    select change.record_id, line.version, 'd', true
    from history_change change join takeoff_line line on line.id = change.record_id
    where change.operation = ${position}::bigint and change.action = 'd'`);
  await tx.execute(sql`analyze undo_touched`);
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from undo_touched where is_conflict`);
  return row?.count ?? 0;
}

/** The first thousand conflicts, with what a person knows the lines by. */
export const listConflicts = (tx: Database): Promise<SkippedLine[]> =>
  tx.execute<SkippedLine>(sql`
    select touched.id as "recordId", coalesce(line.tag, line.item_code, line.item_number::text) as code, line.description as label
    from undo_touched touched left join lateral (
      select tag, item_code, item_number, description from takeoff_line where id = touched.id
      union all (select tag, item_code, item_number, description from history_deleted_line where id = touched.id
        order by operation desc limit 1) limit 1) as line on true
    where touched.is_conflict order by touched.id limit ${listedMax}`);

/** Lines as they were left by the operation: those that nobody wrote since, and those whose content is the same again. */
const isUntouched = (left: SQL): SQL => sql`(line.version = ${left}
  or exists (select from undo_touched touched
    where touched.id = line.id and not touched.is_conflict and touched.version = line.version))`;

const server = (by: string) => sql`version = line.version + 1, updated_at = now(), updated_by = ${by}`;

async function layoutOf(tx: Database, position: string): Promise<string[] | undefined> {
  const [row] = await tx.execute<{ keys: string[] | null }>(sql`
    select layouts -> 0 as keys from history_operation where position = ${position}::bigint`);
  return row?.keys ?? undefined;
}

/** Gives changed fields their values of before. @returns how many lines */
export async function restoreChanged(tx: Database, { position }: LineOperation, by: string): Promise<number> {
  const keys = await layoutOf(tx, position);
  const named = keys === undefined ? 0 : await restoreByLayout(tx, position, keys, by);
  const columns = sql.raw(writtenColumns.filter((column) => column !== 'attributes').join(', '));
  const before = sql`history_side(history_named(change.fields, operation.layouts -> change.layout), 0)`;
  const { count } = (await tx.execute(sql`
    update takeoff_line line set (${columns}) = (select ${columns} from jsonb_populate_record(line, earlier.fields)),
      attributes = jsonb_strip_nulls(line.attributes || (earlier.fields - history_line_columns())), ${server(by)}
    from history_change change join history_operation operation on operation.position = change.operation,
      lateral (select ${before} as fields) as earlier
    where change.operation = ${position}::bigint and change.action = 'u' and change.layout is null
      and line.id = change.record_id and ${isUntouched(sql`change.version`)}`)) as unknown as Counted;
  return named + count;
}

interface Counted {
  count: number;
}

/** As `restoreChanged` for values that are kept by position, which is several times as fast. */
async function restoreByLayout(
  tx: Database,
  position: string,
  keys: readonly string[],
  by: string,
): Promise<number> {
  const sets: SQL[] = [];
  const own: SQL[] = [];
  for (const [at, key] of keys.entries()) {
    const type = types.get(key);
    const place = sql.raw(String(2 * at));
    if (type === undefined) own.push(sql`${key}::text, change.fields -> ${place}`);
    else sets.push(sql`${sql.identifier(key)} = (change.fields ->> ${place})::${sql.raw(type)}`);
  }
  for (let at = 0; at < own.length; at += ownAtOnce) {
    const members = sql.join(own.slice(at, at + ownAtOnce), sql`, `);
    own[at] = sql`jsonb_build_object(${members})`;
  }
  const objects = own.filter((_, at) => at % ownAtOnce === 0);
  if (objects.length > 0)
    sets.push(sql`attributes = jsonb_strip_nulls(line.attributes || ${sql.join(objects, sql` || `)})`);
  const nested = keys.filter((key) => !types.has(key));
  await nameChangedColumns(tx, { columns: keys.filter((key) => types.has(key)), nested });
  const { count } = (await tx.execute(sql`
    update takeoff_line line set ${sql.join([...sets, server(by)], sql`, `)}
    from history_change change
    where change.operation = ${position}::bigint and change.action = 'u' and change.layout = 0
      and line.id = change.record_id and ${isUntouched(sql`change.version`)}`)) as unknown as Counted;
  await nameChangedColumns(tx, null);
  return count;
}

/** Members of one call: Postgres takes a hundred arguments. */
const ownAtOnce = 40;

/** @returns how many lines went */
export async function removeCreated(tx: Database, operation: LineOperation): Promise<number> {
  const { position, createdFirst, createdLast } = operation;
  const { count } = (await tx.execute(sql`
    delete from takeoff_line line where id between ${createdFirst}::uuid and ${createdLast}::uuid
      and ${isUntouched(sql`1`)}`)) as unknown as Counted;
  const { count: others } = (await tx.execute(sql`
    delete from takeoff_line line using history_change change
    where change.operation = ${position}::bigint and change.action = 'c' and line.id = change.record_id
      and ${isUntouched(sql`change.version`)}`)) as unknown as Counted;
  return count + others;
}

const lineColumns = sql.raw(
  [...types.keys()]
    .filter((column) => !['version', 'updated_at', 'updated_by', 'created_epoch'].includes(column))
    .join(', '),
);

/** Lets deleted lines come back with their identifiers. @returns how many */
export async function restoreDeleted(tx: Database, { position }: LineOperation, by: string): Promise<number> {
  const { count } = (await tx.execute(sql`
    insert into takeoff_line (${lineColumns}, version, updated_at, updated_by)
    select ${lineColumns}, version + 1, now(), ${by} from history_deleted_line line
    where operation = ${position}::bigint
      and not exists (select from undo_touched touched where touched.id = line.id and touched.is_conflict)
    on conflict (id) do nothing`)) as unknown as Counted;
  if (count > 0)
    await tx.execute(sql`
      select history_created_lines(null, null, ${by}::text, array(
        select line.id from takeoff_line line join history_deleted_line deleted on deleted.id = line.id
        where deleted.operation = ${position}::bigint
          and not exists (select from undo_touched touched where touched.id = line.id and touched.is_conflict)))`);
  return count;
}

/** An operation whose undoing is undone counts again. */
export async function noteUndone(tx: Database, undone: string, undoing: string): Promise<void> {
  await tx.execute(sql`update history_operation set undone_by = ${undoing} where id = ${undone}`);
  await tx.execute(sql`
    update history_operation set undone_by = null
    where id = (select undoes from history_operation where id = ${undone}) and undone_by = ${undone}`);
}

interface LineCrew extends Record<string, unknown> {
  serviceId: string;
  crewCode: string;
  isMatched: boolean;
  labourRate: string | null;
  equipmentRate: string | null;
  crewSize: string | null;
  isManual: boolean;
}

/** As a list: the planner knows nothing yet of changes that this transaction wrote, and would join them one by one. */
const ofOperation = (operationId: string): SQL => sql`
  takeoff_line line where line.id = any(array(
    select record_id from history_change where action in ('c', 'u')
      and operation = (select position from history_operation where id = ${operationId})))`;

/** The crews of lines that an operation wrote, with the rates that these have. */
export const listCrewsOf = (tx: Database, operationId: string): Promise<LineCrew[]> =>
  tx.execute<LineCrew>(sql`
    select distinct line.service_id as "serviceId", line.crew_code as "crewCode", line.crew_rate_matched as "isMatched",
      line.labour_rate::text as "labourRate", line.equipment_rate::text as "equipmentRate",
      line.crew_size::text as "crewSize", line.labour_rate_source is not distinct from 'manual' as "isManual"
    from ${ofOperation(operationId)} and line.crew_code is not null`);

export const listWbsCodesOf = (tx: Database, operationId: string) =>
  tx.execute<{ wbsCode: string; isMatched: boolean }>(sql`
    select distinct line.wbs_code as "wbsCode", line.wbs_matched as "isMatched"
    from ${ofOperation(operationId)} and line.wbs_code is not null`);

export async function listSubcontractorsOf(tx: Database, operationId: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select distinct line.subcontractor_id as id from ${ofOperation(operationId)} and line.subcontractor_id is not null`);
  return rows.map(({ id }) => id);
}

/** Of lines that an operation wrote; a subcontractor that is gone cannot be referred to. @returns how many lines lost theirs */
export async function clearSubcontractors(
  tx: Database,
  operationId: string,
  ids: readonly string[],
): Promise<number> {
  const { count } = (await tx.execute(sql`
    update takeoff_line set subcontractor_id = null
    where subcontractor_id = any(${sql.param(ids)}::uuid[])
      and id in (select line.id from ${ofOperation(operationId)})`)) as unknown as Counted;
  return count;
}

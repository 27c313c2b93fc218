import { type Database, nameChangedColumns } from '@consulting/kernel/postgres';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { sameProject } from '../rows/directory';
import { writtenColumns } from '../rows/takeoff-line-row';
import { lockInOrder } from '../tables/line-locks';
import { takeoffLine } from '../tables/schema';
import { columnName } from '../tables/takeoff-line-columns';
import { addCreated } from '../totals/keep-totals';
import { isMoved, isUntouched } from './conflicts';
import type { LineOperation } from './operation-lines';

export interface UndoneOperation extends LineOperation {
  operationId: string;
}

const types = new Map(
  Object.entries(getTableColumns(takeoffLine)).map(([key, column]) => [columnName(key), column.getSQLType()]),
);

export async function listServices(tx: Database, operation: LineOperation): Promise<string[]> {
  const { projectId, position, createdFirst, createdLast } = operation;
  const rows = await tx.execute<{ serviceId: string }>(sql`
    select distinct service_id as "serviceId" from (
      select service_id from takeoff_line line join history_change change on change.record_id = line.id
      where line.project_id = ${sameProject(projectId)} and change.project_id = ${projectId} and change.operation = ${position}::bigint
      union all select service_id from takeoff_line
        where project_id = ${projectId} and id between ${createdFirst}::uuid and ${createdLast}::uuid
      union all select service_id from history_deleted_line
        where project_id = ${projectId} and operation = ${position}::bigint) as line`);
  return rows.map(({ serviceId }) => serviceId);
}

export async function hasChanges(tx: Database, { projectId, position }: LineOperation): Promise<boolean> {
  const [row] = await tx.execute<{ isUnchanged: boolean }>(sql`
    select (created + updated + deleted = created_in_range
        or exists (select from history_change where project_id = ${projectId} and operation = ${position}::bigint))
      and (deleted = 0 or exists (select from history_deleted_line
        where project_id = ${projectId} and operation = ${position}::bigint)) as "isUnchanged"
    from history_operation where position = ${position}::bigint`);
  return row?.isUnchanged ?? false;
}

/** Lines that an import created are younger than those that it changed, so locking these first follows the order of identifiers. */
export async function lockLinesOf(tx: Database, operation: LineOperation): Promise<void> {
  const { projectId, position, createdFirst, createdLast } = operation;
  await lockInOrder(
    tx,
    sql`project_id = ${sameProject(projectId)} and id in (
      select record_id from history_change
      where project_id = ${projectId} and operation = ${position}::bigint and action in ('c', 'u'))`,
  );
  if (createdFirst === null) return;
  const isCreated = sql`id between ${createdFirst}::uuid and ${createdLast}::uuid`;
  await lockInOrder(tx, sql`project_id = ${projectId} and ${isCreated}`);
}

const server = (by: string) => sql`version = line.version + 1, updated_at = now(), updated_by = ${by}`;

async function layoutOf(tx: Database, position: string): Promise<string[] | undefined> {
  const [row] = await tx.execute<{ keys: string[] | null }>(sql`
    select layouts -> 0 as keys from history_operation where position = ${position}::bigint`);
  return row?.keys ?? undefined;
}

export async function restoreChanged(tx: Database, operation: LineOperation, by: string): Promise<number> {
  const { projectId, position } = operation;
  const keys = await layoutOf(tx, position);
  const named = keys === undefined ? 0 : await restoreByLayout(tx, operation, keys, by);
  const columns = sql.raw(
    [...writtenColumns.filter((column) => column !== 'attributes'), 'pricing'].join(', '),
  );
  const before = sql`history_side(history_named(change.fields, operation.layouts -> change.layout), 0)`;
  const { count } = (await tx.execute(sql`
    update takeoff_line line set (${columns}) = (select ${columns} from jsonb_populate_record(line, earlier.fields)),
      attributes = jsonb_strip_nulls(line.attributes || (earlier.fields - history_line_columns())), ${server(by)}
    from history_change change join history_operation operation on operation.position = change.operation,
      lateral (select ${before} as fields) as earlier
    where change.project_id = ${projectId} and line.project_id = ${sameProject(projectId)}
      and change.operation = ${position}::bigint and change.action = 'u' and (change.layout is null or ${isMoved})
      and line.id = change.record_id and ${isUntouched(sql`change.version`)}`)) as unknown as Counted;
  return named + count;
}

interface Counted {
  count: number;
}

async function restoreByLayout(
  tx: Database,
  { projectId, position }: LineOperation,
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
    where change.project_id = ${projectId} and line.project_id = ${sameProject(projectId)}
      and change.operation = ${position}::bigint and change.action = 'u' and change.layout = 0 and not ${isMoved}
      and line.id = change.record_id and ${isUntouched(sql`change.version`)}`)) as unknown as Counted;
  await nameChangedColumns(tx, null);
  return count;
}

const ownAtOnce = 40;

export async function removeCreated(tx: Database, operation: LineOperation): Promise<number> {
  const { projectId, position, createdFirst, createdLast } = operation;
  const { count } = (await tx.execute(sql`
    delete from takeoff_line line where project_id = ${projectId} and id between ${createdFirst}::uuid and ${createdLast}::uuid
      and ${isUntouched(sql`1`)}`)) as unknown as Counted;
  const { count: others } = (await tx.execute(sql`
    delete from takeoff_line line using history_change change
    where change.project_id = ${projectId} and line.project_id = ${sameProject(projectId)}
      and change.operation = ${position}::bigint and change.action = 'c' and line.id = change.record_id
      and ${isUntouched(sql`change.version`)}`)) as unknown as Counted;
  return count + others;
}

const lineColumns = sql.raw(
  [...types.keys()]
    .filter(
      (column) => !['version', 'updated_at', 'updated_by', 'created_epoch', 'in_totals'].includes(column),
    )
    .join(', '),
);

export async function restoreDeleted(
  tx: Database,
  { projectId, position }: LineOperation,
  by: string,
): Promise<number> {
  await tx.execute(sql`create temporary table undo_restored (id uuid) on commit drop`);
  const { count } = (await tx.execute(sql`
    with restored as (
      insert into takeoff_line (${lineColumns}, version, updated_at, updated_by, in_totals)
      select ${lineColumns}, version + 1, now(), ${by}, true from history_deleted_line line
      where project_id = ${projectId} and operation = ${position}::bigint
        and not exists (select from undo_touched touched where touched.id = line.id and touched.is_conflict)
      on conflict (id, project_id) do nothing returning id
    ) insert into undo_restored select id from restored`)) as unknown as Counted;
  if (count === 0) return 0;
  const ids = sql`array(select id from undo_restored)`;
  await addCreated(tx, projectId, ids);
  await tx.execute(sql`select history_created_lines(${projectId}::uuid, null, ${by}::text, ${ids})`);
  return count;
}

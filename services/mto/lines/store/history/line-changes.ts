import {
  type ChangeRow,
  type Database,
  listChanges,
  type OperationRow,
  type Values,
} from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { sameProject } from '../rows/directory';
import { lineRecords } from '../rows/line-operation';

interface LineChange extends ChangeRow {
  known: Values;
}

interface StateRow extends Record<string, unknown> {
  id: string;
  fields: Values;
}

export async function listLineChanges(
  db: Database,
  operation: OperationRow,
  skip: number,
  limit: number,
): Promise<LineChange[]> {
  const { projectId, created, updated, deleted, createdFirst, createdInRange } = operation;
  const rows = await listChanges(db, operation, skip, limit);
  const more = limit - rows.length;
  if (createdFirst !== null && more > 0) {
    const before = created + updated + deleted - createdInRange;
    const ids = await listCreated(db, operation, Math.max(0, skip - before), more);
    rows.push(...ids.map((recordId): ChangeRow => ({ recordId, action: 'c', fields: null })));
  }
  const idsOf = (wanted: ChangeRow['action']) =>
    rows.filter(({ action }) => action === wanted).map(({ recordId }) => recordId);
  const known = new Map([
    ...(await statesAfter(db, operation, idsOf('c'))),
    ...(await namesOf(db, projectId, idsOf('u'))),
    ...(await deletedBy(db, operation, idsOf('d'))),
  ]);
  return rows.map((row) => {
    const fields = known.get(row.recordId) ?? {};
    return { ...row, fields: row.fields ?? fields, known: fields };
  });
}

async function listCreated(
  db: Database,
  { projectId, createdFirst, createdLast }: OperationRow,
  skip: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select id from (
      select id from takeoff_line where project_id = ${projectId} and id between ${createdFirst}::uuid and ${createdLast}::uuid
      union all
      select id from (
        select distinct record_id as id from history_change
        where project_id = ${projectId} and record_id between ${createdFirst}::uuid and ${createdLast}::uuid and action = 'd') as deleted
      where not exists (select from takeoff_line as present where present.project_id = ${sameProject(projectId)} and present.id = deleted.id)
    ) as created order by id offset ${skip} limit ${limit}`);
  return rows.map(({ id }) => id);
}

async function namesOf(db: Database, projectId: string | null, ids: readonly string[]) {
  const names = sql.raw([...lineRecords.code, ...lineRecords.label].join(', '));
  const rows = await db.execute<StateRow>(sql`
    select member.id, to_jsonb(line) as fields from unnest(${sql.param(ids)}::uuid[]) as member (id) cross join lateral (
      select ${names} from takeoff_line where project_id = ${sameProject(projectId)} and id = member.id
      union all
      select ${names} from history_deleted_line where project_id = ${projectId} and id = member.id and operation = (
        select max(operation) from history_change
        where project_id = ${projectId} and record_id = member.id and action = 'd')
      limit 1) as line`);
  return rows.map(({ id, fields }) => [id, fields] as const);
}

async function statesAfter(db: Database, { projectId, position }: OperationRow, ids: readonly string[]) {
  const rows = await db.execute<StateRow>(sql`
    select line_id as id, fields from history_line_states(${projectId}::uuid, ${sql.param(ids)}::uuid[], ${position}::bigint)`);
  return rows.map(({ id, fields }) => [id, fields] as const);
}

async function deletedBy(db: Database, { projectId, position }: OperationRow, ids: readonly string[]) {
  const rows = await db.execute<StateRow>(sql`
    select id, jsonb_strip_nulls(history_flat(to_jsonb(line), history_line_hidden(), 'attributes')) as fields
    from history_deleted_line line
    where project_id = ${projectId} and operation = ${position}::bigint and id = any(${sql.param(ids)}::uuid[])`);
  return rows.map(({ id, fields }) => [id, fields] as const);
}

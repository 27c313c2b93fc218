import type { Database } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';
import { sameProject } from '../rows/directory';
import { valueColumns } from '../rows/takeoff-copy';

export interface LineOperation {
  position: string;
  projectId: string;
  createdFirst: string | null;
  createdLast: string | null;
}

const columns = sql.raw(valueColumns.map((column) => `line.${column}`).join(', '));

export async function findOperationOfTask(db: Database, taskId: string): Promise<LineOperation | undefined> {
  const [row] = await db.execute<LineOperation & Record<string, unknown>>(sql`
    select position, project_id as "projectId", created_first as "createdFirst", created_last as "createdLast"
    from history_operation where task_id = ${taskId} and kind = 'import'`);
  return row;
}

export const linesTouchedSince = ({
  position,
  projectId,
  createdFirst,
  createdLast,
}: LineOperation): SQL => sql`
  select change.record_id as id from history_change change
    left join takeoff_line line on line.project_id = ${sameProject(projectId)} and line.id = change.record_id
  where change.project_id = ${projectId} and change.operation = ${position}::bigint and change.action in ('c', 'u') and line.version is distinct from change.version
  union select id from takeoff_line
  where project_id = ${projectId} and id between ${createdFirst}::uuid and ${createdLast}::uuid and version <> 1
  union select record_id from history_change
  where project_id = ${projectId} and record_id between ${createdFirst}::uuid and ${createdLast}::uuid
    and action = 'd' and operation > ${position}::bigint`;

/** A limit keeps the planner from joining all that the operation did with all lines. */
export const changeOf = (
  { projectId, position }: Pick<LineOperation, 'projectId' | 'position'>,
  id: SQL,
): SQL => sql`
  select * from history_change
  where project_id = ${projectId} and operation = ${position}::bigint and record_id = ${id} limit 1`;

const stateOf = (ids: SQL, { projectId, position }: LineOperation): SQL =>
  sql`history_line_states(${projectId}::uuid, array(${ids}), ${position}::bigint) as state`;

export function linesAfter(operation: LineOperation): SQL {
  const { position, projectId, createdFirst, createdLast } = operation;
  return sql`
    select line.id as line_id, ${columns} from history_change change
      join takeoff_line line on line.project_id = ${sameProject(projectId)} and line.id = change.record_id
    where change.project_id = ${projectId} and change.operation = ${position}::bigint and change.action in ('c', 'u') and line.version = change.version
    union all
    select line.id, ${columns} from takeoff_line line
    where project_id = ${projectId} and id between ${createdFirst}::uuid and ${createdLast}::uuid and version = 1
    union all
    select state.line_id, ${columns} from ${stateOf(linesTouchedSince(operation), operation)},
      history_line_of(state.line_id, state.fields) as line`;
}

export function linesBefore(operation: LineOperation): SQL {
  const { projectId, position } = operation;
  const ofOperation = sql`project_id = ${projectId} and operation = ${position}::bigint`;
  const changed = sql`select record_id from history_change where ${ofOperation} and action = 'u'`;
  return sql`
    select line.id as line_id, ${columns} from history_deleted_line line where ${ofOperation}
    union all
    select state.line_id, ${columns} from ${stateOf(changed, operation)}
      cross join lateral (${changeOf(operation, sql`state.line_id`)}) as change
      join history_operation operation on operation.position = change.operation,
      history_line_of(state.line_id, state.fields ||
        history_side(history_named(change.fields, operation.layouts -> change.layout), 0)) as line`;
}

import { type SQL, sql } from 'drizzle-orm';
import { columnsOfLine, type LineSource } from '../rows/line-source';
import { columnName } from '../tables/takeoff-line-columns';
import type { LineOperation } from './operation-lines';

const columns = sql.raw(Object.keys(columnsOfLine).map(columnName).join(', '));

// The lines of a service as they were just before an operation: those that nothing touched since, and the others as history has them.
export function linesBeforeOperation({ projectId, position }: LineOperation, serviceId: string): LineSource {
  const since = sql`array(select position from history_operation
    where project_id = ${projectId}::uuid and position >= ${position}::bigint)`;
  const changed = sql`history_change where project_id = ${projectId}::uuid and operation = any(${since})`;
  const createdInRange = (id: SQL) => sql`exists (select from history_operation
    where project_id = ${projectId}::uuid and position >= ${position}::bigint and created_first is not null
      and ${id} between created_first and created_last)`;
  const earlier = sql`array(
    select record_id from (select distinct on (record_id) record_id, action from ${changed} order by record_id, operation) as first
    where action <> 'c' and not ${createdInRange(sql`record_id`)})`;
  return [
    sql`(select ${columns} from takeoff_line as present
      where project_id = ${projectId}::uuid and service_id = ${serviceId}::uuid and not ${createdInRange(sql`present.id`)}
        and id not in (select unnest(array(select record_id from ${changed})))) as takeoff_line`,
    sql`(select ${columns} from history_line_states(${projectId}::uuid, ${earlier}, ${position}::bigint - 1) as state
      cross join lateral history_line_of(state.line_id, state.fields) as line
      where line.service_id = ${serviceId}::uuid) as takeoff_line`,
  ];
}

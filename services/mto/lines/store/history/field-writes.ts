import type { Database, OperationKind } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';

export interface FieldWrite {
  operationId: string;
  kind: OperationKind;
  by: string;
  at: Date;
  taskId: string | null;
  isCreation: boolean;
  before: unknown;
}

interface WriteRow extends FieldWrite, Record<string, unknown> {
  column: string;
}

interface LineVersion {
  projectId: string;
  id: string;
  version: number;
}

const changesMax = 1000;

const anyColumn = '*';

// The newest write of each column, or key of `attributes`, until the line had the version. A line that an undo brought back has the values
// from before it was deleted. An import names the lines that it created by their range.
export async function findFieldWrites(
  db: Database,
  { projectId, id, version }: LineVersion,
  columns: readonly string[],
): Promise<(column: string) => FieldWrite | undefined> {
  const wanted = sql`${sql.param(columns)}::text[]`;
  const rows = await db.execute<WriteRow>(sql`
    with change as (
      select operation, action, layout, fields from history_change
      where project_id = ${projectId}::uuid and record_id = ${id}::uuid and action in ('c', 'u')
        and (version is null or version <= ${version}::integer)
      order by operation desc limit ${changesMax}
    ), written as (
      select distinct on ("column") "column", before, action = 'c' as "isCreation", position
      from change join history_operation operation on operation.position = change.operation cross join lateral (
        select key as "column", value -> 0 as before
        from jsonb_each(case when action = 'u' and layout is null then fields end)
        where key = any(${wanted})
        union all
        select name, fields -> (2 * number::integer - 2)
        from jsonb_array_elements_text(operation.layouts -> layout) with ordinality as named (name, number)
        where name = any(${wanted}) and fields -> (2 * number::integer - 2) <> fields -> (2 * number::integer - 1)
        union all
        select ${anyColumn}, null where action = 'c' and operation.kind <> 'undo'
      ) as field
      order by "column", position desc
    ), created as (
      select position from (
        select position, created_last from history_operation where created_first <= ${id}::uuid
        order by created_first desc limit 1) as nearest where created_last >= ${id}::uuid
    )
    select "column", before, "isCreation", id as "operationId", kind, "by", at, task_id as "taskId", position
    from (
      select "column", before, "isCreation", position from written
      union all select ${anyColumn}, null, true, position from created
    ) as write join history_operation operation using (position)
    order by position`);
  const newest = new Map(rows.map((row) => [row.column, row]));
  const creation = newest.get(anyColumn);
  return (column) => {
    const write = newest.get(column);
    return write && creation && BigInt(creation.position as string) > BigInt(write.position as string)
      ? creation
      : (write ?? creation);
  };
}

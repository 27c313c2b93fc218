import type { Database } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';

export interface ReviewedImport {
  taskId: string;
  serviceId: string;
  failedRows: number;
  differs: boolean;
  currencies: string[];
}

const importsMax = 10_000;

// Of the imports that wrote a line as it is: how many rows failed, and whether the figures of the file are others.
export async function findReviewedImports(
  db: Database,
  projectId: string,
  taskIds: readonly string[],
): Promise<ReviewedImport[]> {
  if (taskIds.length === 0) return [];
  return db.execute<ReviewedImport & Record<string, unknown>>(sql`
    select task.id as "taskId", task.service_id as "serviceId",
      coalesce((task.result ->> 'failed')::int, 0) as "failedRows",
      coalesce(not (reconciliation -> 'money' ->> 'agrees')::boolean, false)
        or coalesce((reconciliation -> 'totals' ->> 'differing')::int > 0, false)
        or jsonb_path_exists(reconciliation, '$.totalRows[*] ? (@.agrees == false)') is true as differs,
      array(select distinct conversion ->> 'currency'
        from jsonb_array_elements(reconciliation -> 'conversions') as conversion) as currencies
    from import_task as task
    where task.project_id = ${projectId}::uuid and task.id = any(${sql.param(taskIds.slice(0, importsMax))}::uuid[])
    order by task.created_at, task.id`);
}

import type { Database } from '@consulting/kernel/postgres';
import type { Cell, SurveyedColumn } from '@consulting/mto-engine';
import { sql } from 'drizzle-orm';

export type ImportedColumn = Pick<SurveyedColumn, 'column' | 'header' | 'field' | 'unit'>;

export interface ImportedRow extends Record<string, unknown> {
  taskId: string;
  fileId: string;
  fileName: string;
  fileSize: number;
  by: string;
  at: Date;
  defaults: Record<string, Cell>;
  sheet: string | null;
  row: number | null;
  columns: ImportedColumn[];
}

interface ImportsOfLine {
  projectId: string;
  lineId: string;
  taskIds: readonly string[];
}

export async function findImportedRows(
  db: Database,
  { projectId, lineId, taskIds }: ImportsOfLine,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ImportedRow>> {
  if (taskIds.length === 0) return new Map();
  const rows = await db.execute<ImportedRow>(sql`
    select task.id as "taskId", task.file_id as "fileId", task.file_name as "fileName",
      task.file_size::float8 as "fileSize", task.created_by as "by",
      coalesce(task.finished_at, task.created_at) as at, coalesce(task.parameters -> 'defaults', '{}') as defaults,
      surveyed.sheet ->> 'sheet' as sheet, stored.row, surveyed.columns
    from import_task task
    left join lateral (
      select sheet, rows[array_position(line_ids, ${lineId}::uuid)] as row from import_stored_rows
      where project_id = ${projectId}::uuid and task_id = task.id and ${lineId}::uuid = any(line_ids) limit 1
    ) as stored on true
    cross join lateral (
      select task.survey -> 'sheets' -> stored.sheet::integer as sheet
    ) as place
    cross join lateral (
      select place.sheet, coalesce(jsonb_agg(found), '[]') as columns
      from jsonb_array_elements(place.sheet -> 'columns') as found where found ->> 'field' = any(${sql.param(keys)}::text[])
    ) as surveyed
    where task.project_id = ${projectId}::uuid and task.id = any(${sql.param(taskIds)}::uuid[])`);
  return new Map(rows.map((row) => [row.taskId, row]));
}

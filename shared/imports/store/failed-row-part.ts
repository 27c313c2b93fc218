import type { Database } from '@consulting/kernel/store/connect';
import { type SQL, sql } from 'drizzle-orm';
import type { FailedRow } from '../task-model';

export interface FailedRowPart extends FailedRow {
  cellsLeft: number;
}

/** Escaped, a character takes at most six times as many bytes; one cell may come on top. */
const bytesMax = 96 * 1024;

/** The cells of a row from the one at `fromCell` on, as many as fit a message and at least one, without reading the others. */
const partOf = (row: SQL, fromCell: number): SQL => sql`
  select position, part.cells, reasons, (part.total - ${fromCell}::int - part.fitting)::int as "cellsLeft"
  from (${row}) as failed, lateral (
    select coalesce(max(total), ${fromCell}::int) as total, count(*) filter (where fits) as fitting,
      coalesce(jsonb_agg(cell order by number) filter (where fits), '[]') as cells
    from (
      select cell, number, count(*) over () + ${fromCell}::int as total,
        sum(pg_column_size(cell)) over (order by number) <= ${bytesMax} or number = ${fromCell}::int + 1 as fits
      from jsonb_array_elements(all_cells) with ordinality as one(cell, number) where number > ${fromCell}::int
    ) as cell_by_cell
  ) as part`;

async function findPart(db: Database, row: SQL, fromCell: number): Promise<FailedRowPart | undefined> {
  const [part] = await db.execute<FailedRowPart & Record<string, unknown>>(partOf(row, fromCell));
  return part;
}

export const findFailedRowPart = (
  db: Database,
  taskId: string,
  sheet: number,
  after: number,
  fromCell: number,
): Promise<FailedRowPart | undefined> =>
  findPart(
    db,
    sql`select position, cells as all_cells, reasons from import_failed_row
      where task_id = ${taskId} and sheet = ${sheet} and position > ${after} order by position limit 1`,
    fromCell,
  );

export const findHeaderPart = (
  db: Database,
  taskId: string,
  sheet: number,
  position: number,
  fromCell: number,
): Promise<FailedRowPart | undefined> =>
  findPart(
    db,
    sql`select ${position}::int as position, failed_sheets -> ${sheet}::int -> 'headers' as all_cells, '' as reasons
      from import_task where id = ${taskId} and jsonb_array_length(failed_sheets) > ${sheet}::int`,
    fromCell,
  );

export type FailedRowsFacts = {
  status: string;
  fileName: string;
  sheetCount: number;
  sheetName: string | null;
  rowCount: number;
};

export async function findFailedRowsFacts(
  db: Database,
  taskId: string,
  sheet: number,
): Promise<FailedRowsFacts | undefined> {
  const [facts] = await db.execute<FailedRowsFacts>(sql`
    select status, file_name as "fileName", jsonb_array_length(failed_sheets) as "sheetCount",
      failed_sheets -> ${sheet}::int ->> 'name' as "sheetName",
      (select count(*)::int from import_failed_row where task_id = ${taskId}) as "rowCount"
    from import_task where id = ${taskId}`);
  return facts;
}

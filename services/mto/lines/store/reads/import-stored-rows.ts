import { CopyRows } from '@consulting/imports/store/copy-rows';
import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { Database } from '@consulting/kernel/postgres';
import { type Field, isColumn } from '@consulting/mto-engine';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { sameProject } from '../rows/directory';
import type { Run } from '../search/line-cursor';
import { importStoredRows } from '../tables/import-schema';
import { columnName } from '../tables/takeoff-line-columns';

const rowsPerRecord = 1000;
const flushedBytes = 4 * 1024 * 1024;
const columns = ['project_id', 'task_id', 'position', 'sheet', 'rows', 'line_ids'];

export class StoredRows {
  readonly #records = new CopyRows();
  #position = 0;
  #sheet = -1;
  #rows: number[] = [];
  #lineIds: string[] = [];

  constructor(
    private readonly transaction: ImportTransaction,
    private readonly of: { projectId: string; taskId: string },
  ) {}

  add(sheet: number, row: number, lineId: string): void {
    if (sheet !== this.#sheet || this.#rows.length === rowsPerRecord) this.#endRecord();
    this.#sheet = sheet;
    this.#rows.push(row);
    this.#lineIds.push(lineId);
  }

  async flush(): Promise<void> {
    if (this.#records.length >= flushedBytes) await this.#send();
  }

  async finish(): Promise<void> {
    this.#endRecord();
    if (this.#records.length > 0) await this.#send();
  }

  #send(): Promise<void> {
    return this.transaction.copy('import_stored_rows', columns, this.#records.take());
  }

  #endRecord(): void {
    if (this.#rows.length === 0) return;
    const { projectId, taskId } = this.of;
    this.#records.plain(
      `${projectId}\t${taskId}\t${this.#position}\t${this.#sheet}\t{${this.#rows.join()}}\t{${this.#lineIds.join()}}\n`,
    );
    this.#position += 1;
    this.#rows = [];
    this.#lineIds = [];
  }
}

export interface SheetRows {
  sheet: number;
  rows: number[];
}

export async function readStoredRows(
  db: Database,
  { projectId, taskId }: { projectId: string; taskId: string },
): Promise<SheetRows[]> {
  const { sheet: ofSheet, rows: rowNumbers, position } = importStoredRows;
  const records = await db
    .select({ sheet: ofSheet, rows: rowNumbers })
    .from(importStoredRows)
    .where(and(eq(importStoredRows.projectId, projectId), eq(importStoredRows.taskId, taskId)))
    .orderBy(asc(position));
  const sheets = Map.groupBy(records, ({ sheet }) => sheet);
  return [...sheets].map(([sheet, parts]) => ({ sheet, rows: parts.flatMap(({ rows }) => rows) }));
}

export async function countLinesGone(
  run: Run,
  taskId: string,
  projectId: string,
): Promise<ReadonlyMap<number, { there: number; gone: number }>> {
  const counts = await run<{ sheet: number; there: number; gone: number }>(sql`
    select sheet, count(line.id)::int as there, (count(*) - count(line.id))::int as gone
    from import_stored_rows stored cross join unnest(stored.line_ids) as one(id)
    left join takeoff_line line on line.id = one.id and line.project_id = ${sameProject(projectId)}
    where stored.project_id = ${projectId} and stored.task_id = ${taskId} group by sheet`);
  return new Map(counts.map(({ sheet, ...count }) => [sheet, count]));
}

export type StoredText = string | null;

/** The values are null when the line no longer exists. */
export type LineOfRow = [row: number, values: StoredText[] | null];

export async function* readLinesOfRows(
  run: Run,
  of: { taskId: string; projectId: string; sheet: number },
  fields: readonly Field[],
): AsyncGenerator<LineOfRow[]> {
  const values = sql.join(fields.map(storedText), sql`, `);
  const next = (after: number) =>
    run<{ position: number; lines: string }>(sql`
      select position, (
        select json_agg(json_build_array(one.file_row, case when line.id is not null then json_build_array(${values}) end)
          order by one.place)::text
        from unnest(stored.rows, stored.line_ids) with ordinality as one(file_row, line_id, place)
        left join takeoff_line line on line.id = one.line_id and line.project_id = ${sameProject(of.projectId)}
      ) as lines
      from import_stored_rows stored
      where project_id = ${of.projectId} and task_id = ${of.taskId} and sheet = ${of.sheet} and position > ${after} order by position limit 1`);
  let reading = next(-1);
  for (;;) {
    const [record] = await reading;
    if (record === undefined) return;
    reading = next(record.position);
    reading.catch(() => {});
    yield JSON.parse(record.lines);
  }
}

const storedText = (field: Field): SQL =>
  isColumn(field)
    ? sql`line.${sql.identifier(columnName(field.key))}::text`
    : sql`line.attributes ->> ${field.key}`;

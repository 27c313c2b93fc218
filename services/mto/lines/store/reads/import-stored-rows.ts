import { CopyRows } from '@consulting/imports/store/copy-rows';
import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { Database } from '@consulting/kernel/postgres';
import { type Field, isColumn } from '@consulting/mto-engine';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { sameProject } from '../rows/directory';
import type { Run } from '../search/line-cursor';
import { importStoredRows } from '../tables/import-schema';
import { columnName } from '../tables/takeoff-line-columns';
import { type BidTerms, bidFigures } from './bid-spread';

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
  newestTaskId: string;
  rows: number[];
}

/** The imports are of one file, newest first. Where several stored a row, the newest counts whose line still exists. */
export interface ImportsOfFile {
  projectId: string;
  taskIds: readonly string[];
}

const isOf = ({ projectId, taskIds }: ImportsOfFile) =>
  sql`stored.project_id = ${projectId} and stored.task_id = any(${sql.param(taskIds)}::uuid[])`;

export async function readStoredRows(
  db: Database,
  { projectId, taskIds }: ImportsOfFile,
): Promise<SheetRows[]> {
  const { sheet, taskId, rows, position } = importStoredRows;
  const records = await db
    .select({ sheet, taskId, rows })
    .from(importStoredRows)
    .where(and(eq(importStoredRows.projectId, projectId), inArray(taskId, [...taskIds])))
    .orderBy(asc(sheet), asc(position));
  return [...Map.groupBy(records, (record) => record.sheet)].map(([sheet, parts]) => {
    const tasks = new Set(parts.map((part) => part.taskId));
    const rows = new Set(parts.flatMap((part) => part.rows));
    return {
      sheet,
      newestTaskId: taskIds.find((id) => tasks.has(id)) ?? '',
      rows: [...rows].sort((one, other) => one - other),
    };
  });
}

export async function countLinesGone(
  run: Run,
  of: ImportsOfFile,
): Promise<ReadonlyMap<number, { there: number; gone: number }>> {
  const counts = await run<{ sheet: number; there: number; gone: number }>(sql`
    select sheet, count(*) filter (where is_there)::int as there, count(*) filter (where not is_there)::int as gone
    from (
      select sheet, bool_or(line.id is not null) as is_there
      from import_stored_rows stored cross join unnest(stored.rows, stored.line_ids) as one(file_row, line_id)
      left join takeoff_line line on line.id = one.line_id and line.project_id = ${sameProject(of.projectId)}
      where ${isOf(of)} group by sheet, file_row
    ) as file_rows group by sheet`);
  return new Map(counts.map(({ sheet, ...count }) => [sheet, count]));
}

export type StoredText = string | null;

/** The values are null when the line no longer exists. */
export type LineOfRow = [row: number, values: StoredText[] | null];

export async function* readLinesOfRows(
  run: Run,
  { sheet, rows, ...of }: ImportsOfFile & { sheet: number; rows: readonly number[] },
  fields: readonly Field[],
  bid: BidTerms | null = null,
): AsyncGenerator<LineOfRow[]> {
  const values = sql.join(bid ? fields.map(textWithBid(bid)) : fields.map(storedText), sql`, `);
  const read = (first: number, last: number) =>
    run<{ lines: string }>(sql`
      select coalesce(json_agg(json_build_array(file_row, figures) order by file_row), '[]')::text as lines from (
        select distinct on (file_row) file_row, case when line.id is not null then json_build_array(${values}) end as figures
        from import_stored_rows stored cross join unnest(stored.rows, stored.line_ids) as one(file_row, line_id)
        left join takeoff_line line on line.id = one.line_id and line.project_id = ${sameProject(of.projectId)}
        where ${isOf(of)} and sheet = ${sheet} and stored.rows[1] <= ${last} and stored.rows[cardinality(stored.rows)] >= ${first}
          and file_row between ${first} and ${last}
        order by file_row, line.id is null, array_position(${sql.param(of.taskIds)}::uuid[], stored.task_id)
      ) as newest`);
  const next = (at: number) => {
    const chunk = rows.slice(at, at + rowsPerRecord);
    const reading = read(chunk[0] ?? 0, chunk.at(-1) ?? 0);
    reading.catch(() => {});
    return reading;
  };
  let reading = next(0);
  for (let at = 0; at < rows.length; at += rowsPerRecord) {
    const [record] = await reading;
    if (at + rowsPerRecord < rows.length) reading = next(at + rowsPerRecord);
    if (record) yield JSON.parse(record.lines);
  }
}

function textWithBid(bid: BidTerms): (field: Field) => SQL {
  const { amount, unitPrice } = bidFigures(bid);
  return (field) => {
    if (field.key === 'totalCost') return sql`${amount}::text`;
    return field.key === 'unitCost' ? sql`${unitPrice}::text` : storedText(field);
  };
}

const storedText = (field: Field): SQL =>
  isColumn(field)
    ? sql`line.${sql.identifier(columnName(field.key))}::text`
    : sql`line.attributes ->> ${field.key}`;

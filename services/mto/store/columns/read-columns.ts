import type { Database } from '@consulting/kernel/store/connect';
import { atOneMoment } from '@consulting/kernel/store/moment';
import { type SQL, sql } from 'drizzle-orm';
import { readAhead } from '../line-cursor';
import { columnName } from '../takeoff-line-columns';
import { type ChangedLines, findChangedLines, type Moment } from './changed-lines';
import { LinePieces, separator } from './line-pieces';
import { createdKey } from './order-columns';
import { columnFields } from './project-columns';

/** A line as its identifier and, in the same pieces, the values of `columnFields`; null when it is gone. */
export type TakeLine = (id: string, pieces: LinePieces | null) => void;

const linesAtOnce = 2000;

const texts = columnFields.map(({ key }) =>
  key === createdKey
    ? sql`(extract(epoch from created_at) * 1000000)::bigint::text`
    : sql`${sql.identifier(columnName(key))}::text`,
);
const parts: SQL = sql`array[id::text, ${sql.join(texts, sql`, `)}]`;

/** Reads all lines of a project as they are at one moment, which it returns. */
export const readColumns = (
  db: Database,
  projectId: string,
  begin: (lines: number) => TakeLine,
): Promise<Moment> =>
  atOneMoment(db, async (tx) => {
    const { moment, lines } = await findChangedLines(tx, projectId, null);
    const take = begin(lines);
    await tx.execute(sql`select set_config('cursor_tuple_fraction', '1', true)`);
    await tx.execute(sql`declare line_values no scroll cursor for
      select array_to_string(${parts}, ${separator}, '') as line from takeoff_line where project_id = ${projectId}::uuid`);
    const fetch = sql`fetch ${sql.raw(String(linesAtOnce))} from line_values`;
    for await (const rows of readAhead(async () => tx.execute<{ line: string }>(fetch)))
      for (const { line } of rows) await takeLine(tx, projectId, line, take);
    return moment;
  });

/** Reads the lines again that have changed since a moment, as they are now. */
export const readChangedLines = (
  db: Database,
  projectId: string,
  since: Moment,
  take: TakeLine,
): Promise<ChangedLines> =>
  atOneMoment(db, async (tx) => {
    const changed = await findChangedLines(tx, projectId, since);
    const { ids } = changed;
    if (ids === null || ids.length === 0) return changed;
    const rows = await tx.execute<{ line: string }>(sql`
      select array_to_string(${parts}, ${separator}, '') as line
      from takeoff_line where project_id = ${projectId}::uuid and id = any(${sql.param(ids)}::uuid[])`);
    const gone = new Set(ids);
    const takePresent: TakeLine = (id, values) => {
      gone.delete(id);
      take(id, values);
    };
    for (const { line } of rows) await takeLine(tx, projectId, line, takePresent);
    for (const id of gone) take(id, null);
    return changed;
  });

const pieces = new LinePieces(texts.length + 1);

async function takeLine(tx: Database, projectId: string, line: string, take: TakeLine): Promise<void> {
  if (pieces.read(line)) return take(pieces.text(0), pieces);
  pieces.take(await readApart(tx, projectId, line.slice(0, line.indexOf(separator))));
  take(pieces.text(0), pieces);
}

/** A line of which a text holds the separator. */
async function readApart(tx: Database, projectId: string, id: string): Promise<string[]> {
  const [row] = await tx.execute<{ parts: (string | null)[] }>(sql`
    select array_to_json(${parts}) as parts from takeoff_line where project_id = ${projectId}::uuid and id = ${id}::uuid`);
  return (row?.parts ?? []).map((part) => part ?? '');
}

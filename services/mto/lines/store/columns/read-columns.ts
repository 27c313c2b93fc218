import type { Database } from '@consulting/kernel/postgres/database/connect';
import { atOneMoment } from '@consulting/kernel/postgres/database/moment';
import type { SearchField } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { type ChangedLines, findChangedLines, type Moment } from '../rows/changed-lines';
import { sameProject } from '../rows/directory';
import { readAhead } from '../search/line-cursor';
import { columnName } from '../tables/takeoff-line-columns';
import { LinePieces } from './line-pieces';
import { createdKey } from './order-columns';

/** A line as its identifier and, in the pieces behind it, the values of the fields that were asked for; null when it is gone. */
export type TakeLine = (id: string, pieces: LinePieces | null) => void;

const linesAtOnce = 2000;

const pieces = new LinePieces();

function take(record: string, takeLine: TakeLine): string {
  const id = pieces.read(record).text(0);
  takeLine(id, pieces);
  return id;
}

/** The text of a record is what Postgres makes of many values at the least cost. */
function recordOf(fields: readonly SearchField[]): SQL {
  const values = fields.map(({ key, type }) => {
    if (key === createdKey) return sql`(extract(epoch from created_at) * 1000000)::bigint`;
    const column = sql`${sql.identifier(columnName(key))}`;
    return type === 'boolean' ? sql`${column}::text` : column;
  });
  return sql`row(${sql.join([sql`id`, ...values], sql`, `)})::text`;
}

/** More lines are read by two sessions: a search of the table has several processes, too. */
const linesOfOneSession = 20_000;

/** Lines of an import come in runs of 256 that one session reads. */
const isOfPart = (part: number, parts: number): SQL =>
  parts === 1 ? sql`true` : sql`get_byte(uuid_send(id), 14) % ${parts}::int = ${part}::int`;

/** Reads the values of fields of all lines of a project as they are at one moment; `begin` may refuse to. */
export const readColumns = (
  db: Database,
  projectId: string,
  fields: readonly SearchField[],
  begin: (found: ChangedLines) => TakeLine | null,
): Promise<Moment | null> =>
  atOneMoment(db, async (tx, beside) => {
    const found = await findChangedLines(tx, projectId, null);
    const takeLine = begin(found);
    if (!takeLine) return null;
    const parts = found.lines > linesOfOneSession ? 2 : 1;
    const readPart = (part: number) => async (session: Database) => {
      await session.execute(sql`select set_config('cursor_tuple_fraction', '1', true)`);
      await session.execute(sql`declare line_values no scroll cursor for
        select ${recordOf(fields)} as line from takeoff_line
        where project_id = ${projectId}::uuid and ${isOfPart(part, parts)}`);
      const fetch = sql`fetch ${sql.raw(String(linesAtOnce))} from line_values`;
      for await (const rows of readAhead(async () => session.execute<{ line: string }>(fetch)))
        for (const { line } of rows) take(line, takeLine);
    };
    await Promise.all([readPart(0)(tx), ...(parts > 1 ? [beside(readPart(1))] : [])]);
    return found.moment;
  });

/** Reads the lines again that have changed since a moment, as they are now. */
export const readChangedLines = (
  db: Database,
  projectId: string,
  since: Moment,
  fields: readonly SearchField[],
  takeLine: TakeLine,
): Promise<ChangedLines> =>
  atOneMoment(db, async (tx) => {
    const changed = await findChangedLines(tx, projectId, since);
    const { ids } = changed;
    if (ids === null || ids.length === 0) return changed;
    const rows = await tx.execute<{ line: string }>(sql`
      select ${recordOf(fields)} as line
      from takeoff_line where project_id = ${sameProject(projectId)} and id = any(${sql.param(ids)}::uuid[])`);
    const gone = new Set(ids);
    for (const { line } of rows) gone.delete(take(line, takeLine));
    for (const id of gone) takeLine(id, null);
    return changed;
  });

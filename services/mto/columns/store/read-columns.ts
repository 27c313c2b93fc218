import { atOneMoment, type Database, longStatementMsMax, readRows } from '@consulting/kernel/postgres';
import type { SearchField } from '@consulting/mto-engine';
import {
  type ChangedLines,
  columnName,
  findChangedLines,
  type Moment,
  sameProject,
} from '@consulting/mto-lines';
import { type SQL, sql } from 'drizzle-orm';
import { LineChunks } from './line-chunks';
import { createdKey } from './order-columns';

export type TakeLine = (line: LineChunks) => void;

const chunks = new LineChunks();

function linesOf(fields: readonly SearchField[], which: SQL): SQL {
  const values = fields.map(({ key, type }) => {
    if (key === createdKey) return sql`(extract(epoch from created_at) * 1000000)::bigint`;
    const column = sql`${sql.identifier(columnName(key))}`;
    return type === 'boolean' ? sql`${column}::text` : column;
  });
  return sql`select ${sql.join([sql`id`, ...values], sql`, `)} from takeoff_line where ${which}`;
}

export const readColumns = (
  db: Database,
  projectId: string,
  fields: readonly SearchField[],
  begin: (found: ChangedLines) => TakeLine | null,
): Promise<Moment | null> =>
  atOneMoment(db, async (tx) => {
    const found = await findChangedLines(tx, projectId, null);
    const takeLine = begin(found);
    if (!takeLine) return null;
    await tx.execute(sql`select set_config('statement_timeout', ${String(longStatementMsMax)}, true)`);
    const which = sql`project_id = ${projectId}::uuid`;
    await readRows(tx, linesOf(fields, which), (row) => takeLine(chunks.read(row)));
    return found.moment;
  });

export const readChangedLines = (
  db: Database,
  projectId: string,
  since: Moment,
  fields: readonly SearchField[],
  takeLine: TakeLine,
  remove: (id: string) => void,
): Promise<ChangedLines> =>
  atOneMoment(db, async (tx) => {
    const changed = await findChangedLines(tx, projectId, since);
    const { ids } = changed;
    if (ids === null || ids.length === 0) return changed;
    const which = sql`project_id = ${sameProject(projectId)} and id = any(${`{${ids.join(',')}}`}::uuid[])`;
    const gone = new Set(ids);
    await readRows(tx, linesOf(fields, which), (row) => {
      const line = chunks.read(row);
      gone.delete(line.idText);
      takeLine(line);
    });
    for (const id of gone) remove(id);
    return changed;
  });

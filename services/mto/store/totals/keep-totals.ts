import type { Database } from '@consulting/kernel/store/connect';
import { copyRows } from '@consulting/kernel/store/copy';
import { type SQL, sql } from 'drizzle-orm';
import { ofEveryProject } from '../directory';
import type { LineToStore } from '../takeoff-line-row';
import { CreatedTotals } from './created-totals';

/** The column that lines are created with whose writer adds them to the totals. */
export const keptInTotals = { in_totals: 'true' };

/** Adds lines of a project that this transaction has created, as `in_totals`. */
export async function addCreated(
  tx: Database,
  projectId: string,
  ids: readonly string[] | SQL,
): Promise<void> {
  const given = Array.isArray(ids) ? sql`${sql.param(ids)}::uuid[]` : ids;
  await tx.execute(sql`select takeoff_totals_of_created(${projectId}::uuid, ${given})`);
}

interface NewLines {
  projectId: string;
  serviceId: string;
  lines: readonly Pick<LineToStore, 'discipline' | 'values'>[];
}

/** Adds lines that this transaction stores by COPY, as `in_totals`, of some services. */
export async function addNew(tx: Database, ofServices: Iterable<NewLines>): Promise<void> {
  const written = new Map<string, { columns: readonly string[]; rows: Uint8Array[] }>();
  const copy = async (table: string, columns: readonly string[], rows: Uint8Array) => {
    const known = written.get(table);
    if (known) known.rows.push(rows);
    else written.set(table, { columns, rows: [rows] });
  };
  for (const { lines, ...owner } of ofServices) {
    const totals = new CreatedTotals({ copy }, owner);
    for (const { discipline, values } of lines) totals.add(discipline, values);
    await totals.finish();
  }
  for (const [table, { columns, rows }] of written) await copyRows(tx, table, columns, rows);
}

/** So many rows that say by how much totals have changed are brought together; fewer do not slow a reader down. */
const changesMin = 1000;
const linesAtOnce = 5000;

/** Adds what writers have left out of the totals, and brings the rows of totals together where there are many. */
export async function sweepTotals(db: Database): Promise<void> {
  while (await addLeftOut(db));
  const changed = await db.execute<{ projectId: string }>(sql`
    select project_id as "projectId" from (
      select project_id from takeoff_discipline_total where not is_merged
      union all select project_id from takeoff_wbs_total where not is_merged
    ) as change group by project_id having count(*) >= ${changesMin} ${ofEveryProject}`);
  for (const { projectId } of changed) await db.execute(sql`select takeoff_totals_merge(${projectId}::uuid)`);
}

/** Whether there may be more of them; lines that others are changing are left to the next time. */
const addLeftOut = (db: Database): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('mto.is_settling', 'on', true), set_config('mto.is_adding', 'on', true)`,
    );
    const { count } = await tx.execute(sql`
      update takeoff_line as line set in_totals = true
      from (
        select project_id, id from takeoff_line where not in_totals limit ${linesAtOnce} for no key update skip locked
      ) as outside
      where line.project_id = outside.project_id and line.id = outside.id ${ofEveryProject}`);
    return count === linesAtOnce;
  });

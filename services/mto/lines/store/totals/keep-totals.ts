import { copyRows, type Database } from '@consulting/kernel/postgres';
import { commonPosition, type LineToStore } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { noteCreatedLines } from '../rows/changed-lines';
import { ofEveryProject } from '../rows/directory';
import { CreatedTotals } from './created-totals';

export const storedInTotals = { in_totals: 'true' };

export async function addCreated(tx: Database, projectId: string, ids: SQL): Promise<void> {
  await tx.execute(sql`select takeoff_totals_of_created(${projectId}::uuid, ${ids})`);
  await noteCreatedLines(tx, projectId, ids);
}

export class NewTotals {
  readonly #ofServices = new Map<string, CreatedTotals>();
  readonly #written = new Map<string, { columns: readonly string[]; rows: Uint8Array[] }>();

  add({ discipline, values }: Pick<LineToStore, 'discipline' | 'values'>): void {
    const serviceId = String(values[serviceAt]);
    const known = this.#ofServices.get(serviceId);
    const totals = known ?? new CreatedTotals(this, { projectId: String(values[projectAt]), serviceId });
    if (!known) this.#ofServices.set(serviceId, totals);
    totals.add(discipline, values);
  }

  async store(tx: Database): Promise<void> {
    for (const totals of this.#ofServices.values()) await totals.finish();
    for (const [table, { columns, rows }] of this.#written) await copyRows(tx, table, columns, rows);
  }

  async copy(table: string, columns: readonly string[], rows: Uint8Array): Promise<void> {
    const written = this.#written.get(table);
    if (written) written.rows.push(rows);
    else this.#written.set(table, { columns, rows: [rows] });
  }
}

const projectAt = commonPosition('projectId');
const serviceAt = commonPosition('serviceId');

const changesMin = 1000;
const linesAtOnce = 5000;

export async function sweepTotals(db: Database): Promise<void> {
  while (await addLeftOut(db));
  const changed = await db.execute<{ projectId: string }>(sql`
    select project_id as "projectId" from (
      select project_id from takeoff_discipline_total where not is_merged
      union all select project_id from takeoff_wbs_total where not is_merged
    ) as change group by project_id having count(*) >= ${changesMin} ${ofEveryProject}`);
  for (const { projectId } of changed) await db.execute(sql`select takeoff_totals_merge(${projectId}::uuid)`);
}

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

import { allowLongStatements, type Database } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { type LineSource, wholeOf } from '../rows/line-source';
import { valueColumns } from '../rows/takeoff-copy';
import { lockInOrder } from '../tables/line-locks';
import { addCreated } from '../totals/keep-totals';
import { findEpoch } from './version';

export interface RestoredCodes {
  wbsCodes: string[];
  crewCodes: string[];
  subcontractorIds: string[];
}

export interface RestoreCounts {
  created: number;
  updated: number;
  deleted: number;
}

const valuesOf = (of: string) => valueColumns.map((column) => `${of}.${column}`).join(', ');
const isChanged = (before: string, after: string) =>
  sql.raw(`(${valuesOf(before)}) is distinct from (${valuesOf(after)})`);

/** `lockVersionsShared` must run before. */
export class LineRestore {
  constructor(
    private readonly tx: Database,
    private readonly owner: { projectId: string; serviceId: string },
    private readonly source: LineSource,
  ) {}

  /** @returns the codes of the lines of the version that are gone or differ now */
  async open(): Promise<RestoredCodes> {
    const { tx, owner, source } = this;
    const { projectId, serviceId } = owner;
    await allowLongStatements(tx);
    // Lines that were written a moment ago are not in the statistics, and a nested loop over them would take hours.
    await tx.execute(sql`select set_config('enable_nestloop', 'off', true)`);
    await lockInOrder(tx, sql`project_id = ${projectId} and service_id = ${serviceId}`);
    await tx.execute(sql`
      create temporary table restored_line on commit drop as
      select takeoff_line.*, present.id is null as is_gone from ${wholeOf(source)}
        left join takeoff_line as present on present.project_id = ${projectId} and present.id = takeoff_line.id
      where present.id is null or ${isChanged('present', 'takeoff_line')}`);
    const [codes] = await tx.execute<RestoredCodes & Record<string, unknown>>(sql`
      select array_remove(array_agg(distinct wbs_code), null) as "wbsCodes",
        array_remove(array_agg(distinct crew_code), null) as "crewCodes",
        array_remove(array_agg(distinct subcontractor_id::text), null) as "subcontractorIds"
      from restored_line`);
    const { wbsCodes, crewCodes, subcontractorIds } = codes ?? {};
    return {
      wbsCodes: wbsCodes ?? [],
      crewCodes: crewCodes ?? [],
      subcontractorIds: subcontractorIds ?? [],
    };
  }

  async match({ wbsCodes, crewCodes, subcontractorIds }: RestoredCodes): Promise<void> {
    await this.tx.execute(sql`
      update restored_line set
        wbs_matched = coalesce(wbs_code = any(${sql.param(wbsCodes)}::text[]), false),
        crew_rate_matched = coalesce(crew_code = any(${sql.param(crewCodes)}::text[]), false),
        subcontractor_id = case when subcontractor_id = any(${sql.param(subcontractorIds)}::uuid[])
          then subcontractor_id end`);
  }

  async write(by: string): Promise<RestoreCounts> {
    const updated = await this.#change(by);
    const deleted = await this.#removeOthers();
    return { created: await this.#bringBack(by), updated, deleted };
  }

  async #removeOthers(): Promise<number> {
    const { projectId, serviceId } = this.owner;
    const { count } = await this.tx.execute(sql`
      delete from takeoff_line as line where project_id = ${projectId} and service_id = ${serviceId}
        and not exists (select from ${wholeOf(this.source)} where takeoff_line.id = line.id)`);
    return count;
  }

  async #change(by: string): Promise<number> {
    const columns = [...valueColumns, 'crew_rate_matched', 'wbs_matched', 'import_task_id'];
    const sets = sql.raw(columns.map((column) => `${column} = restored.${column}`).join(', '));
    const { count } = await this.tx.execute(sql`
      update takeoff_line as line
      set ${sets}, version = line.version + 1, updated_at = now(), updated_by = ${by}
      from restored_line as restored where line.project_id = ${this.owner.projectId} and line.id = restored.id
        and ${isChanged('line', 'restored')}`);
    return count;
  }

  async #bringBack(by: string): Promise<number> {
    const { tx } = this;
    const { projectId, serviceId } = this.owner;
    const epoch = await findEpoch(tx, serviceId);
    const stored = ['id', 'created_at', 'created_by', 'crew_rate_matched', 'wbs_matched', 'import_task_id'];
    const columns = sql.raw([...stored, ...valueColumns].join(', '));
    const { count } = await tx.execute(sql`
      insert into takeoff_line (${columns}, version, updated_at, updated_by, created_epoch, in_totals)
      select ${columns}, version + 1, now(), ${by}, ${epoch}::integer, true from restored_line where is_gone`);
    const ids = sql`array(select id from restored_line where is_gone)`;
    await addCreated(tx, projectId, ids);
    await tx.execute(sql`
      select history_created_lines(${projectId}::uuid, ${serviceId}::uuid, ${by}::text, ${ids})`);
    return count;
  }
}

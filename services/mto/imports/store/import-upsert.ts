import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { Discipline } from '@consulting/mto-engine';
import { type LinesOwner, MatchedLines } from './matched-lines';

export interface RowKey {
  position: number;
  id: string | null;
  discipline: Discipline;
  itemNumber: number | null;
}

export class LineMatching {
  readonly lines: MatchedLines;

  constructor(
    private readonly transaction: ImportTransaction,
    private readonly owner: LinesOwner,
  ) {
    this.lines = new MatchedLines(transaction, owner);
  }

  async open(changeColumns: readonly string[]): Promise<void> {
    await this.transaction.run(`create temporary table import_key (
      position integer, discipline text, item_number bigint, line_id uuid) on commit drop`);
    await this.lines.open(changeColumns);
  }

  copyKeys(keys: readonly RowKey[]): Promise<void> {
    const rows = keys.map(
      ({ position, discipline, itemNumber, id }) =>
        `${position}\t${discipline}\t${itemNumber ?? '\\N'}\t${id ?? '\\N'}\n`,
    );
    const columns = ['position', 'discipline', 'item_number', 'line_id'];
    return this.transaction.copy('pg_temp.import_key', columns, Buffer.from(rows.join('')));
  }

  async match(isExclusive: boolean): Promise<void> {
    await this.transaction.run('analyze pg_temp.import_key');
    // The statistics may know next to nothing of the service: it would take thousands of lines for one and compare each with each.
    await this.transaction.run('set local enable_nestloop to off');
    const { projectId, serviceId } = this.owner;
    await this.transaction.run(matchRows, [serviceId, projectId]);
    await this.transaction.run('set local enable_nestloop to default');
    await this.transaction.run('analyze pg_temp.import_match');
    if (!isExclusive) return;
    const ofProject = [projectId];
    await this.transaction.run(
      `select count(*) from (select line.id from import_match match
        join takeoff_line line on line.project_id = (select $1::uuid) and line.id = match.line_id order by line.id for update of line) locked`,
      ofProject,
    );
    await this.transaction.run(
      `update import_match match set version = line.version
      from takeoff_line line where line.project_id = (select $1::uuid) and line.id = match.line_id`,
      ofProject,
    );
  }
}

/** The owners are subselects for the sake of the plan (`sameProject`). */
const matchRows = `
  with item as (
    select discipline, item_number, (array_agg(id))[1] as line_id, (array_agg(version))[1] as version, count(*) as lines
    from takeoff_line where project_id = (select $2::uuid) and service_id = (select $1::uuid) and item_number is not null group by discipline, item_number
  ), found as (
    select key.*, coalesce(item.lines, 0) as lines,
      case when item.lines > 1 then null else coalesce(line.id, item.line_id) end as found_id,
      coalesce(line.version, item.version) as version
    from import_key key
    left join takeoff_line line on line.project_id = (select $2::uuid) and line.id = key.line_id and line.service_id = (select $1::uuid)
    left join item on key.line_id is null
      and item.discipline = key.discipline and item.item_number = key.item_number
  ), counted as (
    select *, count(*) over (partition by found_id) as rows_of_line,
      count(*) over (partition by line_id, discipline, item_number) as rows_of_item
    from found
  )
  insert into import_match (position, line_id, version, fault)
  select position, found_id, case when found_id is not null then version end, case
    when line_id is not null and found_id is null then 'unknown'
    when lines > 1 then 'several'
    when found_id is not null and rows_of_line > 1 then 'repeated'
    when found_id is null and rows_of_item > 1 then 'repeated' end
  from counted
  where found_id is not null or line_id is not null or lines > 1 or rows_of_item > 1
  order by position`;

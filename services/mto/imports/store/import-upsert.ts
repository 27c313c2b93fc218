import type { ImportTransaction } from '@consulting/imports/store/transaction';
import { ReadingOutdated } from '@consulting/imports/task/task-model';
import {
  commonFields,
  type Discipline,
  isDiscipline,
  type Line,
  type LineMatches,
  ownFields,
} from '@consulting/mto-engine';
import { cellOf, columnName, parseAttributes } from '@consulting/mto-lines';

export interface RowKey {
  position: number;
  id: string | null;
  discipline: Discipline;
  itemNumber: number | null;
}

export type MatchFault = 'unknown' | 'several' | 'repeated';

export interface PresentLine extends LineMatches {
  id: string;
  discipline: Discipline;
  line: Line;
}

export type Match = { fault: MatchFault } | { present: PresentLine };

/** Others changed or removed lines since they were matched, so the import runs again. */
class LinesChanged extends ReadingOutdated {
  override readonly name = 'LinesChanged';
}

/** Data of the file is in temporary tables, so that memory stays flat. */
export class LineMatching {
  #changeColumns: readonly string[] = [];
  #changed = 0;

  constructor(
    private readonly transaction: ImportTransaction,
    private readonly owner: { projectId: string; serviceId: string },
  ) {}

  async open(changeColumns: readonly string[]): Promise<void> {
    this.#changeColumns = changeColumns;
    await this.transaction.run(`create temporary table import_key (
      position integer, discipline text, item_number bigint, line_id uuid) on commit drop`);
    await this.transaction.run(`create temporary table import_match (
      position integer primary key, line_id uuid, version integer, fault text) on commit drop`);
    await this.transaction.run(`create temporary table import_change on commit drop as
      select ${changeColumns.join(', ')} from takeoff_line with no data`);
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

  /** @throws LinesChanged when a matched line is gone */
  async read(from: number, count: number): Promise<Map<number, Match>> {
    const rows = await this.transaction.run<MatchRow>(readMatches, [
      from,
      from + count,
      this.owner.projectId,
    ]);
    return new Map(rows.map((row) => [row.position, matchOf(row)]));
  }

  copyChanges(rows: Uint8Array, count: number): Promise<void> {
    this.#changed += count;
    return this.transaction.copy('pg_temp.import_change', this.#changeColumns, rows);
  }

  /** @throws LinesChanged when a line is not as it was matched */
  async lock(): Promise<void> {
    if (this.#changed === 0) return;
    const [locked] = await this.transaction.run<{ count: number }>(
      `select count(*)::int as count from (
      select line.id from import_change changed join import_match match on match.line_id = changed.id
        join takeoff_line line on line.project_id = (select $1::uuid) and line.id = changed.id
      where line.version = match.version order by line.id for update of line) locked`,
      [this.owner.projectId],
    );
    if (locked?.count !== this.#changed) throw new LinesChanged();
  }

  async store(by: string, taskId: string): Promise<void> {
    if (this.#changed === 0) return;
    const assignments = this.#changeColumns.map((column) => `${column} = changed.${column}`).join(', ');
    const server = 'version = line.version + 1, updated_at = statement_timestamp()';
    await this.transaction.run(
      `update takeoff_line line set ${assignments}, ${server}, updated_by = $1, import_task_id = $2
       from import_change changed where line.project_id = (select $3::uuid) and line.id = changed.id`,
      [by, taskId, this.owner.projectId],
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
  insert into import_match
  select position, found_id, case when found_id is not null then version end, case
    when line_id is not null and found_id is null then 'unknown'
    when lines > 1 then 'several'
    when found_id is not null and rows_of_line > 1 then 'repeated'
    when found_id is null and rows_of_item > 1 then 'repeated' end
  from counted
  where found_id is not null or line_id is not null or lines > 1 or rows_of_item > 1
  order by position`;

const commonTexts = commonFields.map(({ key }) => `line.${columnName(key)}::text`);

const readMatches = `
  select match.position, match.line_id as "lineId", match.fault, line.id,
    array_to_json(array[${commonTexts.join(', ')}])::text as common, line.attributes::text as attributes,
    line.crew_rate_matched as "crewRateMatched", line.wbs_matched as "wbsMatched"
  from import_match match
  left join takeoff_line line on match.fault is null and line.project_id = (select $3::uuid) and line.id = match.line_id
  where match.position >= $1 and match.position < $2`;

interface MatchRow extends LineMatches {
  position: number;
  lineId: string | null;
  fault: MatchFault | null;
  id: string | null;
  common: string;
  attributes: string;
}

function matchOf({ fault, id, common, attributes, crewRateMatched, wbsMatched }: MatchRow): Match {
  if (fault !== null) return { fault };
  if (id === null) throw new LinesChanged();
  const texts: (string | null)[] = JSON.parse(common);
  const discipline = texts[disciplineAt] ?? '';
  if (!isDiscipline(discipline)) throw new RangeError(`${discipline} is not a discipline`);
  const line: Line = commonFields.map((field, at) => cellOf(field, texts[at] ?? null));
  const own = parseAttributes(attributes);
  for (const { key } of ownFields[discipline]) line.push(own[key] ?? null);
  return { present: { id, discipline, line, crewRateMatched, wbsMatched } };
}

const disciplineAt = commonFields.findIndex(({ key }) => key === 'discipline');

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

export type MatchFault = 'unknown' | 'several' | 'repeated';

export interface CurrentLine extends LineMatches {
  id: string;
  discipline: Discipline;
  line: Line;
}

/** A donor is the line that a new one takes its prices from. */
export type Match =
  | { fault: MatchFault }
  | { current: CurrentLine }
  | { donor: CurrentLine; hasSameAmounts: boolean }
  | { isUnlike: true };

/** Others changed or removed lines since they were matched, so the import runs again. */
class LinesChanged extends ReadingOutdated {
  override readonly name = 'LinesChanged';
}

export interface LinesOwner {
  projectId: string;
  serviceId: string;
}

/** The lines that rows were matched with and what becomes of them, in temporary tables, so that memory stays flat. */
export class MatchedLines {
  #changeColumns: readonly string[] = [];
  #changed = 0;
  #missing = 0;

  constructor(
    private readonly transaction: ImportTransaction,
    private readonly owner: LinesOwner,
  ) {}

  async open(changeColumns: readonly string[]): Promise<void> {
    this.#changeColumns = changeColumns;
    await this.transaction.run(`create temporary table import_match (
      position integer primary key, line_id uuid, version integer, fault text,
      donor_id uuid, has_same_amounts boolean not null default false) on commit drop`);
    await this.transaction.run(`create temporary table import_missing (
      line_id uuid primary key, version integer) on commit drop`);
    await this.transaction.run(`create temporary table import_change on commit drop as
      select ${changeColumns.join(', ')} from takeoff_line with no data`);
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

  expectMissing(count: number): void {
    this.#missing = count;
  }

  /** @throws LinesChanged when a line is not as it was matched */
  async lock(): Promise<void> {
    if (this.#changed + this.#missing === 0) return;
    const [locked] = await this.transaction.run<{ count: number }>(lockLines, [
      this.owner.projectId,
      this.#missing,
    ]);
    if (locked?.count !== this.#changed + this.#missing) throw new LinesChanged();
  }

  async store(by: string, taskId: string): Promise<void> {
    if (this.#changed === 0) return;
    const assignments = this.#changeColumns.map((column) => `${column} = changed.${column}`).join(', ');
    await this.transaction.run(
      `update takeoff_line line set ${assignments}, ${server}, updated_by = $1, import_task_id = $2
       from import_change changed where line.project_id = (select $3::uuid) and line.id = changed.id`,
      [by, taskId, this.owner.projectId],
    );
  }

  /** Takes lines that the file has not out of the estimate, and says in their remarks by which revision. */
  async voidMissing(by: string, taskId: string, { revision, remark }: Voided): Promise<void> {
    if (this.#missing === 0) return;
    await this.transaction.run(
      `update takeoff_line line set status = 'void', revision = coalesce(nullif($4, ''), line.revision),
         remarks = left(concat_ws(E'\n', line.remarks, $5::text), ${remarksLengthMax}),
         ${server}, updated_by = $1, import_task_id = $2
       from import_missing missing where line.project_id = (select $3::uuid) and line.id = missing.line_id`,
      [by, taskId, this.owner.projectId, revision ?? '', remark],
    );
  }

  async deleteMissing(): Promise<void> {
    if (this.#missing === 0) return;
    await this.transaction.run(
      `delete from takeoff_line line using import_missing missing
       where line.project_id = (select $1::uuid) and line.id = missing.line_id`,
      [this.owner.projectId],
    );
  }
}

interface Voided {
  revision: string | null;
  remark: string;
}

const remarksLengthMax = commonFields.find(({ key }) => key === 'remarks')?.maxLength ?? 0;

const server = 'version = line.version + 1, updated_at = statement_timestamp()';

const lockLines = `
  select count(*)::int as count from (
    select line.id from (
      select changed.id, match.version from import_change changed join import_match match on match.line_id = changed.id
      union all select line_id, version from import_missing where $2::integer > 0
    ) as expected
    join takeoff_line line on line.project_id = (select $1::uuid) and line.id = expected.id
    where line.version = expected.version order by line.id for update of line) locked`;

const commonTexts = commonFields.map(({ key }) => `line.${columnName(key)}::text`);

const readMatches = `
  select match.position, match.line_id as "lineId", match.donor_id as "donorId",
    match.has_same_amounts as "hasSameAmounts", match.fault, line.id,
    array_to_json(array[${commonTexts.join(', ')}])::text as common, line.attributes::text as attributes,
    line.crew_rate_matched as "crewRateMatched", line.wbs_matched as "wbsMatched"
  from import_match match
  left join takeoff_line line on match.fault is null and line.project_id = (select $3::uuid) and line.id = coalesce(match.line_id, match.donor_id)
  where match.position >= $1 and match.position < $2`;

interface MatchRow extends LineMatches {
  position: number;
  lineId: string | null;
  donorId: string | null;
  hasSameAmounts: boolean;
  fault: MatchFault | null;
  id: string | null;
  common: string;
  attributes: string;
}

function matchOf(row: MatchRow): Match {
  if (row.fault !== null) return { fault: row.fault };
  if (row.lineId === null && row.donorId === null) return { isUnlike: true };
  const line = lineOf(row);
  return row.lineId === null ? { donor: line, hasSameAmounts: row.hasSameAmounts } : { current: line };
}

function lineOf({ id, common, attributes, crewRateMatched, wbsMatched }: MatchRow): CurrentLine {
  if (id === null) throw new LinesChanged();
  const texts: (string | null)[] = JSON.parse(common);
  const discipline = texts[disciplineAt] ?? '';
  if (!isDiscipline(discipline)) throw new RangeError(`${discipline} is not a discipline`);
  const line: Line = commonFields.map((field, at) => cellOf(field, texts[at] ?? null));
  const own = parseAttributes(attributes);
  for (const { key } of ownFields[discipline]) line.push(own[key] ?? null);
  return { id, discipline, line, crewRateMatched, wbsMatched };
}

const disciplineAt = commonFields.findIndex(({ key }) => key === 'discipline');

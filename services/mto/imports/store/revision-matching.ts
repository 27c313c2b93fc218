import { copyText } from '@consulting/imports/store/copy-text';
import type { ImportTransaction } from '@consulting/imports/store/transaction';
import { allKeys, type Discipline, fieldsNamed, isAmountOfLine, isCarried } from '@consulting/mto-engine';
import { fieldText, isCounted, type LineFilter, lockInOrder, matching } from '@consulting/mto-lines';
import { type SQL, sql } from 'drizzle-orm';
import { identityOf } from './line-identity';
import { type LinesOwner, MatchedLines } from './matched-lines';

export interface RevisionKey {
  position: number;
  sheet: number;
  row: number;
  discipline: Discipline;
  key: string | null;
  carry: string | null;
}

export interface AmbiguousKey {
  discipline: Discipline;
  key: string;
  lines: number;
  sheet: number;
  rows: number[];
  count: number;
  [column: string]: unknown;
}

export interface ScopeSum {
  discipline: Discipline;
  unitOfMeasure: string | null;
  quantity: string;
  totalCost: string;
  lines: number;
  isMissing: boolean;
  [column: string]: unknown;
}

interface RevisionPlan {
  matchBy: readonly string[];
  carryFrom: readonly string[];
  disciplines: readonly Discipline[];
  criteria: LineFilter['criteria'];
  isMissingRemoved: boolean;
}

const ambiguousMax = 100;
const rowsNamedMax = 20;

/**
 * Finds the line of each row of a revised takeoff by the values of one key, and the lines that no row has. All of it is done
 * by sets; what was just written is analysed, since no statistics know it.
 */
export class RevisionMatching {
  readonly lines: MatchedLines;
  missing = 0;

  constructor(
    private readonly transaction: ImportTransaction,
    private readonly owner: LinesOwner,
    private readonly plan: RevisionPlan,
  ) {
    this.lines = new MatchedLines(transaction, owner);
  }

  async open(changeColumns: readonly string[]): Promise<void> {
    await this.transaction.run(`create temporary table import_key (
      position integer, sheet integer, row_number integer, discipline text, key text, carry text) on commit drop`);
    await this.lines.open(changeColumns);
  }

  copyKeys(keys: readonly RevisionKey[]): Promise<void> {
    const orNull = (text: string | null) => (text === null ? '\\N' : copyText(text));
    const rows = keys.map(({ position, sheet, row, discipline, key, carry }) =>
      [position, sheet, row, discipline, orNull(key), orNull(carry)].join('\t'),
    );
    const columns = ['position', 'sheet', 'row_number', 'discipline', 'key', 'carry'];
    return this.transaction.copy('pg_temp.import_key', columns, Buffer.from(`${rows.join('\n')}\n`));
  }

  /** Keys that several rows or several lines have, the first of them; without any the rows are matched. */
  async match(isExclusive: boolean): Promise<AmbiguousKey[]> {
    await this.#findScope(isExclusive);
    await this.transaction.run('analyze pg_temp.import_key');
    await this.transaction.run('set local enable_nestloop to off');
    const ambiguous = await this.transaction.execute<AmbiguousKey>(ambiguousKeys);
    if (ambiguous.length > 0) return ambiguous;
    await this.transaction.execute(matchRows);
    if (this.plan.carryFrom.length > 0) await this.transaction.execute(findDonors);
    await this.transaction.run('analyze pg_temp.import_match');
    const { count } = await this.transaction.execute(findMissing);
    this.lines.expectMissing(this.plan.isMissingRemoved ? count : 0);
    await this.transaction.run('set local enable_nestloop to default');
    this.missing = count;
    return [];
  }

  sums(): Promise<ScopeSum[]> {
    return this.transaction.execute<ScopeSum>(sql`
      select discipline, unit_of_measure as "unitOfMeasure", coalesce(sum(quantity), 0)::text as quantity,
        coalesce(sum(total_cost), 0)::text as "totalCost", count(*)::int as lines, missing.line_id is not null as "isMissing"
      from import_scope scope left join import_missing missing on missing.line_id = scope.line_id
      where is_counted group by 1, 2, 6`);
  }

  async #findScope(isExclusive: boolean): Promise<void> {
    const { disciplines, criteria, matchBy, carryFrom } = this.plan;
    const filter = matching({ ...this.owner, discipline: null, criteria: criteria ?? null });
    const isInScope = sql`${filter} and discipline = any(string_to_array(${disciplines.join()}, ','))`;
    if (isExclusive) await lockInOrder(this.transaction, isInScope);
    const { rates, amounts } = carriedTexts(disciplines);
    const isCarrying = carryFrom.length > 0;
    await this.transaction.execute(sql`
      create temporary table import_scope on commit drop as
      select id as line_id, version, discipline, coalesce(status, '') = 'void' as is_void, ${isCounted} as is_counted,
        unit_of_measure, quantity, total_cost, ${identityOf(matchBy)} as key,
        ${isCarrying ? identityOf(carryFrom) : sql`null::text`} as carry,
        ${isCarrying ? digest(rates) : sql`null::text`} as rates,
        ${isCarrying ? digest([sql`takeoff_line.quantity::text`, ...amounts]) : sql`null::text`} as amounts
      from takeoff_line where ${isInScope}`);
    await this.transaction.run('analyze pg_temp.import_scope');
  }
}

function carriedTexts(disciplines: readonly Discipline[]) {
  const fields = allKeys.flatMap((key) => fieldsNamed(key).slice(0, 1)).filter(isCarried);
  const texts = (isAmount: boolean) =>
    fields.filter((field) => isAmountOfLine(field) === isAmount).map(({ key }) => fieldText(key));
  return disciplines.length === 0
    ? { rates: [], amounts: [] }
    : { rates: texts(false), amounts: texts(true) };
}

const digest = (texts: readonly SQL[]): SQL => sql`md5(array[${sql.join([...texts], sql`, `)}]::text)`;

const keysOfLines = sql`
  select discipline, key, count(*) filter (where not is_void) as present, count(*) as lines,
    (array_agg(line_id order by is_void, line_id))[1] as line_id, (array_agg(version order by is_void, line_id))[1] as version
  from import_scope where key is not null group by discipline, key`;

/** Lines that an earlier revision made void come back only where no other line has their key. */
const ambiguousKeys = sql`
  with line as (${keysOfLines}), row as (
    select discipline, key, count(*) as rows, min(sheet) as sheet, (array_agg(row_number order by position))[1:${sql.raw(
      String(rowsNamedMax),
    )}] as numbers
    from import_key where key is not null group by discipline, key
  )
  select row.discipline, row.key, coalesce(line.lines, 0)::int as lines, row.sheet, row.numbers as rows, count(*) over ()::int as count
  from row left join line on line.discipline = row.discipline and line.key = row.key
  where row.rows > 1 or line.present > 1 or (line.present = 0 and line.lines > 1)
  order by row.numbers[1] limit ${sql.raw(String(ambiguousMax))}`;

const matchRows = sql`
  with line as (${keysOfLines})
  insert into import_match (position, line_id, version)
  select row.position, line.line_id, line.version
  from import_key row join line on line.discipline = row.discipline and line.key = row.key`;

const findDonors = sql`
  with donor as (
    select discipline, carry, (array_agg(line_id order by line_id))[1] as line_id,
      count(distinct rates) = 1 as is_one, count(distinct amounts) = 1 as has_same_amounts
    from import_scope where carry is not null and not is_void group by discipline, carry
  )
  insert into import_match (position, donor_id, has_same_amounts)
  select row.position, case when donor.is_one then donor.line_id end, donor.has_same_amounts
  from import_key row join donor on donor.discipline = row.discipline and donor.carry = row.carry
  where not exists (select from import_match match where match.position = row.position)`;

const findMissing = sql`
  insert into import_missing
  select line_id, version from import_scope scope
  where not is_void and not exists (select from import_match match where match.line_id = scope.line_id)`;

import { copyText } from '@consulting/imports/store/copy-text';
import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { Discipline, SurveyedKey } from '@consulting/mto-engine';
import { type LineFilter, matching } from '@consulting/mto-lines';
import { sql } from 'drizzle-orm';
import { identityOf } from './line-identity';
import type { LinesOwner } from './matched-lines';

interface Scope {
  disciplines: readonly Discipline[];
  criteria: LineFilter['criteria'];
}

interface KeyOfRow {
  discipline: Discipline;
  key: string;
}

/** How many rows of a file find lines by a key, without any of them being matched. */
export class IdentityCounts {
  constructor(
    private readonly transaction: ImportTransaction,
    private readonly owner: LinesOwner,
    private readonly scope: Scope,
  ) {}

  async hasLines(): Promise<boolean> {
    const [row] = await this.transaction.execute<{ found: boolean }>(
      sql`select exists (select from takeoff_line where ${this.#isInScope}) as found`,
    );
    return row?.found ?? false;
  }

  async open(): Promise<void> {
    await this.transaction.run(
      'create temporary table survey_key (at integer, discipline text, key text) on commit drop',
    );
  }

  copy(at: number, keys: readonly KeyOfRow[]): Promise<void> {
    const rows = keys.map(({ discipline, key }) => `${at}\t${discipline}\t${copyText(key)}\n`);
    return this.transaction.copy(
      'pg_temp.survey_key',
      ['at', 'discipline', 'key'],
      Buffer.from(rows.join('')),
    );
  }

  async count(at: number, matchBy: readonly string[]): Promise<Omit<SurveyedKey, 'matchBy'>> {
    const [counts] = await this.transaction.execute<
      Omit<SurveyedKey, 'matchBy'> & Record<string, unknown>
    >(sql`
      with line as (
        select discipline, ${identityOf(matchBy)} as key, count(*) as lines,
          count(*) filter (where coalesce(status, '') <> 'void') as current
        from takeoff_line where ${this.#isInScope} group by 1, 2
      ), row as (
        select discipline, key, count(*) as rows from survey_key where at = ${at}::integer group by 1, 2
      ), pair as (
        select row.rows, line.lines,
          row.rows > 1 or line.current > 1 or (line.current = 0 and line.lines > 1) as is_ambiguous
        from row left join line on line.discipline = row.discipline and line.key = row.key
      )
      select coalesce(sum(rows), 0)::int as rows,
        coalesce((select sum(lines) from line where key is not null), 0)::int as lines,
        coalesce(sum(rows) filter (where lines is not null and not coalesce(is_ambiguous, false)), 0)::int as matched,
        coalesce(sum(rows) filter (where is_ambiguous), 0)::int as ambiguous
      from pair`);
    return counts ?? { rows: 0, lines: 0, matched: 0, ambiguous: 0 };
  }

  async analyse(): Promise<void> {
    await this.transaction.run('analyze pg_temp.survey_key');
    await this.transaction.run('set local enable_nestloop to off');
  }

  get #isInScope() {
    const { disciplines, criteria } = this.scope;
    const filter = matching({ ...this.owner, discipline: null, criteria: criteria ?? null });
    return sql`${filter} and discipline = any(string_to_array(${disciplines.join()}, ','))`;
  }
}

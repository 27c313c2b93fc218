import { type Database, nameChangedColumns } from '@consulting/kernel/postgres';
import { Slice } from '@consulting/kernel/process';
import type { ChangedLine, Discipline, LineMatches, LockedLine, StoredPricing } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { commonText, lineArray } from '../rows/takeoff-line-row';
import { takeoffLine } from '../tables/schema';
import { ChangedLines } from './changed-lines';
import { type LineGroup, type Selection, selected } from './selected-lines';

const linesPerStatement = 500;
const linesPerBatch = 50;
const cursor = sql.identifier('selected_line');

interface LockedRow extends Record<string, unknown>, LineMatches {
  id: string;
  serviceId: string;
  discipline: Discipline;
  common: string;
  attributes: string;
  pricing: StoredPricing | null;
}

export const lockSelected = (
  tx: Database,
  selection: Selection,
  groups: readonly LineGroup[],
  positions: readonly number[],
): AsyncGenerator<LockedLine[]> => lockLines(tx, selected(selection, groups), positions);

export const readSelected = (
  tx: Database,
  selection: Selection,
  groups: readonly LineGroup[],
  positions: readonly number[],
): AsyncGenerator<LockedLine[]> => fetchLines(tx, selected(selection, groups), positions, sql``);

export const lockLines = (
  tx: Database,
  condition: SQL | undefined,
  positions: readonly number[],
): AsyncGenerator<LockedLine[]> => fetchLines(tx, condition, positions, sql`for no key update`);

async function* fetchLines(
  tx: Database,
  condition: SQL | undefined,
  positions: readonly number[],
  locking: SQL,
): AsyncGenerator<LockedLine[]> {
  await tx.execute(sql`declare ${cursor} no scroll cursor for
    select id, service_id as "serviceId", discipline, ${commonText(positions)} as common, attributes::text as attributes, pricing,
      crew_rate_matched as "crewRateMatched", wbs_matched as "wbsMatched"
    from ${takeoffLine} where ${condition ?? sql`true`} order by id ${locking}`);
  const fetch = () => tx.execute<LockedRow>(sql`fetch ${sql.raw(String(linesPerStatement))} from ${cursor}`);
  const slice = new Slice();
  for (let rows = await fetch(); rows.length > 0; rows = await fetch()) {
    for (let at = 0; at < rows.length; at += linesPerBatch) {
      yield rows.slice(at, at + linesPerBatch).map(({ common, attributes, ...row }) => ({
        ...row,
        line: lineArray(row.discipline, positions, common, attributes),
      }));
      if (slice.isOver) await slice.next();
    }
  }
  await tx.execute(sql`close ${cursor}`);
}

const table = sql.identifier('changed_line');

/** Changes are collected in a temporary table, so that one statement stores any number of them. */
export class LineChanges {
  readonly #lines: ChangedLines;
  #waiting: ChangedLine[] = [];
  #count = 0;

  constructor(
    private readonly tx: Database,
    positions: readonly number[],
    isPriced = false,
  ) {
    this.#lines = new ChangedLines(positions, isPriced);
  }

  async open(): Promise<void> {
    await this.tx.execute(sql`create temporary table ${table} (${this.#lines.definitions}) on commit drop`);
  }

  async add(lines: readonly ChangedLine[]): Promise<void> {
    this.#waiting.push(...lines);
    if (this.#waiting.length >= linesPerStatement) await this.#send();
  }

  async #send(): Promise<void> {
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    this.#count += lines.length;
    await this.tx.execute(sql`insert into ${table} ${this.#lines.rows(lines)}`);
  }

  async store(changed: ReadonlySet<number>, author: { projectId: string; by: string }): Promise<number> {
    await this.#send();
    if (this.#count === 0) return 0;
    await this.tx.execute(sql`analyze ${table}`);
    await this.#lines.update(this.tx, sql`${table}`, changed, author);
    return this.#count;
  }

  async close(): Promise<void> {
    await this.tx.execute(sql`drop table ${table}`);
    await nameChangedColumns(this.tx, null);
  }
}

import type { Database } from '@consulting/kernel/store/connect';
import { lowered } from '@consulting/kernel/store/query';
import { type SQL, sql } from 'drizzle-orm';
import type { Discipline } from '../../fields/discipline';
import type { Line } from '../../fields/line';
import { fieldsOf, isColumn } from '../../fields/registry';
import { keysOf, wbsJoins } from '../aggregate/group-key';
import type { Scope } from '../bulk/selected-lines';
import { readAhead } from '../line-cursor';
import { type Criteria, meets } from '../search/matching';
import { isCounted } from '../summary';
import { matching } from '../takeoff-line';
import { columnName } from '../takeoff-line-columns';
import { cellOf } from '../takeoff-line-row';

export const figureKeys = [
  'totalManHours',
  'labourCost',
  'materialCost',
  'equipmentCost',
  'subcontractCost',
  'totalCost',
] as const;

export type FigureKey = (typeof figureKeys)[number];

/** What touches the lines of a scope: one bit for each change, and one behind them for the crews. */
export interface Touching {
  scope: Scope;
  /** Null touches every line. */
  changes: readonly (Criteria | null)[];
  crews: readonly { serviceId: string; crewCode: string }[];
}

export const isTouchedBy = (bits: number, at: number): boolean => (bits & (1 << at)) !== 0;

function touchedBits({ changes, crews }: Touching): SQL {
  const conditions = changes.map((criteria) => (criteria && meets(criteria)) ?? sql`true`);
  const bits = [...conditions, carriesOneOf(crews)].map(
    (condition, at) => sql`case when ${condition} then ${sql.raw(String(1 << at))} else 0 end`,
  );
  return sql.join(bits, sql` + `);
}

function carriesOneOf(crews: Touching['crews']): SQL {
  if (crews.length === 0) return sql`false`;
  const serviceIds = crews.map(({ serviceId }) => serviceId);
  const codes = crews.map(({ crewCode }) => crewCode);
  const keys = sql`select service_id || lower(code collate pg_c_utf8)
    from unnest(${sql.param(serviceIds)}::text[], ${sql.param(codes)}::text[]) as crew (service_id, code)`;
  return sql`takeoff_line.service_id::text || ${lowered(sql.raw('takeoff_line.crew_code'))} = any(array(${keys}))`;
}

const inScope = ({ scope }: Touching) => matching({ ...scope, discipline: null });

/** Lines of one service and discipline that the same touches, with one key of the WBS. */
export interface LineCell {
  serviceId: string;
  discipline: Discipline;
  touchedBy: number;
  wbsKey: string | null;
  /** Whether the lines count in sums. */
  isCounted: boolean;
  lines: number;
  /** In the order of `figureKeys`. */
  figures: string[];
}

export interface WbsCodes {
  /** By lower-cased code of a line. */
  codes: ReadonlyMap<string, string>;
  ofOthers: string;
}

/** The figures of all lines of the scope as they are stored. The lines themselves are read only for conditions. */
export async function sumCells(tx: Database, touching: Touching, wbs: WbsCodes | null): Promise<LineCell[]> {
  const keys = keysOf(wbs ? [{ name: 'wbs', ...wbs }] : []);
  const [key] = keys;
  const columns = figureKeys.map((figure) => sql.raw(`takeoff_line.${columnName(figure)}`));
  const sums = figureKeys.map((figure) => sql.raw(`coalesce(sum(${columnName(figure)}), 0)::text`));
  return tx.execute<LineCell & Record<string, unknown>>(sql`
    select service_id as "serviceId", discipline, touched_by as "touchedBy", wbs_key as "wbsKey",
      is_counted as "isCounted", count(*)::int as lines, array[${sql.join(sums, sql`, `)}] as figures
    from (
      select takeoff_line.service_id, takeoff_line.discipline, ${touchedBits(touching)} as touched_by,
        ${key?.value ?? sql`null::text`} as wbs_key, ${isCounted} as is_counted, ${sql.join(columns, sql`, `)}
      from takeoff_line ${wbs ? wbsJoins([{ name: 'wbs', ...wbs }]) : sql``} where ${inScope(touching)} offset 0
    ) as line group by service_id, discipline, touched_by, wbs_key, is_counted`);
}

export interface TouchedLine {
  id: string;
  serviceId: string;
  discipline: Discipline;
  touchedBy: number;
  /** Empty but for the positions that were asked for. */
  line: Line;
}

interface TouchedRow extends Record<string, unknown>, Omit<TouchedLine, 'line'> {
  cells: string;
}

const cursor = sql.identifier('touched_line');

/** The lines that something touches, in batches: of each discipline the fields at its positions. */
export async function* readTouched(
  tx: Database,
  touching: Touching,
  positions: ReadonlyMap<Discipline, readonly number[]>,
  linesAtOnce: number,
): AsyncGenerator<TouchedLine[]> {
  const cases = [...positions].map(
    ([discipline, own]) => sql`when ${sql.raw(`'${discipline}'`)} then ${cellsOf(discipline, own)}`,
  );
  await tx.execute(sql`select set_config('cursor_tuple_fraction', '1', true)`);
  await tx.execute(sql`declare ${cursor} no scroll cursor for
    select id, service_id as "serviceId", discipline, touched_by as "touchedBy",
      array_to_json(case discipline ${sql.join(cases, sql` `)} end)::text as cells
    from (
      select takeoff_line.*, ${touchedBits(touching)} as touched_by
      from takeoff_line where ${inScope(touching)} offset 0
    ) as takeoff_line where touched_by > 0`);
  const fetch = sql`fetch ${sql.raw(String(linesAtOnce))} from ${cursor}`;
  for await (const rows of readAhead(async () => tx.execute<TouchedRow>(fetch)))
    yield rows.map(({ cells, ...row }) => ({
      ...row,
      line: lineOf(row.discipline, positions.get(row.discipline) ?? [], cells),
    }));
  await tx.execute(sql`close ${cursor}`);
}

function cellsOf(discipline: Discipline, positions: readonly number[]): SQL {
  const fields = fieldsOf(discipline);
  const cells = positions.map((at) => {
    const field = fields[at];
    if (field === undefined) throw new RangeError(`${discipline} has no field at ${at}`);
    return isColumn(field)
      ? sql.raw(`takeoff_line.${columnName(field.key)}::text`)
      : sql.raw(`attributes ->> '${field.key}'`);
  });
  return sql`array[${sql.join(cells, sql`, `)}]`;
}

function lineOf(discipline: Discipline, positions: readonly number[], cells: string): Line {
  const fields = fieldsOf(discipline);
  const line: Line = new Array(fields.length).fill(null);
  const texts: (string | null)[] = JSON.parse(cells);
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0;
    const field = fields[position];
    if (field) line[position] = cellOf(field, texts[index] ?? null);
  }
  return line;
}

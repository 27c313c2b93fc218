import { type Database, lowered } from '@consulting/kernel/postgres';
import type { Discipline, Line } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { keysOf, wbsJoins } from '../aggregate/group-key';
import type { Scope } from '../bulk/selected-lines';
import { isCounted } from '../rows/figures';
import { matching } from '../search/line-filter';
import { type LinePositions, readLines } from '../search/line-texts';
import { type Criteria, meets } from '../search/matching';
import type { WbsCodes } from '../search/wbs-codes';
import { columnName } from '../tables/takeoff-line-columns';

export const figureKeys = [
  'totalManHours',
  'labourCost',
  'materialCost',
  'equipmentCost',
  'subcontractCost',
  'totalCost',
] as const;

export type FigureKey = (typeof figureKeys)[number];

export interface Touching {
  scope: Scope;
  changes: readonly (Criteria | null)[];
  crews: readonly { serviceId: string; crewCode: string }[];
}

export const isTouchedBy = (bits: number, at: number): boolean => (bits & (1 << at)) !== 0;

function touchedBits({ scope, changes, crews }: Touching): SQL {
  const conditions = changes.map((criteria) => (criteria && meets(criteria, scope)) ?? sql`true`);
  const bits = [...conditions, carriesOneOf(crews)].map(
    (condition, at) => sql`case when ${condition} then ${sql.raw(String(1 << at))} else 0 end`,
  );
  return sql.join(bits, sql` + `);
}

function carriesOneOf(crews: Touching['crews']): SQL {
  if (crews.length === 0) return sql`false`;
  const serviceIds = crews.map(({ serviceId }) => serviceId);
  const codes = crews.map(({ crewCode }) => crewCode);
  const code = lowered(sql.raw('takeoff_line.crew_code'));
  return sql`(takeoff_line.service_id, ${code}) in (select service_id, ${lowered(sql.raw('code'))}
    from unnest(${sql.param(serviceIds)}::uuid[], ${sql.param(codes)}::text[]) as crew (service_id, code))`;
}

const inScope = ({ scope }: Pick<Touching, 'scope'>) => matching({ ...scope, discipline: null });

export async function listDisciplines(tx: Database, scope: Scope): Promise<Discipline[]> {
  const found = await tx.execute<{ discipline: Discipline }>(
    sql`select distinct discipline from takeoff_line where ${inScope({ scope })}`,
  );
  return found.map(({ discipline }) => discipline);
}

export async function listTouched(
  tx: Database,
  touching: Touching,
): Promise<{ discipline: Discipline; touchedBy: number }[]> {
  return tx.execute<{ discipline: Discipline; touchedBy: number }>(sql`
    select distinct discipline, touched_by as "touchedBy"
    from (
      select takeoff_line.discipline, ${touchedBits(touching)} as touched_by
      from takeoff_line where ${inScope(touching)} offset 0
    ) as line where touched_by > 0`);
}

export interface LineCell {
  discipline: Discipline;
  wbsKey: string | null;
  lines: number;
  figures: string[];
}

export interface RootCodes {
  codes: WbsCodes;
  ofOthers: string;
}

export async function sumCells(tx: Database, scope: Scope, wbs: RootCodes | null): Promise<LineCell[]> {
  const groups = wbs ? [{ name: 'wbs', ...wbs }] : [];
  const [key] = keysOf(groups);
  const columns = figureKeys.map((figure) => sql.raw(`takeoff_line.${columnName(figure)}`));
  const sums = figureKeys.map((figure) => sql.raw(`coalesce(sum(${columnName(figure)}), 0)::text`));
  return tx.execute<LineCell & Record<string, unknown>>(sql`
    select discipline, wbs_key as "wbsKey", count(*)::int as lines, array[${sql.join(sums, sql`, `)}] as figures
    from (
      select takeoff_line.discipline, ${key?.value ?? sql`null::text`} as wbs_key, ${sql.join(columns, sql`, `)}
      from takeoff_line ${wbs ? wbsJoins(groups) : sql``} where ${inScope({ scope })} and ${isCounted} offset 0
    ) as line group by discipline, wbs_key`);
}

export interface TouchedLine {
  id: string;
  serviceId: string;
  discipline: Discipline;
  touchedBy: number;
  line: Line;
}

export async function* readTouched(
  tx: Database,
  touching: Touching,
  positions: LinePositions,
): AsyncGenerator<TouchedLine[]> {
  const from = sql`(
      select takeoff_line.*, ${touchedBits(touching)} as touched_by
      from takeoff_line where ${inScope(touching)} offset 0
    ) as takeoff_line where touched_by > 0`;
  const further = [sql.raw('takeoff_line.touched_by')];
  for await (const lines of readLines(tx, { from, further, positions }))
    yield lines.map(({ further: [bits], ...line }) => ({ ...line, touchedBy: Number(bits) }));
}

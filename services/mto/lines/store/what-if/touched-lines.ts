import { type Database, lowered } from '@consulting/kernel/postgres';
import {
  type Cell,
  commonFields,
  type Discipline,
  type Field,
  fieldsOf,
  isColumn,
  isNumeric,
  type Line,
} from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { keysOf, wbsJoins } from '../aggregate/group-key';
import type { WbsCodes } from '../aggregate/wbs-codes';
import type { Scope } from '../bulk/selected-lines';
import { isCounted } from '../rows/figures';
import { cellOf } from '../rows/takeoff-line-row';
import { readAhead } from '../search/line-cursor';
import { matching } from '../search/line-filter';
import { type Criteria, meets } from '../search/matching';
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

const cursor = sql.identifier('touched_line');
const separator = '\t';
const linesPerFetch = 1000;
const linesPerBatch = 50;

export async function* readTouched(
  tx: Database,
  touching: Touching,
  positions: ReadonlyMap<Discipline, readonly number[]>,
): AsyncGenerator<TouchedLine[]> {
  const layouts = new Map([...positions].map(([discipline, own]) => [discipline, layoutOf(discipline, own)]));
  const cases = [...layouts].map(
    ([discipline, layout]) => sql`when ${sql.raw(`'${discipline}'`)} then ${textOf(layout)}`,
  );
  // The whole is read, and not only the first lines.
  await tx.execute(sql`select set_config('cursor_tuple_fraction', '1', true)`);
  await tx.execute(sql`declare ${cursor} no scroll cursor for
    select case discipline ${sql.join(cases, sql` `)} end as line
    from (
      select takeoff_line.*, ${touchedBits(touching)} as touched_by
      from takeoff_line where ${inScope(touching)} offset 0
    ) as takeoff_line where touched_by > 0`);
  const fetch = sql`fetch ${sql.raw(String(linesPerFetch))} from ${cursor}`;
  for await (const rows of readAhead(async () => tx.execute<{ line: string }>(fetch)))
    for (let at = 0; at < rows.length; at += linesPerBatch)
      yield rows.slice(at, at + linesPerBatch).map(({ line }) => touchedLine(line, layouts));
  await tx.execute(sql`close ${cursor}`);
}

interface Layout {
  discipline: Discipline;
  width: number;
  cells: readonly { position: number; field: Field; isNumber: boolean }[];
}

function layoutOf(discipline: Discipline, positions: readonly number[]): Layout {
  const fields = fieldsOf(discipline);
  const cells = positions.flatMap((position) => {
    const field = fields[position];
    return field ? [{ position, field, isNumber: isNumeric(field) }] : [];
  });
  return { discipline, width: Math.max(commonFields.length, ...positions.map((at) => at + 1)), cells };
}

/** One text takes half the work of as many columns; texts of users are JSON, so none contains the separator. */
function textOf({ cells }: Layout): SQL {
  const own = ['discipline', 'id', 'service_id', 'touched_by'].map((name) => sql.raw(`takeoff_line.${name}`));
  const parts = [...own, ...cells.map(({ field }) => cellText(field))];
  const texts: SQL[] = [];
  for (let from = 0; from < parts.length; from += partsAtOnce) {
    const some = parts.slice(from, from + partsAtOnce).map((part) => sql`${part}, ${tab}`);
    texts.push(sql`concat(${sql.join(some, sql`, `)})`);
  }
  return sql.join(texts, sql` || `);
}

const partsAtOnce = 50;
const tab = sql.raw(String.raw`E'\t'`);

const isText = ({ type }: Field): boolean => type === 'text';

function cellText(field: Field): SQL {
  if (!isColumn(field)) return sql.raw(`(attributes ${isText(field) ? '->' : '->>'} '${field.key}')`);
  const column = `takeoff_line.${columnName(field.key)}`;
  if (isText(field)) return sql.raw(`to_json(${column})`);
  return sql.raw(field.type === 'boolean' ? `${column}::text` : column);
}

function touchedLine(text: string, layouts: ReadonlyMap<string, Layout>): TouchedLine {
  let at = 0;
  const next = (): string => {
    const start = at;
    at = text.indexOf(separator, start) + 1;
    return text.slice(start, at - 1);
  };
  const [name, id, serviceId, touchedBy] = [next(), next(), next(), next()];
  const layout = layouts.get(name);
  if (layout === undefined) throw new RangeError(`${name} is not read`);
  const line: Line = new Array(layout.width).fill(null);
  const hasEscapes = text.includes('\\', at);
  for (const { position, field, isNumber } of layout.cells) {
    const end = text.indexOf(separator, at);
    if (end > at)
      line[position] = isNumber ? numberIn(text, at, end) : valueIn(field, text.slice(at, end), hasEscapes);
    at = end + 1;
  }
  return { id, serviceId, discipline: layout.discipline, touchedBy: Number(touchedBy), line };
}

const valueIn = (field: Field, text: string, hasEscapes: boolean): Cell =>
  isText(field)
    ? hasEscapes || text[0] !== '"'
      ? JSON.parse(text)
      : text.slice(1, -1)
    : cellOf(field, text);

const exactLengthMax = 15;
const powersOfTen = Array.from({ length: exactLengthMax + 1 }, (_, power) => 10 ** power);
const minus = '-'.charCodeAt(0);
const point = '.'.charCodeAt(0);
const zeroDigit = '0'.charCodeAt(0);

function numberIn(text: string, start: number, end: number): Cell {
  if (end - start > exactLengthMax) return text.slice(start, end);
  const isNegative = text.charCodeAt(start) === minus;
  let digits = 0;
  let pointAt = end;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === point) pointAt = at + 1;
    else digits = digits * 10 + (code - zeroDigit);
  }
  const size = digits / (powersOfTen[end - pointAt] ?? 1);
  return isNegative ? -size : size;
}

import { type Database, fixed, lowered } from '@consulting/kernel/postgres';
import { type Discipline, type Field, findSearchField, isMoney, isPerUnit } from '@consulting/mto-engine';
import { isCounted, type LineSource, matching, searchValue, wholeOf } from '@consulting/mto-lines';
import { and, type SQL, sql } from 'drizzle-orm';

export interface Grouping {
  discipline: Discipline;
  groupBy: readonly string[];
  size: { field: string; bands: readonly number[] | null } | null;
  targets: readonly Field[];
  isWeighted: boolean;
  growth: string;
}

export interface LinesOfWork {
  projectId: string;
  source: LineSource;
  rate: string | null;
}

const table = sql.identifier('grouped_line');
const figureOf = (at: number): SQL => sql.raw(`figure_${at}`);
const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

// Each project is read by a statement of its own. A line is one row, and `key` is its group, whatever the case of its texts.
export async function createGroupedLines(tx: Database, { targets }: Grouping): Promise<void> {
  const figures = targets.map((_, at) => sql`${figureOf(at)} numeric`);
  await tx.execute(sql`
    create temporary table ${table} (key text, label text, unit text, weight numeric, project_id uuid, ${list(figures)}) on commit drop`);
}

const operandLengthMax = 500;
const blanks = sql.raw(String.raw`E' \t\r\n\u00a0'`);

function valueOf(discipline: Discipline, key: string): SQL {
  const field = findSearchField(key, discipline);
  if (field === undefined) throw new RangeError(`${discipline} has no field ${key}`);
  const value = searchValue(field, 'unpacked');
  if (field.type === 'text') return sql`nullif(btrim(${value}, ${blanks}), '')`;
  return field.type === 'number' || field.type === 'integer' ? sql`trim_scale(${value}::numeric)` : value;
}

function bandOf(size: SQL, bands: readonly number[]): SQL {
  const cases = bands.map((bound, at) => sql`when ${size} <= ${String(bound)}::numeric then ${at}::int`);
  return sql`case ${sql.join(cases, sql` `)} else ${bands.length}::int end`;
}

const placesOfConversion = 24;

function amountOf(field: Field, value: SQL, { growth }: Grouping, rate: string | null): SQL {
  if (!isMoney(field)) return value;
  const grown = sql`(${value} * ${growth}::numeric)`;
  return rate === null
    ? grown
    : sql`(round(${grown}, ${sql.raw(String(placesOfConversion))}) / ${rate}::numeric)`;
}

// A line whose texts are longer than a condition takes has no key. @returns how many lines were added
export async function addLines(
  tx: Database,
  { projectId, source, rate }: LinesOfWork,
  grouping: Grouping,
  limit: number,
): Promise<number> {
  const { discipline, groupBy, size, targets, isWeighted } = grouping;
  const of = (key: string) => valueOf(discipline, key);
  const sizeValue = size && of(size.field);
  const bands = size?.bands ?? null;
  const place = sizeValue && bands ? bandOf(sizeValue, bands) : sizeValue;
  const texts = groupBy.filter((key) => findSearchField(key, discipline)?.type === 'text').map(of);
  const isLong = texts.map((value) => sql`length(${value}) > ${operandLengthMax}::int`);
  const parts = sql`jsonb_build_array(${list([...groupBy.map(of), ...(place ? [place] : [])])})::text`;
  const label =
    isLong.length === 0 ? parts : sql`case when ${sql.join(isLong, sql` or `)} then null else ${parts} end`;
  const raw = targets.map(({ key }) => of(key));
  const figures = targets.map((field, at) => amountOf(field, raw[at] as SQL, grouping, rate));
  const weight = of('installQuantity');
  const isMet = and(
    matching({ projectId, serviceId: null, discipline, source }),
    isCounted,
    sql`num_nonnulls(${list(raw)}) > 0`,
    sizeValue ? sql`${sizeValue} is not null` : undefined,
    isWeighted ? sql`${weight} > 0` : undefined,
  );
  const names = targets.map((_, at) => figureOf(at));
  const [added] = await tx.execute<{ lines: number }>(sql`
    with added as (
      insert into ${table} (key, label, unit, weight, project_id, ${list(names)})
      select ${lowered(sql`label`)}, label, unit, weight, project_id, ${list(names)} from (
        select ${label} as label, takeoff_line.unit_of_measure as unit, ${weight} as weight, takeoff_line.project_id,
          ${list(figures.map((figure, at) => sql`${figure} as ${figureOf(at)}`))}
        from ${wholeOf(source)}
          cross join lateral (select takeoff_line.attributes || '{}'::jsonb as unpacked offset 0) as own
        where ${isMet} limit ${limit}::int) as line
      returning 1)
    select count(*)::int as lines from added`);
  return added?.lines ?? 0;
}

export async function limitStatement(tx: Database, leftMs: number): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(leftMs)}, true)`);
}

export async function countProjects(tx: Database): Promise<number> {
  const [found] = await tx.execute<{ projects: number }>(
    sql`select count(distinct project_id)::int as projects from ${table}`,
  );
  return found?.projects ?? 0;
}

export interface GroupCounts {
  rows: number;
  groups: number;
  lines: number;
}

// Units are compared without case, as prices compare them.
const figuresOf = (field: Field, at: number): SQL => sql`
  select key, label, ${isPerUnit(field) ? sql`${lowered(sql`unit`)} as unit, unit` : sql`null::text as unit, null::text`} as unit_of_measure,
    weight, project_id, ${figureOf(at)} as figure
  from ${table} where ${figureOf(at)} is not null ${isPerUnit(field) ? sql`and unit is not null` : sql``}`;

// How many groups become rows, and which are left out with how many lines.
export async function countGroups(
  tx: Database,
  field: Field,
  at: number,
  minLines: number,
): Promise<GroupCounts> {
  const isRow = sql`lines >= ${minLines}::bigint and key is not null`;
  const [found] = await tx.execute<GroupCounts & Record<string, unknown>>(sql`
    select count(*) filter (where ${isRow})::int as rows, count(*) filter (where not (${isRow}))::int as groups,
      coalesce(sum(lines) filter (where not (${isRow})), 0)::int as lines
    from (select key, unit, count(*) as lines from (${figuresOf(field, at)}) as line group by key, unit) as line_group`);
  return found ?? { rows: 0, groups: 0, lines: 0 };
}

const places = sql.raw('6');
const placesOfSums = sql.raw('40');

// Quantile of type 7: by straight line between the two figures next to it.
const quantile = (share: string): SQL => {
  const at = sql.raw(`((lines - 1) * ${share})`);
  const low = sql`max(figure) filter (where place = floor(${at}) + 1)`;
  const high = sql`max(figure) filter (where place = ceil(${at}) + 1)`;
  return sql`${low} + (${high} - ${low}) * (${at} - floor(${at}))`;
};

const written = (figure: SQL, decimals: SQL = places): SQL =>
  sql`trim_scale(round(${figure}, ${decimals}))::text`;

const valuesOf = {
  median: fixed(quantile('0.5')),
  mean: fixed(sql`round(sum(figure), ${placesOfSums}) / lines`),
  weighted: fixed(sql`round(sum(figure * weight), ${placesOfSums}) / sum(weight)`),
};

export type Statistic = keyof typeof valuesOf;

interface StoredGroup {
  label: string;
  unitOfMeasure: string | null;
  lines: number;
  projects: number;
  value: string;
  min: string;
  p10: string;
  p50: string;
  p90: string;
  max: string;
}

export async function listGroups(
  tx: Database,
  field: Field,
  at: number,
  { statistic, minLines }: { statistic: Statistic; minLines: number },
): Promise<StoredGroup[]> {
  const decimals = field.type === 'integer' ? sql.raw('0') : places;
  const found = await tx.execute<StoredGroup & Record<string, unknown>>(sql`
    with placed as (
      select *, row_number() over (partition by key, unit order by figure) as place,
        count(*) over (partition by key, unit) as lines
      from (${figuresOf(field, at)} and key is not null) as line)
    select min(label collate "C") as label, min(unit_of_measure collate "C") as "unitOfMeasure", lines::int as lines, count(distinct project_id)::int as projects,
      ${written(valuesOf[statistic], decimals)} as value, ${written(sql`min(figure)`)} as min,
      ${written(quantile('0.1'))} as p10, ${written(quantile('0.5'))} as p50, ${written(quantile('0.9'))} as p90,
      ${written(sql`max(figure)`)} as max
    from placed where lines >= ${minLines}::bigint group by key, unit, lines
    order by min(label collate "C")::jsonb, unit`);
  return [...found];
}

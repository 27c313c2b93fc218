import type { Database } from '@consulting/kernel/postgres';
import type { SortOrder } from '@consulting/kernel/schema';
import { type Cell, commonFields, type StoredPricing } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { countsAs } from '../rows/figures';
import { countsInSums, sumColumns, valueColumns } from '../rows/takeoff-copy';
import { parseAttributes } from '../rows/takeoff-line-row';
import type { LineSums, SumGroup } from '../tables/takeoff-copy-schema';
import { columnName } from '../tables/takeoff-line-columns';
import { type LineSet, type LineSets, linesOf, pairedLines } from './paired-lines';

const differences = ['added', 'removed', 'changed'] as const;
export type Difference = (typeof differences)[number];

export interface DifferentLine {
  beforeId: string | null;
  afterId: string | null;
  discipline: string;
  itemNumber: number | null;
  tag: string | null;
  description: string | null;
  unitOfMeasure: string | null;
  wbsCode: string | null;
  before: Omit<LineSums, 'lines'> | null;
  after: Omit<LineSums, 'lines'> | null;
  difference: string;
}

export async function sumSet(tx: Database, set: LineSet): Promise<SumGroup[]> {
  const rows = await tx.execute(sql`
    select ${sql.raw(sumColumns)} from (${linesOf(set)}) line where ${sql.raw(countsInSums)}
    group by discipline, wbs_code, unit_of_measure`);
  return rows as unknown as SumGroup[];
}

const owners = ['project_id', 'service_id'];
const comparedColumns = valueColumns.filter((column) => !owners.includes(column));
const valuesOf = (side: string) => sql.raw(comparedColumns.map((column) => `${side}.${column}`).join(', '));

const displayed = ['discipline', 'item_number', 'tag', 'description', 'unit_of_measure', 'wbs_code'];
const displayedColumns = sql.raw(
  displayed
    .map((column) => `case when a.line_id is null then b.${column} else a.${column} end as ${column}`)
    .join(', '),
);

const figuresOf = (side: string, name: string) =>
  sql.raw(`case when ${side}.line_id is null then null else json_build_object('quantity', ${side}.quantity::text,
    'totalManHours', coalesce(${side}.total_man_hours, 0)::text,
    'totalCost', coalesce(${side}.total_cost, 0)::text) end as ${name}_figures`);

const countedCost = (side: string) =>
  sql.raw(`case when ${countsAs(side)}
    then coalesce(${side}.total_cost, 0) else 0 end`);

// `compared_line` has the lines that differ.
export const comparedLines = (sets: LineSets): SQL => sql`
  ${pairedLines(sets)},
  compared_line as materialized (
    select b.line_id as before_id, a.line_id as after_id,
      case when b.line_id is null then 'added' when a.line_id is null then 'removed' else 'changed' end as difference,
      ${displayedColumns}, ${figuresOf('b', 'before')}, ${figuresOf('a', 'after')},
      ${countedCost('a')} - ${countedCost('b')} as cost_difference
    from before_line b left join pair on pair.before_id = b.line_id
      full join after_line a on a.line_id = pair.after_id
    where b.line_id is null or a.line_id is null or (${valuesOf('b')}) is distinct from (${valuesOf('a')}))`;

export const differenceCounts = sql`(
  select json_object_agg(difference, coalesce(lines, 0))
  from unnest(array['added', 'removed', 'changed']) as known (difference)
    left join (select difference, count(*)::int as lines from compared_line group by difference) as found
      using (difference))`;

/** The statistics know nothing of lines that were copied a moment ago, and a nested loop over them would take hours. */
export const withoutNestedLoops = async (tx: Database, isWithout: boolean): Promise<void> => {
  await tx.execute(sql`select set_config('enable_nestloop', ${isWithout ? 'off' : 'on'}, true)`);
};

export type DifferenceCounts = Record<Difference, number>;

type Differences = Record<Difference, DifferentLine[]> & { counts: DifferenceCounts };

export interface ComparisonPage {
  skip: number;
  limit: number;
  /** With an order the page is one of all lists together, else each list has its own. */
  sort: readonly SortOrder[] | null;
}

export async function compareSets(tx: Database, sets: LineSets, page: ComparisonPage) {
  await withoutNestedLoops(tx, true);
  const lists = differences.map(
    (difference) => sql`${pageOf(difference, page)} as ${sql.identifier(difference)}`,
  );
  const [found] = await tx.execute<Differences & Record<string, unknown>>(sql`
    with ${comparedLines(sets)}, placed_line as (
      select *, row_number() over (${page.sort ? sql`` : sql`partition by difference`} order by ${orderOf(page)}) as place
      from compared_line)
    select ${differenceCounts} as counts, ${sql.join(lists, sql`, `)}`);
  if (!found) throw new RangeError('A comparison has no answer.');
  return found;
}

export const comparisonSortKeys = ['difference', 'itemNumber'] as const;

const sortValues: Readonly<Record<string, SQL>> = {
  difference: sql`abs(cost_difference)`,
  itemNumber: sql`item_number`,
};

function orderOf({ sort }: ComparisonPage): SQL {
  const keys = sort ?? [{ key: 'itemNumber', direction: 'asc' }];
  const by = keys.map(
    ({ key, direction }) =>
      sql`${sortValues[key]} ${sql.raw(direction === 'desc' ? 'desc nulls last' : 'asc nulls last')}`,
  );
  return sql.join([...by, sql`coalesce(after_id, before_id)`], sql`, `);
}

const pageOf = (difference: Difference, { skip, limit }: ComparisonPage): SQL => sql`(
  select coalesce(json_agg(line), '[]') from (
    select before_id as "beforeId", after_id as "afterId", discipline, item_number::int8 as "itemNumber", tag, description,
      unit_of_measure as "unitOfMeasure", wbs_code as "wbsCode", before_figures as before, after_figures as after,
      cost_difference::text as difference
    from placed_line where difference = ${difference} and place > ${skip} and place <= ${skip}::bigint + ${limit}
    order by place) as line)`;

export interface ComparedValues {
  values: Readonly<Record<string, Cell>>;
  pricing: StoredPricing | null;
}

const commonTexts = sql.raw(commonFields.map(({ key }) => `line.${columnName(key)}::text`).join(', '));

export async function readValues(
  tx: Database,
  set: LineSet,
  lineIds: readonly string[],
): Promise<Map<string, ComparedValues>> {
  if (lineIds.length === 0) return new Map();
  const rows = (await tx.execute(sql`
    select line_id as "lineId", array_to_json(array[${commonTexts}])::text as common, attributes::text as attributes, pricing
    from (${linesOf(set)}) line
    where line_id = any(string_to_array(${lineIds.join(',')}, ',')::uuid[])`)) as unknown as {
    lineId: string;
    common: string;
    attributes: string;
    pricing: StoredPricing | null;
  }[];
  return new Map(
    rows.map(({ lineId, common, attributes, pricing }) => [
      lineId,
      { values: readTexts(common, attributes), pricing },
    ]),
  );
}

function readTexts(common: string, attributes: string): ComparedValues['values'] {
  const texts: (string | null)[] = JSON.parse(common);
  const values = commonFields.map(({ key }, at) => [key, texts[at] ?? null] as const);
  return { ...Object.fromEntries(values), ...parseAttributes(attributes) };
}

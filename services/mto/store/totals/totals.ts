import { whenGiven } from '@consulting/kernel/store/query';
import { and, type SQL, sql } from 'drizzle-orm';
import { disciplines } from '../../fields/discipline';
import { fieldsNamed, ownFields } from '../../fields/registry';
import { type IndicatorKey, indicatorKeys, isCounted } from '../figures';
import { lineValue } from '../search/value';
import { type LineFilter, sourceOf } from '../takeoff-line';
import { columnName } from '../takeoff-line-columns';
import { ownerKeys, type TotalTable, totalTables } from './tables';

/** Lines that the totals do not have, such as those of a process of the version before. */
export const outsideTotals = sql`not takeoff_line.in_totals`;

/** The sum of an indicator over lines, or over their totals. */
export function indicatorValue(key: IndicatorKey): SQL {
  const [field] = fieldsNamed(key);
  if (!field) throw new RangeError(`${key} is not a field`);
  const owners = disciplines.filter((one) => ownFields[one].some((field) => field.key === key));
  const list = sql.raw(owners.map((one) => `'${one}'`).join(', '));
  return sql`case when takeoff_line.discipline in (${list}) then ${lineValue(field)} end`;
}

/** What a sum is of, for lines. */
export const summedValue = (key: string): SQL =>
  isIndicator(key) ? indicatorValue(key) : sql`takeoff_line.${name(key)}`;

const isIndicator = (key: string): key is IndicatorKey => (indicatorKeys as readonly string[]).includes(key);
const name = (key: string) => sql.identifier(columnName(key));

/**
 * The totals of the lines of a filter as an item of a FROM clause, named `takeoff_line`: by the keys and with the sums that
 * are asked for as columns of their fields, and `lines`, how many they are. Undefined where no totals have them all.
 */
export function totalsFor(
  { projectId, serviceId, criteria, words, ...filter }: LineFilter,
  keys: readonly string[],
  sums: readonly string[],
): SQL | undefined {
  if (!sourceOf({ projectId, serviceId, ...filter }).isCurrent || criteria || words?.length) return undefined;
  const table = totalTables.find(
    (one) =>
      keys.every((key) => isOwnerKey(key) || one.keys.includes(key)) &&
      sums.every((key) => one.sums.includes(key)),
  );
  return table && fromTotals(table, { projectId, serviceId }, sums);
}

const isOwnerKey = (key: string) => (ownerKeys as readonly string[]).includes(key);

function fromTotals(
  { name: table, keys, isByCounted }: TotalTable,
  { projectId, serviceId }: { projectId: string; serviceId: string | null },
  sums: readonly string[],
): SQL {
  const isOwned = and(
    sql`takeoff_line.project_id = ${projectId}::uuid`,
    whenGiven(serviceId, (id) => sql`takeoff_line.service_id = ${id}::uuid`),
  );
  const by = sql.join([...ownerKeys, ...keys].map(name), sql`, `);
  const isKept = isByCounted ? sql`is_counted` : sql`null::boolean`;
  const isMeant = isByCounted ? sql`${isCounted}` : sql`null::boolean`;
  const kept = sql.join([by, sql`lines`, ...sums.map(name)], sql`, `);
  const values = sums.map(summedValue);
  const summed = sums.map((key) => sql`coalesce(sum(${name(key)}), 0) as ${name(key)}`);
  const status = isByCounted
    ? [sql`case when not is_counted then 'void' end as status`, sql`null::text as scope_type`]
    : [];
  return sql`(
    select ${sql.join([by, ...status, sql`sum(lines) as lines`, ...summed], sql`, `)} from (
      select ${kept}, ${isKept} as is_counted from ${sql.identifier(table)} as takeoff_line where ${isOwned}
      union all
      select ${sql.join([by, sql`1`, ...values], sql`, `)}, ${isMeant}
      from takeoff_line where ${isOwned} and ${outsideTotals}
    ) as part group by ${by}, is_counted having sum(lines) <> 0) as takeoff_line`;
}

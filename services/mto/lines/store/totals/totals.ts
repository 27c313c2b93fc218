import { fixed, whenGiven } from '@consulting/kernel/postgres/database/query';
import { disciplines, fieldsNamed, ownFields } from '@consulting/mto-engine';
import { and, type SQL, sql } from 'drizzle-orm';
import { type IndicatorKey, indicatorKeys, isCounted } from '../rows/figures';
import { currentLines } from '../rows/line-source';
import type { LineFilter } from '../search/line-filter';
import { lineValue } from '../search/value';
import { columnName } from '../tables/takeoff-line-columns';
import { ownerKeys, type TotalTable, totalTables } from './tables';

/** Lines that the totals do not have, such as those of a process of the version before. */
export const outsideTotals = sql`not takeoff_line.in_totals`;

/** What a line adds to an indicator. */
export function indicatorValue(key: IndicatorKey): SQL {
  const [field] = fieldsNamed(key);
  if (!field) throw new RangeError(`${key} is not a field`);
  const owners = disciplines.filter((one) => ownFields[one].some((field) => field.key === key));
  const list = sql.raw(owners.map((one) => `'${one}'`).join(', '));
  return sql`case when takeoff_line.discipline in (${list}) then ${lineValue(field)} end`;
}

/** What a sum is of, for lines. */
export const summedValue = (key: string): SQL =>
  isIndicator(key) ? indicatorValue(key) : sql`takeoff_line.${sql.identifier(columnName(key))}`;

const isIndicator = (key: string): key is IndicatorKey => (indicatorKeys as readonly string[]).includes(key);

const kept = new Map<string, { column: SQL; added: SQL }>();

/** The column of a field in the totals, and what a line adds to it: made once, since a summary names dozens. */
function partsOf(key: string): { column: SQL; added: SQL } {
  const known = kept.get(key);
  if (known) return known;
  const parts = { column: fixed(sql`${sql.identifier(columnName(key))}`), added: fixed(summedValue(key)) };
  kept.set(key, parts);
  return parts;
}

const columnOf = (key: string): SQL => partsOf(key).column;
const addedBy = (key: string): SQL => partsOf(key).added;

/**
 * The totals of the lines of a filter as an item of a FROM clause, named `takeoff_line`: the keys and the sums that are asked for
 * as columns of their fields, and `lines`, how many they are. Several rows may be of the same keys; keys whose `lines` add up to
 * zero have none. Undefined where no totals have what is asked for.
 */
export function totalsFor(
  { projectId, serviceId, discipline, criteria, words, source = currentLines }: LineFilter,
  keys: readonly string[],
  sums: readonly string[],
): SQL | undefined {
  if (!source.isCurrent || criteria || words?.length) return undefined;
  const needed = discipline === null ? keys : [...keys, 'discipline'];
  const table = totalTables.find(
    (one) =>
      needed.every((key) => isOwnerKey(key) || one.keys.includes(key)) &&
      sums.every((key) => one.sums.includes(key)),
  );
  return table && fromTotals(table, { projectId, serviceId }, sums);
}

/** Of keys that have lines. */
export const haveLines = sql`sum(lines) <> 0`;

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
  const columns = [...ownerKeys, ...keys].map(columnOf);
  const ofCounted = (isMeant: SQL) =>
    isByCounted
      ? [sql`case when not (${isMeant}) then 'void' end as status`, sql`null::text as scope_type`]
      : [];
  const totals = [...columns, ...ofCounted(sql`is_counted`), sql`lines`, ...sums.map(columnOf)];
  const values = [...columns, ...ofCounted(isCounted), sql`1`, ...sums.map(addedBy)];
  return sql`(
    select ${sql.join(totals, sql`, `)} from ${sql.identifier(table)} as takeoff_line where ${isOwned}
    union all
    select ${sql.join(values, sql`, `)} from takeoff_line where ${isOwned} and ${outsideTotals}) as takeoff_line`;
}

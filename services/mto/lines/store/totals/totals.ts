import { fixed, whenGiven } from '@consulting/kernel/postgres';
import { and, type SQL, sql } from 'drizzle-orm';
import { isCounted } from '../rows/figures';
import { currentLines, type FrozenLines } from '../rows/line-source';
import type { LineFilter } from '../search/line-filter';
import { columnName } from '../tables/takeoff-line-columns';
import { outsideTotals, summedValue } from './summed-value';
import { ownerKeys, type TotalTable, totalTables, versionTable } from './tables';

const stored = new Map<string, { column: SQL; added: SQL }>();

function partsOf(key: string): { column: SQL; added: SQL } {
  const known = stored.get(key);
  if (known) return known;
  const parts = { column: fixed(sql`${sql.identifier(columnName(key))}`), added: fixed(summedValue(key)) };
  stored.set(key, parts);
  return parts;
}

const columnOf = (key: string): SQL => partsOf(key).column;
const addedBy = (key: string): SQL => partsOf(key).added;

/**
 * The item of the FROM clause is named `takeoff_line` and has the keys, the sums and `lines`, the number of lines. Several rows may have
 * the same keys. The answer is undefined where no table has what is asked for.
 */
export function totalsFor(
  { projectId, serviceId, discipline, criteria, words, source = currentLines }: LineFilter,
  keys: readonly string[],
  sums: readonly string[],
): SQL | undefined {
  const { isCurrent, version } = source;
  if (!(isCurrent || version?.hasTotals) || criteria || words?.length) return undefined;
  const needed = discipline === null ? keys : [...keys, 'discipline'];
  const table = totalTables.find(
    (one) =>
      needed.every((key) => isOwnerKey(key) || one.keys.includes(key)) &&
      sums.every((key) => one.sums.includes(key)),
  );
  if (!table) return undefined;
  return version ? ofVersion(table, version, sums) : ofCurrent(table, { projectId, serviceId }, sums);
}

export const haveLines = sql`sum(lines) <> 0`;

const isOwnerKey = (key: string) => (ownerKeys as readonly string[]).includes(key);

const keyColumns = ({ keys }: TotalTable): SQL[] => [...ownerKeys, ...keys].map(columnOf);

const countedColumns = ({ isByCounted }: TotalTable, isMeant: SQL): SQL[] =>
  isByCounted
    ? [sql`case when not (${isMeant}) then 'void' end as status`, sql`null::text as scope_type`]
    : [];

const totalsIn = (table: TotalTable, sums: readonly string[]): SQL =>
  sql.join(
    [...keyColumns(table), ...countedColumns(table, sql`is_counted`), sql`lines`, ...sums.map(columnOf)],
    sql`, `,
  );

function ofCurrent(
  table: TotalTable,
  { projectId, serviceId }: { projectId: string; serviceId: string | null },
  sums: readonly string[],
): SQL {
  const isOwned = and(
    sql`takeoff_line.project_id = ${projectId}::uuid`,
    whenGiven(serviceId, (id) => sql`takeoff_line.service_id = ${id}::uuid`),
  );
  const values = [...keyColumns(table), ...countedColumns(table, isCounted), sql`1`, ...sums.map(addedBy)];
  return sql`(
    select ${totalsIn(table, sums)} from ${sql.identifier(table.name)} as takeoff_line where ${isOwned}
    union all
    select ${sql.join(values, sql`, `)} from takeoff_line where ${isOwned} and ${outsideTotals}) as takeoff_line`;
}

const ofVersion = (
  table: TotalTable,
  { projectId, serviceId, epoch }: FrozenLines,
  sums: readonly string[],
): SQL => sql`(
  select ${totalsIn(table, sums)} from ${sql.identifier(versionTable(table.name))} as takeoff_line
  where project_id = ${projectId}::uuid and service_id = ${serviceId}::uuid and epoch = ${epoch}::integer) as takeoff_line`;

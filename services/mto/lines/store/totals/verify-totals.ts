import type { Database } from '@consulting/kernel/postgres/database/connect';
import { allowLongStatements } from '@consulting/kernel/postgres/database/unavailable';
import { type SQL, sql } from 'drizzle-orm';
import { ofEveryProject } from '../rows/directory';
import { isCounted } from '../rows/figures';
import { columnName } from '../tables/takeoff-line-columns';
import { blockBits } from './item-start';
import { itemTable, ownerKeys, type TotalTable, totalTables } from './tables';
import { summedValue } from './totals';

interface Difference {
  projectId: string;
  serviceId: string;
  table: string;
  /** Totals that are missing, too many or of other figures than the lines that they stand for. */
  totals: number;
}

/** Services whose totals are not those of their lines, as both are at one moment; every line is read once for each table. */
export const findDifferences = (db: Database): Promise<Difference[]> =>
  db.transaction(
    async (tx) => {
      await allowLongStatements(tx);
      const found: Difference[] = [];
      for (const compared of [...totalTables.map(comparisonOf), items])
        found.push(...(await differencesOf(tx, compared)));
      return found;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

interface Column {
  name: string;
  /** Of a line. */
  value: SQL;
}

interface Comparison {
  table: string;
  keys: readonly Column[];
  sums: readonly Column[];
}

const column = (name: string): SQL => sql`${sql.identifier(name)}`;
const columnOf = (key: string): Column => ({ name: columnName(key), value: column(columnName(key)) });
const owners = ownerKeys.map(columnOf);
const lines: Column = { name: 'lines', value: sql`1` };

const comparisonOf = ({ name, keys, sums, isByCounted }: TotalTable): Comparison => ({
  table: name,
  keys: [
    ...owners,
    ...keys.map(columnOf),
    ...(isByCounted ? [{ name: 'is_counted', value: isCounted }] : []),
  ],
  sums: [lines, ...sums.map((key) => ({ name: columnName(key), value: summedValue(key) }))],
});

const items: Comparison = {
  table: itemTable,
  keys: [...owners, columnOf('discipline'), { name: 'item_block', value: sql`item_number >> ${blockBits}` }],
  sums: [lines],
};

async function differencesOf(tx: Database, { table, keys, sums }: Comparison): Promise<Difference[]> {
  const all = [...keys, ...sums];
  const by = sql.join(
    keys.map(({ name }) => column(name)),
    sql`, `,
  );
  const summed = sql.join(
    [
      ...keys.map(({ name }) => column(name)),
      ...sums.map(({ name }) => sql`coalesce(sum(${column(name)}), 0) as ${column(name)}`),
    ],
    sql`, `,
  );
  const isNothing = sql.join(
    sums.map(({ name }) => sql`coalesce(sum(${column(name)}), 0) = 0`),
    sql` and `,
  );
  const ofLines = sql.join(
    all.map(({ name, value }) => sql`${value} as ${column(name)}`),
    sql`, `,
  );
  const kept = sql`select ${summed} from ${sql.identifier(table)} group by ${by} having not (${isNothing})`;
  const meant = sql`select ${summed} from (select ${ofLines} from takeoff_line where in_totals) as line group by ${by}`;
  const rows = await tx.execute<Difference & Record<string, unknown>>(sql`
    with kept as materialized (${kept}), meant as materialized (${meant})
    select project_id as "projectId", service_id as "serviceId", ${table}::text as table, count(*)::int as totals from (
      select ${by} from (table kept except table meant) as wrong
      union select ${by} from (table meant except table kept) as missing
    ) as different group by project_id, service_id ${ofEveryProject}`);
  return [...rows];
}

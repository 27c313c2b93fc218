import { type SQL, sql } from 'drizzle-orm';
import { isCounted } from '../rows/figures';
import { columnName } from '../tables/takeoff-line-columns';
import { summedValue } from './summed-value';
import { itemBlockBits, itemTable, ownerKeys, type TotalTable, totalTables } from './tables';

interface Column {
  name: string;
  value: SQL;
}

export interface Summation {
  table: string;
  keys: readonly Column[];
  sums: readonly Column[];
}

export const blockBits = sql.raw(String(itemBlockBits));

const column = (name: string): SQL => sql`${sql.identifier(name)}`;
const columnOf = (key: string): Column => ({ name: columnName(key), value: column(columnName(key)) });
const owners = ownerKeys.map(columnOf);
const lines: Column = { name: 'lines', value: sql`1` };

const ofTable = ({ name, keys, sums, isByCounted }: TotalTable): Summation => ({
  table: name,
  keys: [
    ...owners,
    ...keys.map(columnOf),
    ...(isByCounted ? [{ name: 'is_counted', value: isCounted }] : []),
  ],
  sums: [lines, ...sums.map((key) => ({ name: columnName(key), value: summedValue(key) }))],
});

const ofItems: Summation = {
  table: itemTable,
  keys: [...owners, columnOf('discipline'), { name: 'item_block', value: sql`item_number >> ${blockBits}` }],
  sums: [lines],
};

export const summations: readonly Summation[] = [...totalTables.map(ofTable), ofItems];

export const namesOf = (columns: readonly Column[]): SQL =>
  sql.join(
    columns.map(({ name }) => column(name)),
    sql`, `,
  );

export const valuesOf = (columns: readonly Column[]): SQL =>
  sql.join(
    columns.map(({ name, value }) => sql`${value} as ${column(name)}`),
    sql`, `,
  );

export const sumsOf = (columns: readonly Column[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql`coalesce(sum(${column(name)}), 0) as ${column(name)}`),
    sql`, `,
  );

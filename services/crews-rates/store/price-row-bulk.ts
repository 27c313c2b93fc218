import { exported, insertRecords, updateRecords } from '@consulting/imports/store/bulk-records';
import type { Database, Snapshot } from '@consulting/kernel/postgres';
import { getTableColumns, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import {
  matchingRows,
  type PriceRowFilter,
  type PriceRowRow,
  type PriceRowValues,
  rowOrder,
} from './price-row';
import { priceRow } from './schema';
import type { Condition, Points } from './tables/price-book';

export const insertPriceRows = (tx: Database, rows: readonly PriceRowValues[]): Promise<void> =>
  insertRecords(tx, priceRow, rows);

export const updatePriceRows = (tx: Database, rows: readonly PriceRowRow[]): Promise<void> =>
  updateRecords(tx, priceRow, rows);

const prefixCharacters = 24;
const ordinalCharacters = 12;
const decimals = 6;

export interface RowCopy {
  from: string;
  to: string;
  by: string;
  factors: Readonly<Record<string, string>>;
}

const { id, version, createdAt, updatedAt, createdBy, updatedBy, bookId, ...carried } =
  getTableColumns(priceRow);

const { value, points, statistics, ...same } = carried;
const names = Object.keys(same).map(toSnakeCase);

export async function copyRows(tx: Database, { from, to, by, factors }: RowCopy): Promise<number> {
  const prefix = Bun.randomUUIDv7().slice(0, prefixCharacters);
  const others = sql.raw(names.map((name) => `source.${name}`).join(', '));
  const [copied] = await tx.execute<{ rows: number }>(sql`
    with factor as (select key, value::numeric as factor from jsonb_each_text(${JSON.stringify(factors)}::text::jsonb)),
    copied as (
      insert into price_row (id, book_id, created_by, updated_by, value, points, statistics,
        ${sql.raw(names.join(', '))})
      select (${prefix} || lpad(to_hex(row_number() over (order by source.id)), ${sql.raw(String(ordinalCharacters))}, '0'))::uuid,
        ${to}::uuid, ${by}, ${by},
        case when factor is null then source.value else round(source.value * factor, ${sql.raw(String(decimals))}) end,
        case when factor is null or source.points is null then source.points else jsonb_set(source.points, '{points}', (
          select jsonb_agg(jsonb_build_array(point -> 0, round((point ->> 1)::numeric * factor, ${sql.raw(String(decimals))})) order by number)
          from jsonb_array_elements(source.points -> 'points') with ordinality as pair (point, number))) end,
        case when factor is null or source.statistics is null then source.statistics else source.statistics || (
          select jsonb_object_agg(figure, round(amount::numeric * factor, ${sql.raw(String(decimals))}))
          from jsonb_each_text(source.statistics) as of_row (figure, amount)
          where figure in ('min', 'p10', 'p50', 'p90', 'max')) end,
        ${others}
      from price_row as source left join factor on factor.key = source.target
      where source.book_id = ${from}
      returning 1)
    select count(*)::int as rows from copied`);
  return copied?.rows ?? 0;
}

export interface FileRow {
  conditions: Condition[];
  points: Points | null;
  value: string | null;
  textValue: string | null;
  [key: string]: unknown;
}

const { conditions, rowCode, unitOfMeasure, textValue, sortOrder } = getTableColumns(priceRow);

const ofFiles = exported({
  ...{ rowCode, description: priceRow.description, discipline: priceRow.discipline, target: priceRow.target },
  ...{ driver: priceRow.driver, unitOfMeasure, conditions, points, value, textValue },
  ...{ sortOrder, remarks: priceRow.remarks },
});

export const readPriceRows = (ofBook: string, filter: PriceRowFilter) => (snapshot: Snapshot) =>
  snapshot.read<FileRow>(sql`
    select ${ofFiles} from ${priceRow} where ${matchingRows(ofBook, filter) ?? sql`true`}
    order by ${sql.join(rowOrder, sql`, `)}`);

// Which fields rows have conditions on, and which kind of them, each kind of row once; the values say nothing.
export async function listConditionShapes(
  db: Database,
  ofBook: string,
  filter: PriceRowFilter,
): Promise<Condition[][]> {
  const rows = await db.execute<{ shape: Condition[] }>(sql`
    select shape from (
      select (
        select coalesce(jsonb_agg((
          select jsonb_object_agg(key, case key when 'field' then value else '1' end) from jsonb_each(one)) order by number), '[]')
        from jsonb_array_elements(${priceRow.conditions}) with ordinality as condition (one, number)) as shape,
        ${priceRow.id}
      from ${priceRow} where ${matchingRows(ofBook, filter) ?? sql`true`}) as row
    group by shape order by min(id::text)`);
  return rows.map(({ shape }) => shape);
}

import { Slice } from '@consulting/kernel/process';
import { type Discipline, disciplines, type Field, findField, isColumn } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { wholeOf } from '../rows/line-source';
import { recordValues } from '../tables/record-text';
import { columnName } from '../tables/takeoff-line-columns';
import { inOrder, type LineFilter, matching, sourceOf, takeoffOrder } from './line-filter';
import { order, orderKeys, type SortKey } from './order';

export type ExportValue = string | boolean | null;

export type Run = <T>(query: SQL) => Promise<T[]>;

// No field of the registry: the price rows that values of a line come from, as a text for people.
export const priceRowsField: Field = {
  key: 'pricing',
  label: 'Price Rows',
  aliases: [],
  group: 'Pricing',
  type: 'text',
  description: 'Price book and row of each value that a price book gave.',
};

const batchLinesMax = 100;
const batchesAhead = 3;
const linesBetweenCollections = 8_000;

/**
 * A line is sent as the text of a record, which is the cheapest for Postgres and is split four times as fast as JSON is parsed. Fields that
 * are not in `used` are known to be empty.
 */
export async function* readLines(
  run: Run,
  filter: LineFilter,
  fields: readonly Field[],
  used: ReadonlySet<string> | null,
  sort: readonly SortKey[],
): AsyncGenerator<ExportValue[][]> {
  const isUsed = ({ field }: Place) => used?.has(field.key) ?? true;
  const layouts = new Map(
    disciplines.map((discipline) => [discipline, layoutOf(discipline, fields).filter(isUsed)]),
  );
  const cursor = sql.identifier(`export_${crypto.randomUUID().replaceAll('-', '')}`);
  await run(sql`declare ${cursor} no scroll cursor for
    select ${recordOf(layouts)} as line
    from ${unpackedLines(sort.length > 0 ? wholeOf(sourceOf(filter)) : inOrder(filter))}
    where ${matching(filter)} ${sort.length > 0 ? sql`order by ${order(orderKeys(sort))}` : takeoffOrder}`);
  const fetch = sql`fetch ${sql.raw(String(batchLinesMax))} from ${cursor}`;
  let linesSinceCollection = 0;
  const slice = new Slice();
  for await (const rows of readAhead(() => run<{ line: string }>(fetch))) {
    const lines = rows.map(({ line }) => {
      const values = recordValues(line);
      return valuesOf(values, layouts.get(values[0] as Discipline) ?? [], fields.length);
    });
    yield lines;
    if (slice.isOver) await slice.next();
    linesSinceCollection += lines.length;
    if (linesSinceCollection >= linesBetweenCollections) {
      // Left to itself the heap takes 60 MB more than it needs. Other threads collect: to wait for it would take 13 ms and more.
      Bun.gc(false);
      linesSinceCollection = 0;
    }
  }
  await run(sql`close ${cursor}`);
}

interface Place {
  position: number;
  field: Field;
}

const layoutOf = (discipline: Discipline, fields: readonly Field[]): Place[] =>
  fields
    .map((field, position) => ({ field, position }))
    .filter(({ field }) => field === priceRowsField || findField(discipline, field.key) !== undefined);

function recordOf(layouts: ReadonlyMap<Discipline, Place[]>): SQL {
  const cases = [...layouts].map(([discipline, layout]) => {
    const values = [sql`discipline`, sql`id`, ...layout.map(({ field }) => stored(field))];
    return sql`when ${sql.raw(`'${discipline}'`)} then row(${sql.join(values, sql`, `)})::text`;
  });
  return sql`case discipline ${sql.join(cases, sql` `)} end`;
}

/** Attributes are unpacked once, because `->>` would fetch and unpack large ones again for every key. */
const unpackedLines = (lines: SQL) => sql`${lines}
  cross join lateral (select attributes || '{}'::jsonb as unpacked offset 0) as own`;

const priceRows = sql`(select string_agg(concat(target, ': ', price ->> 0, ' ', price ->> 1), '; ' order by target)
  from jsonb_each(pricing) as priced (target, price))`;

function stored(field: Field): SQL {
  if (field === priceRowsField) return priceRows;
  if (!isColumn(field)) return sql.raw(`unpacked ->> '${field.key}'`);
  const column = sql.identifier(columnName(field.key));
  return field.type === 'boolean' ? sql`${column}::text` : sql`${column}`;
}

function valuesOf(parts: readonly string[], layout: readonly Place[], width: number): ExportValue[] {
  const values = new Array<ExportValue>(width + 1).fill(null);
  values[0] = parts[1] ?? null;
  for (let at = 0; at < layout.length; at += 1) {
    const part = parts[at + 2];
    const place = layout[at];
    if (!place || !part) continue;
    values[place.position + 1] = place.field.type === 'boolean' ? part === 'true' : part;
  }
  return values;
}

/** The next batch is fetched while one is worked on; an early end waits for it. */
export async function* readAhead<T>(fetch: () => Promise<T[]>): AsyncGenerator<T[]> {
  const ahead: Promise<T[]>[] = [];
  const ask = () => {
    const batch = fetch();
    batch.catch(() => undefined);
    ahead.push(batch);
  };
  try {
    for (let asked = 0; asked < batchesAhead; asked += 1) ask();
    for (let batch = await ahead.shift(); batch && batch.length > 0; batch = await ahead.shift()) {
      ask();
      yield batch;
    }
  } finally {
    await Promise.allSettled(ahead);
  }
}
